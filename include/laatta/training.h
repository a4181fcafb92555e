/* Training: an n-tuple network learns 2048 by playing itself.
 *
 *   t48_training how = t48_training_default();
 *   t48_train *train;
 *   t48_train_start(&train, &how, &err);
 *   t48_train_step step = {.games = 10000};
 *   t48_train_point point;
 *   do t48_train_on(train, &step, &point, &err); while (point.mean < 20000);
 *   t48_train_save(train, "mine.train", &err);
 *
 * A run that was saved and loaded goes on as if it had never stopped; with one thread,
 * bit for bit. A run belongs to one thread of the caller at a time and uses threads of its
 * own. A checkpoint can be played with at once (`ntuple:net=mine.train`) and be made small
 * (t48_net_quantize). Unstable. */
#ifndef LAATTA_TRAINING_H
#define LAATTA_TRAINING_H

#include "laatta/board.h"
#include "laatta/control.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct t48_train t48_train;

/* What a new run is. docs/LEARNING.md explains the choices. */
typedef struct t48_training {
    t48_shape shape;    /* of the board, up to 4x4 */
    const char *tuples; /* "4x6", "8x6@14", or cells: "012345,456789"; NULL: what suits it */
    uint64_t seed;
    double rate;       /* of learning, for a whole board */
    double lambda;     /* weight of what lies further ahead, 0 to 1 */
    unsigned steps;    /* moves to look ahead for a target, 1 (TD(0)) to 7 */
    bool coherent;     /* a rate of its own for each weight (TC) */
    double restarts;   /* share of games that start from late positions */
    double optimistic; /* value that every board has at first */
} t48_training;

/* 4x4, 4x6, seed 1, TC with rate 1, lambda 0.5 over 3 steps, half of the games late. */
LT_API t48_training t48_training_default(void);

LT_API lt_status t48_train_start(t48_train **train, const t48_training *training, lt_error *err);
LT_API void t48_train_free(t48_train *train);

/* A checkpoint: written whole or not at all, and checked when it is read. */
LT_API lt_status t48_train_save(const t48_train *train, const char *path, lt_error *err);
LT_API lt_status t48_train_load(t48_train **train, const char *path, lt_error *err);

/* One point of the learning curve: what the games of a while came to. */
typedef struct t48_train_point {
    double seconds;                    /* of training, since the beginning */
    uint64_t games, moves;             /* since the beginning */
    uint64_t window;                   /* games from the start in this while */
    double rate;                       /* moves a second */
    double mean, half;                 /* mean score, and half its 95 % interval */
    double reached[T48_LEVEL_MAX + 1]; /* share of games whose highest level is at least this */
} t48_train_point;

/* How far to go on. Of games and seconds at least one is not 0. */
typedef struct t48_train_step {
    uint64_t games;            /* from the start, more than before; restarted ones do not count */
    double seconds;            /* more than before */
    int threads;               /* 0: one per processor */
    double anneal;             /* last share of the games so far and to come (or of the seconds)
                                  over which the rate falls; 0: none */
    const lt_control *control; /* a request to stop ends the step early and is no error */
} t48_train_step;

/* Goes on. *point (which may be NULL) becomes what the games of this step came to. */
LT_API lt_status t48_train_on(t48_train *train, const t48_train_step *step, t48_train_point *point,
                              lt_error *err);

/* Weights that both have learned become their mean; all else stays that of `train`. Refuses
 * networks of different shapes. */
LT_API lt_status t48_train_average(t48_train *train, const t48_train *other, lt_error *err);

typedef struct t48_train_about {
    t48_shape shape;
    const char *tuples; /* lives as long as the run */
    uint64_t seed, games, moves;
    double seconds;
} t48_train_about;
LT_API t48_train_about t48_train_describe(const t48_train *train);

/* What the run believes now of boards (of its own shape) right after a move, in points. */
LT_API void t48_train_values(const t48_train *train, const t48_board *after, size_t count,
                             double *value);

#ifdef __cplusplus
}
#endif
#endif
