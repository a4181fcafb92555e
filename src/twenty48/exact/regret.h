/* What the two ways to find a regret share. */
#ifndef T48_REGRET_H
#define T48_REGRET_H

#include "twenty48/exact/exact_table.h"
#include "twenty48/player/player_ops.h"

typedef struct t48_regret_work {
    const t48_regret_config *config;
    const t48_exact_table *table;
    t48_player **player; /* one a thread */
    int threads;
    t48_regret *out;
} t48_regret_work;

/* What perfect play says of one position, and of a move in it. */
typedef struct t48_judgement {
    unsigned legal;
    t48_dir best;
    double worth;          /* of the best move: the points from here on; 0 if there is none */
    double loss[T48_DIRS]; /* points given away; 0 for the best, and where rounding decides */
} t48_judgement;

t48_judgement t48_judge(const t48_exact_table *table, t48_board board, t48_shape shape);

/* Puts a blunder into a list of at most `most`, worst first by `weight`, each board
 * once. Equal weights go by the board, so that the order of adding does not matter. */
typedef struct t48_blunders {
    t48_blunder item[T48_BLUNDERS_MAX];
    double weight[T48_BLUNDERS_MAX];
    unsigned count, most;
} t48_blunders;
void t48_blunders_add(t48_blunders *list, const t48_blunder *blunder, double weight);

/* By the probability of every board the player can meet. */
lt_status t48_regret_sweep(t48_regret_work *work, lt_error *err);
/* By games. */
lt_status t48_regret_sample(t48_regret_work *work, lt_error *err);

#endif
