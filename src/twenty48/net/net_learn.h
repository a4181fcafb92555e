/* Learning by playing: temporal differences on the boards right after a move.
 *
 * A board is pulled towards the truncated lambda-return of the next `steps` moves
 * (steps = 1: plain TD(0)); with TC every weight has its own rate, |sum of errors|
 * / sum of |errors| (Beal & Smith). Workers share the weights without locks; one
 * worker alone is exactly reproducible. */
#ifndef T48_NET_LEARN_H
#define T48_NET_LEARN_H

#include "laatta/rng.h"
#include "twenty48/net/net_layout.h"

#include <stddef.h>

/* A weight and what TC keeps of its errors, in eight bytes, so that one cache
 * line brings all that eight neighbouring weights need:
 *
 *   coherence  sum of errors / sum of |errors|, -1 .. 1 in steps of 1/32767
 *   strength   sum of |errors|, a float of 5 bits exponent and 11 bits mantissa;
 *              0 as long as the weight was never learned
 *
 * Both are rounded by chance, so that sums grow as they should in the mean. Two
 * tables, one of values and one of sums, were slower: an update then waits for two
 * cache lines a weight. */
typedef struct t48_weight {
    float value;
    union {
        struct {
            int16_t coherence;
            uint16_t strength;
        };
        uint32_t sums;
    };
} t48_weight;
_Static_assert(sizeof(t48_weight) == 8, "eight weights fill a cache line");

/* The sum of |errors| of a weight. */
float t48_weight_strength(const t48_weight *weight);

typedef struct t48_learner t48_learner;

/* What a teacher says of a board: nothing, that it is worth a value at least, or exactly. */
typedef enum t48_taught { T48_TAUGHT_NOT, T48_TAUGHT_LEAST, T48_TAUGHT_EXACT } t48_taught;

/* One who knows what some boards right after a move are worth, in points still to come or, with
 * `walls`, as a board in a crunch: such a board learns that instead of what followed it, and so do
 * those before it. */
typedef struct t48_teacher {
    t48_taught (*says)(const void *ctx, const t48_learner *learner, bool walls, t48_board after,
                       float *value);
    const void *ctx;
} t48_teacher;

struct t48_learner {
    t48_net_layout layout;
    t48_weight *weight;  /* layout.size of them */
    t48_teacher teacher; /* .says is NULL: none; asked by all workers at once */
};

/* Takes layout->size * 8 bytes of zeroed memory. */
lt_status t48_learner_init(t48_learner *learner, const t48_net_layout *layout, lt_error *err);
void t48_learner_release(t48_learner *learner);
/* Every board gets this value, spread over its weights (an optimistic start). */
void t48_learner_fill(t48_learner *learner, float value);
void t48_learner_fill_stage(t48_learner *learner, unsigned stage, float value);
/* What TC keeps of a weight's errors counts as `points` of them at most: a weight that has met
 * far more is so calm that hardly anything new moves it. */
void t48_learner_remember(t48_learner *learner, float points);
uint64_t t48_learner_bytes(const t48_net_layout *layout);
/* Fills `to`, of the same tuples and more stages, from what `from` has learned. Of new
 * stages those for points know, with `copy`, what was known of their boards before; all others
 * give every board this value. */
lt_status t48_learner_promote(t48_learner *to, const t48_learner *from, bool copy, float value,
                              lt_error *err);

typedef struct t48_rule {
    float rate;      /* of the whole board; each weight gets its share */
    float lambda;    /* 0 .. 1 */
    unsigned steps;  /* length of the truncated return, 1 .. T48_STEPS_MAX - 1 */
    bool coherent;   /* TC instead of one rate for all */
    double restarts; /* share of games that start from a late position */
    double laid;     /* share that starts with large tiles laid out on purpose (net_walls.h) */
    unsigned stage;  /* the first one that learns; those before it play */
    unsigned until;  /* the stage at whose beginning games end; 0: none */
} t48_rule;

enum { T48_STEPS_MAX = 8 };

/* Late positions, by the number of moves made (in a crunch: see t48_walls_keep): the newest
 * of each age. A network with stages restarts until just after a 32768; one without only
 * until there, since what comes after is played a level lower. */
enum { T48_AGE_STEP = 512, T48_AGES = 72, T48_AGE_KEPT = 64 };
static inline unsigned t48_ages_used(const t48_net_layout *layout)
{
    return t48_net_levels(layout) > 1 ? 30 : 28;
}
typedef struct t48_pool {
    uint32_t seen[T48_AGES]; /* ever stored; the newest T48_AGE_KEPT are there */
    t48_board board[T48_AGES][T48_AGE_KEPT];
} t48_pool;

/* What a worker carries from round to round; with the weights, all there is to
 * resume from. */
typedef struct t48_worker {
    lt_rng rng;
    t48_pool pool;
    uint64_t turn; /* restarts so far: which age is next */
} t48_worker;

/* Games from the very start that ended in a round; restarted ones count moves only. */
typedef struct t48_tally {
    uint64_t games, moves, restarted;
    double score, score_squares;
    uint64_t max_level[T48_LEVEL_MAX + 1];
} t48_tally;

/* A new tile on an empty cell, from one draw. */
static inline t48_board t48_learn_spawn(t48_board board, uint64_t cells, lt_rng *rng)
{
    uint64_t empty = t48_empties(board, cells);
    uint64_t draw = (lt_rng_next(rng) >> 32) * lt_popcount64(empty);
    bool four = (uint32_t)draw < 429496730u; /* a tenth */
    return board | lt_nth_bit(empty, (unsigned)(draw >> 32)) << four;
}

void t48_tally_add(t48_tally *sum, const t48_tally *one);

/* Plays and learns until at least `moves` moves or `games` games from the start
 * (0: no such limit) are done, and finishes the game begun. `stop` (may be NULL) is
 * asked before each game. */
void t48_learn_round(t48_learner *learner, const t48_rule *rule, t48_worker *worker, uint64_t moves,
                     uint64_t games, bool (*stop)(void *ctx), void *ctx, t48_tally *tally);

/* The value of a board, slow and plain: for teachers, tests and other programs. */
double t48_learner_value(const t48_learner *learner, t48_board board);
/* As a board in a crunch; the whole if it is in none. Only for a layout with walls. */
double t48_learner_walls(const t48_learner *learner, t48_board board);
/* One update of a board towards `target`, the same arithmetic as in a round. */
void t48_learner_update(t48_learner *learner, const t48_rule *rule, t48_board board, float target);

#endif
