/* The census of a small board: how many positions at each depth, and the hardest. */
#include "base/threads.h"
#include "npuzzle/whole/whole_space.h"

#include <string.h>

lt_status np_explore(np_census *census, const np_position *goal, int threads,
                     const lt_control *control, lt_error *err)
{
    enum { ROOM = sizeof census->hardest / sizeof census->hardest[0] };
    memset(census, 0, sizeof *census);
    np_frame frame;
    np_frame_init(&frame, goal);
    np_whole whole;
    LT_TRY(np_whole_init(&whole, &frame, err));
    uint64_t last[ROOM];
    int count = 0;
    lt_status status =
        np_whole_search(&whole, threads > 0 ? threads : lt_cpu_count(), control, census->at_depth,
                        &census->diameter, NULL, last, ROOM, &count, err);
    for (int d = 0; d <= census->diameter; d++) census->positions += census->at_depth[d];
    census->hardest_count = count;
    for (int i = 0; i < count; i++) {
        uint8_t board[NP_CELLS_MAX];
        np_whole_unrank(&whole, (int)(last[i] / whole.half), (uint32_t)(last[i] % whole.half),
                        board);
        np_frame_position(&frame, goal, board, &census->hardest[i]);
    }
    np_whole_release(&whole);
    return status;
}
