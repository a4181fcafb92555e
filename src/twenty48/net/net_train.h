/* A training run: rounds of games on all cores, checkpoints between them, and a
 * learning curve.
 *
 * A round ends when every worker has made its share of moves and finished its
 * games; only then is anything saved, so that a run resumed from a checkpoint
 * with one worker goes on exactly as the uninterrupted one. */
#ifndef T48_NET_TRAIN_H
#define T48_NET_TRAIN_H

#include "base/threads.h"
#include "laatta/training.h"
#include "twenty48/net/net.h"
#include "twenty48/net/net_learn.h"

struct t48_train {
    t48_learner learner;
    t48_rule rule;
    uint64_t seed;
    int workers; /* so many were needed so far */
    t48_worker *worker;
    uint64_t games, moves, restarted;
    double seconds;
    t48_train_point *point;
    size_t points, points_room;
};

typedef struct t48_train_limits {
    double seconds; /* in this run; 0: no limit */
    uint64_t games; /* in all runs together; 0: no limit */
    int threads;
    double anneal;             /* the last share of the run: in it the rate falls to a fiftieth */
    double window;             /* seconds between points of the curve, */
    uint64_t window_games;     /* or, if not 0, games between them */
    uint64_t round_moves;      /* of one worker */
    const char *checkpoint;    /* path; NULL: nothing is saved */
    double checkpoint_seconds; /* between two of them */
    void (*report)(void *ctx, const t48_train *train, const t48_train_point *point);
    void (*warn)(void *ctx, const char *text); /* NULL, or told what failed and is tried again */
    void *report_ctx;                          /* of both */
    const lt_control *control;
} t48_train_limits;

lt_status t48_train_new(t48_train **train, const t48_net_layout *layout, const t48_rule *rule,
                        uint64_t seed, lt_error *err);

/* Sees to it that there are `count` workers; those there were keep their state. */
lt_status t48_train_hire(t48_train *train, int count, lt_error *err);

/* net_reopen.c: a run that goes on from a network to play with, whose own checkpoint is
 * gone. Values are the network's; late positions and the curve begin anew. */
lt_status t48_train_of_net(t48_train **train, const t48_net *net, uint64_t seed, lt_error *err);

/* The same run with a network of more stages (t48_learner_promote). */
lt_status t48_train_promote(t48_train *train, const char *text, bool copy, float value,
                            lt_error *err);

/* The other's part in the weights that both have learned becomes `share`. */
lt_status t48_train_blend(t48_train *train, const t48_train *other, float share, lt_error *err);

/* The stages of walls of `walls` become those of `train`, which gets some if it has none. */
lt_status t48_train_join(t48_train *train, const t48_train *walls, lt_error *err);

/* Trains until a limit; a request to stop ends the round early, saves, and is no error. */
lt_status t48_train_run(t48_train *train, const t48_train_limits *limits, lt_error *err);

/* net_checkpoint.c: whether a file begins like a checkpoint. */
bool t48_train_is(const char *path);

/* net_curve.c: the learning curve as a table and as a picture. */
lt_status t48_train_csv(const t48_train *train, const char *path, lt_error *err);
lt_status t48_train_svg(const t48_train *train, const char *path, lt_error *err);

/* Appends a point (for loading and for the run itself). */
lt_status t48_train_add_point(t48_train *train, const t48_train_point *point, lt_error *err);

#endif
