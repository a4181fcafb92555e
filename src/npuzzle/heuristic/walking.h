/* Walking distance of one axis (after Ken'ichiro Takahashi): the board with
 * only "how many tiles of goal line j are on line i", and the line of the
 * blank. The fewest moves across lines that bring every tile to its line is
 * found for all such counts at once, breadth-first from the goal. */
#ifndef NP_WALKING_H
#define NP_WALKING_H

#include "npuzzle/task.h"

typedef struct np_walking {
    int lines, length; /* of the axis: lines, and cells on a line */
    uint32_t states;
    uint8_t *distance;
    /* next[(state * 2 + up) * lines + j]: after the blank swapped with a tile of
     * goal line j on the line above (up = 1) or below it */
    uint32_t *next;
    uint8_t *counts; /* [state * (lines * lines + 1)], the blank's line last */
    uint32_t *slots; /* hash from counts to state + 1 */
    uint32_t slot_mask;
} np_walking;

/* Refuses axes with more than about two million states. */
lt_status np_walking_init(np_walking *walking, int lines, int length, int goal_blank_line,
                          lt_error *err);
void np_walking_release(np_walking *walking);
/* The state of counts laid out as above. It must be reachable (asserted). */
uint32_t np_walking_find(const np_walking *walking, const uint8_t *counts);

#endif
