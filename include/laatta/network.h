/* Networks: n-tuple networks of 2048 to play with or to look into, and making them small.
 *
 * A network says what a board right after a move is worth: the points still expected. The
 * weights are integers, so every machine finds the same value. A network is only read, by
 * any number of threads at once. How networks learn is in laatta/training.h; the player
 * `ntuple:net=FILE` searches with one. Unstable. */
#ifndef LAATTA_NETWORK_H
#define LAATTA_NETWORK_H

#include "laatta/board.h"
#include "laatta/control.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct t48_net t48_net;

/* Opens a network file or a checkpoint of a training run. A network file's tables are
 * unpacked once into the user's cache directory and shared from there; where that cannot
 * be written, they are unpacked into memory. */
LT_API lt_status t48_net_open(t48_net **net, const char *path, lt_error *err);

/* Opens the first of: `path` if not empty, $LAATTA_NET, NAME (such as "4x4.net") in the
 * user's data directory, in the installed one, in the source tree. A path without a folder
 * that is no file is looked for like NAME, so that "4x4-small.net" is enough. */
LT_API lt_status t48_net_find(t48_net **net, const char *path, const char *name, lt_error *err);

/* Reads a network file from memory, which is not needed after that; `name` is what an
 * error calls it. No file is read or written. Of large tables only the rows that have a
 * weight other than 0 are kept: less memory, the same values. */
LT_API lt_status t48_net_parse(t48_net **net, const uint8_t *bytes, size_t length, const char *name,
                               lt_error *err);
LT_API void t48_net_free(t48_net *net);

typedef struct t48_net_about {
    t48_shape shape;       /* of its boards; those on their side are shown to it turned */
    const char *tuples;    /* its cells, as t48_training.tuples; lives as long as the network */
    unsigned stages;       /* sets of weights: boards from a level on have their own */
    unsigned highest;      /* level; boards with a higher one are shown to it stepped down */
    uint64_t weights;      /* in all */
    uint64_t kept;         /* of these, other than 0 */
    double step;           /* of a weight, in points */
    double error;          /* of a board's value by rounding, root of the mean square; points */
    uint64_t games, moves; /* that it was trained with */
    uint64_t content;      /* a checksum: tells networks apart */
} t48_net_about;

LT_API t48_net_about t48_net_describe(const t48_net *net);

/* The values, in points, of `count` boards of a shape right after a move. LT_UNSUPPORTED
 * for a shape that is neither the network's nor that on its side. */
LT_API lt_status t48_net_values(const t48_net *net, t48_shape shape, const t48_board *after,
                                size_t count, double *value, lt_error *err);

/* How a checkpoint becomes a network file. */
typedef struct t48_net_packing {
    uint64_t size;    /* of the file, at most, in bytes */
    double step;      /* the finest one, in points; rounded to a sixteenth */
    uint64_t games;   /* to play for what each weight is worth */
    unsigned highest; /* level up to which boards are shown to it; 0: what suits it. The
                         file says it, and players keep to it */
} t48_net_packing;
LT_API lt_status t48_net_quantize(const char *checkpoint, const t48_net_packing *packing,
                                  const char *path, const lt_control *control, lt_error *err);

#ifdef __cplusplus
}
#endif
#endif
