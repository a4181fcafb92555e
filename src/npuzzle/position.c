/* Positions and moves. */
#include "npuzzle/grid_steps.h"

#include "laatta/npuzzle.h"

#include <assert.h>
#include <string.h>

void np_position_goal(np_position *p, int rows, int cols, bool blank_first)
{
    assert(rows >= NP_SIDE_MIN && rows <= NP_SIDE_MAX && cols >= NP_SIDE_MIN &&
           cols <= NP_SIDE_MAX);
    memset(p, 0, sizeof *p);
    p->rows = (uint8_t)rows;
    p->cols = (uint8_t)cols;
    int cells = rows * cols;
    p->blank = (uint8_t)(blank_first ? 0 : cells - 1);
    for (int c = 0; c < cells; c++) p->tile[c] = (uint8_t)(blank_first ? c : (c + 1) % cells);
}

bool np_position_equal(const np_position *a, const np_position *b)
{
    return a->rows == b->rows && a->cols == b->cols &&
           memcmp(a->tile, b->tile, (size_t)np_position_cells(a)) == 0;
}

bool np_position_move(np_position *p, np_move move)
{
    int to = np_step(p->rows, p->cols, p->blank, move);
    if (to < 0) return false;
    p->tile[p->blank] = p->tile[to];
    p->tile[to] = 0;
    p->blank = (uint8_t)to;
    return true;
}

static const char letters[] = "ULRD";

char np_move_letter(np_move move)
{
    return letters[move];
}

int np_move_of_letter(char letter)
{
    const char *at = letter ? strchr("UuLlRrDd", letter) : NULL;
    return at ? (int)(at - "UuLlRrDd") / 2 : -1;
}

void np_position_shuffle(np_position *p, uint64_t moves, lt_rng *rng)
{
    int last = -1;
    for (uint64_t i = 0; i < moves; i++) {
        np_move allowed[4];
        uint32_t count = 0;
        for (int m = 0; m < 4; m++)
            if (m + last != 3 && np_step(p->rows, p->cols, p->blank, (np_move)m) >= 0)
                allowed[count++] = (np_move)m;
        last = (int)allowed[lt_rng_below(rng, count)];
        np_position_move(p, (np_move)last);
    }
}

/* Swapping two tiles changes the parity, so exactly one of the two positions
 * can reach the goal, and each reachable one is as likely as any other. */
void np_position_random(np_position *p, const np_position *goal, lt_rng *rng)
{
    *p = *goal;
    int cells = np_position_cells(p);
    for (int i = cells - 1; i > 0; i--) {
        int j = (int)lt_rng_below(rng, (uint32_t)i + 1);
        uint8_t swap = p->tile[i];
        p->tile[i] = p->tile[j];
        p->tile[j] = swap;
    }
    for (int c = 0; c < cells; c++)
        if (p->tile[c] == 0) p->blank = (uint8_t)c;
    if (np_position_reaches(p, goal, NULL) != LT_OK) {
        int a = p->tile[0] == 0 ? 1 : 0, b = p->tile[a + 1] == 0 ? a + 2 : a + 1;
        uint8_t swap = p->tile[a];
        p->tile[a] = p->tile[b];
        p->tile[b] = swap;
    }
}
