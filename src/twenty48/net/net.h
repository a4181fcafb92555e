/* A network to play with: 16-bit integer weights, so that every machine computes
 * the same value of a board.
 *
 * The value of a board right after a move is the score still expected, in units
 * of 1/T48_NET_UNIT points: the sum of the weights times `step`. */
#ifndef T48_NET_H
#define T48_NET_H

#include "base/text.h"
#include "laatta/network.h"
#include "twenty48/net/net_layout.h"

enum { T48_NET_UNIT = 16, T48_NET_WALLS_WHOLE = T48_WALLS_WHOLE * T48_NET_UNIT };

/* Higher levels are best shown to a network a step lower (t48_lowered), unless its file
 * names another level. */
static inline unsigned t48_net_highest(const t48_net_layout *layout)
{
    unsigned levels = t48_net_levels(layout);
    return levels > 1 ? layout->begins[levels - 1] : 13;
}

struct t48_net {
    t48_net_layout layout;
    int32_t step;          /* of a weight, in 1/T48_NET_UNIT points */
    unsigned highest;      /* level; boards with a higher one are shown to it lowered */
    const int16_t *weight; /* layout.size of them, or, with `row`, those of rows that have any */
    const uint32_t *row;   /* of every 16 weights, where they are in `weight`; NULL: in order */
    uint64_t content;      /* a checksum of what was read: tells networks apart */
    uint64_t games, moves; /* that it was trained with */
    uint64_t kept;         /* weights that are not 0 */
    double error;          /* of a board's value by rounding, root of the mean square; points */
    void *pages;           /* its own memory, or that of `row`, or */
    void *map;             /* a mapping shared with other processes */
    size_t size;           /* of either */
};

/* Whether opening this network file takes no unpacking: that was done before, or it is
 * a checkpoint, or cannot be opened at all. */
bool t48_net_is_unpacked(const char *path);

/* Where the installed network NAME is, and the file that t48_net_find would open. Not in
 * builds that have networks inside. */
lt_status t48_net_path(const char *name, lt_text *path, lt_error *err);
lt_status t48_net_locate(const char *path, const char *name, lt_text *at, lt_error *err);

/* Whether t48_net_find would open the installed network: nobody names another. */
bool t48_net_is_default(const char *path);

/* One weight, by its place in all tables together; for what is seldom done. */
static inline int16_t t48_net_weight(const t48_net *net, uint64_t i)
{
    return net->weight[net->row ? net->row[i / T48_NET_ROW] + i % T48_NET_ROW : i];
}

static inline int32_t t48_net_value_in(const t48_net *net, unsigned stage, t48_board board)
{
    const t48_net_layout *layout = &net->layout;
    size_t first = (size_t)stage * layout->stage_size;
    t48_board symmetric[8];
    t48_symmetric(layout->shape, board, symmetric);
    int32_t sum = 0;
    uint32_t at[4];
    for (unsigned t = 0; t < layout->tuples; t++) {
        size_t begin = first + layout->offset[t];
        for (unsigned half = 0; half < layout->symmetries; half += 4) {
            t48_net_four(layout, t, symmetric + half, at);
            if (net->row) {
                const uint32_t *row = net->row + begin / T48_NET_ROW;
                for (unsigned s = 0; s < 4; s++)
                    sum += net->weight[row[at[s] / T48_NET_ROW] + at[s] % T48_NET_ROW];
            } else {
                for (unsigned s = 0; s < 4; s++) sum += net->weight[begin + at[s]];
            }
        }
    }
    return sum * net->step;
}

static inline int32_t t48_net_value(const t48_net *net, t48_board board)
{
    return t48_net_value_in(net, t48_net_stage(&net->layout, board), board);
}

/* The chance, times T48_WALLS_WHOLE and the unit, that the walls of this board get to merge; the
 * whole of a board in no crunch (net_walls.h). Only for a layout with walls. */
static inline int32_t t48_net_walls(const t48_net *net, t48_board board)
{
    const t48_net_layout *layout = &net->layout;
    unsigned walls = t48_net_crunch(layout, board);
    if (!walls) return T48_NET_WALLS_WHOLE;
    unsigned stage = t48_net_walls_stage(layout, walls, &board);
    int32_t value = t48_net_value_in(net, stage, board);
    return value < T48_NET_WALLS_WHOLE ? value : T48_NET_WALLS_WHOLE;
}

#endif
