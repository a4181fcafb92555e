/* The census of a small board: how many positions at each depth, and the hardest. */
#include "npuzzle/whole/whole_space.h"

#include <string.h>

lt_status np_explore(np_census *census, const np_position *goal, const np_resources *resources,
                     lt_error *err)
{
    np_whole_layers layers;
    _Static_assert(sizeof layers.at_depth == sizeof census->at_depth, "a census has every depth");
    _Static_assert(sizeof layers.last / sizeof layers.last[0] <=
                       sizeof census->hardest / sizeof census->hardest[0],
                   "a census has room for what a search lists");
    memset(census, 0, sizeof *census);
    np_resources filled = np_resources_filled(resources);
    np_frame frame;
    np_frame_init(&frame, goal);
    np_whole whole;
    LT_TRY(np_whole_init(&whole, &frame, err));
    lt_status status = np_whole_search(&whole, &filled, &layers, NULL, err);
    memcpy(census->at_depth, layers.at_depth, sizeof census->at_depth);
    census->diameter = layers.depth;
    for (int d = 0; d <= census->diameter; d++) census->positions += census->at_depth[d];
    census->hardest_count = layers.last_count;
    for (int i = 0; i < layers.last_count; i++) {
        uint8_t board[NP_CELLS_MAX];
        np_whole_unrank(&whole, (int)(layers.last[i] / whole.half),
                        (uint32_t)(layers.last[i] % whole.half), board);
        np_frame_position(&frame, goal, board, &census->hardest[i]);
    }
    np_whole_release(&whole);
    return status;
}
