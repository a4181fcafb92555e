/* The best games so far, ten a board size, as a small text:
 *
 *   laatta-scores 1
 *   2048 4x4 20312 11 1043 42 you          game size score tile moves seed who
 *   puzzle 4x4 87 41 87 7 you              for the puzzle: moves, seconds, moves, seed
 *   check 0123456789abcdef                 XXH3 of everything above this line
 */
#ifndef TUI_SCORES_H
#define TUI_SCORES_H

#include "laatta/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TUI_SCORES_KEPT = 10, TUI_SCORES_MAX = 1000, TUI_WHO = 64 };

typedef struct tui_score {
    char game[8], size[8]; /* "2048" or "puzzle", "4x4" */
    uint64_t score;        /* the more the better at 2048, the fewer at the puzzle */
    uint32_t extra;        /* level of the largest tile, or seconds */
    uint32_t moves;
    uint64_t seed;
    char who[TUI_WHO];
} tui_score;

typedef struct tui_scores {
    tui_score *row;
    size_t count;
} tui_scores;

lt_status tui_scores_parse(tui_scores *scores, const char *text, size_t length, lt_error *err);
lt_status tui_scores_format(const tui_scores *scores, char **text, lt_error *err);
void tui_scores_release(tui_scores *scores);

/* Adds a game in its place. The same game (by seed) is there once, at its best. */
lt_status tui_scores_add(tui_scores *scores, const tui_score *score, lt_error *err);
/* Row number `rank` of a game and size, of anyone or of `who`; NULL past the end. */
const tui_score *tui_scores_at(const tui_scores *scores, const char *game, const char *size,
                               const char *who, unsigned rank);

#endif
