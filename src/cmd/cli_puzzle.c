/* Goals as the puzzle commands take them. */
#include "cmd/cli_puzzle.h"

#include <string.h>

lt_status cli_puzzle_goal(const char *text, int rows, int cols, np_position *goal, lt_error *err)
{
    if (!text || strcmp(text, "blank-last") == 0 || strcmp(text, "blank-first") == 0) {
        np_position_goal(goal, rows, cols, text && strcmp(text, "blank-first") == 0);
        return LT_OK;
    }
    lt_error reason;
    lt_status status = np_position_parse(goal, rows, cols, text, strlen(text), &reason);
    if (status == LT_OK) return LT_OK;
    return lt_fail(err, status, "--goal takes blank-last, blank-first or the tiles: %.400s",
                   reason.text);
}
