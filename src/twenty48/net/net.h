/* A network to play with: 16-bit integer weights, so that every machine computes
 * the same value of a board.
 *
 * The value of a board right after a move is the score still expected, in units
 * of 1/T48_NET_UNIT points: the sum of the weights times `step`. */
#ifndef T48_NET_H
#define T48_NET_H

#include "laatta/control.h"
#include "twenty48/net/net_layout.h"

enum { T48_NET_UNIT = 16 };

/* Higher levels are best shown to a network a step lower (t48_lowered). */
static inline unsigned t48_net_highest(const t48_net_layout *layout)
{
    return layout->stages > 1 ? layout->begins[layout->stages - 1] : 13;
}

typedef struct t48_net {
    t48_net_layout layout;
    int32_t step;          /* of a weight, in 1/T48_NET_UNIT points */
    const int16_t *weight; /* layout.size of them */
    uint64_t games, moves; /* that it was trained with */
    uint64_t kept;         /* weights that are not 0 */
    double error;          /* of a board's value by rounding, root of the mean square; points */
    void *pages;           /* its own memory, or */
    void *map;             /* a mapping shared with other processes */
    size_t size;           /* of either */
} t48_net;

/* Opens a network file or a checkpoint of `laatta train`. A network file's
 * tables are unpacked once into the user's cache directory and shared from
 * there; where that cannot be written, they are unpacked into memory. */
lt_status t48_net_open(t48_net **net, const char *path, lt_error *err);

/* Opens the first of: `path` if not empty, $LAATTA_NET, NAME in the user's data
 * directory, in the installed one, in the source tree. */
lt_status t48_net_find(t48_net **net, const char *path, const char *name, lt_error *err);
void t48_net_free(t48_net *net);

/* Reads a network file from memory (no cache, no files: WebAssembly, fuzzing). */
lt_status t48_net_parse(t48_net **net, const uint8_t *bytes, size_t length, const char *name,
                        lt_error *err);

/* How a checkpoint becomes a network file. */
typedef struct t48_net_packing {
    uint64_t size;    /* of the file, at most, in bytes */
    double step;      /* the finest one, in points; rounded to 1/T48_NET_UNIT */
    uint64_t games;   /* to play for what each weight is worth */
    unsigned highest; /* level up to which boards are shown to it; 0: t48_net_highest */
} t48_net_packing;
lt_status t48_net_quantize(const char *checkpoint, const t48_net_packing *packing, const char *path,
                           const lt_control *control, lt_error *err);

static inline int32_t t48_net_value(const t48_net *net, t48_board board)
{
    const t48_net_layout *layout = &net->layout;
    const int16_t *weight = net->weight + (size_t)t48_net_stage(layout, board) * layout->stage_size;
    t48_board symmetric[8];
    t48_symmetric(layout, board, symmetric);
    int32_t sum = 0;
    for (unsigned t = 0; t < layout->tuples; t++) {
        const int16_t *table = weight + layout->offset[t];
        uint64_t mask = layout->mask[t];
        for (unsigned s = 0; s < layout->symmetries; s++)
            sum += table[lt_pext64(symmetric[s], mask)];
    }
    return sum * net->step;
}

#endif
