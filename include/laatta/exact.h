/* Exact values of 2048 on small boards (2x2, 2x3, 3x2, 2x4, 4x2, 3x3): what
 * perfect play is worth, tables of perfect play, and how far a player falls short
 * of it. docs/EXACT.md tells how. Unstable. */
#ifndef LAATTA_EXACT_H
#define LAATTA_EXACT_H

#include "laatta/control.h"
#include "laatta/player.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- perfect play ------------------------------------------------------------ */

/* Boards, each for itself and up to turning and mirroring. */
typedef struct t48_exact_count {
    uint64_t all, canonical;
} t48_exact_count;

enum { T48_EXACT_LEVEL_MAX = 10 }; /* nine cells allow no tile above 1024 */

typedef struct t48_exact_config {
    t48_rules rules;
    unsigned stop;   /* the game ends when a tile of this level (3 ..) is made; 0: never */
    bool asymmetric; /* every board for itself: slower, the same values */
    unsigned aim;    /* what the table is for: 0 the score, else to reach this level */
    int threads;     /* 0: one per processor */
    uint64_t memory; /* bytes that may be used; 0: what the machine has to give */
    const lt_control *control;
} t48_exact_config;

typedef struct t48_exact_result {
    double expected_score;
    t48_exact_count states;      /* boards after a new tile, those without a move included */
    t48_exact_count live_states; /* of these, boards with a move */
    t48_exact_count afterstates; /* boards after a move */
    unsigned top;                /* the highest level with a probability above 0 */
    double reach[T48_EXACT_LEVEL_MAX + 1]; /* by level: the greatest probability to reach it */
    double seconds;
} t48_exact_result;

typedef struct t48_exact_table t48_exact_table;

/* Bytes that a solution needs at most, with a table or without; 0 for a shape
 * that has no exact values. */
LT_API uint64_t t48_exact_memory(const t48_exact_config *config, bool with_table);

/* Whether this can be solved here: refuses shapes, tiles and shares that are not
 * allowed, and more memory than there is (LT_NO_MEMORY, with the figures). */
LT_API lt_status t48_exact_check(const t48_exact_config *config, bool with_table, lt_error *err);

/* Solves. With `table` not NULL it also keeps the value of every afterstate.
 * Fails before it starts where t48_exact_check does. */
LT_API lt_status t48_exact_solve(const t48_exact_config *config, t48_exact_result *result,
                                 t48_exact_table **table, lt_error *err);

/* --- tables -------------------------------------------------------------------- */

typedef struct t48_exact_about {
    t48_rules rules;
    unsigned stop, aim; /* as in t48_exact_config */
    uint64_t entries;
    double game_value; /* of a whole game: points, or the probability of the aim */
    uint64_t content;  /* checksum of the file it was read from; 0: it was made here */
} t48_exact_about;

LT_API lt_status t48_exact_table_save(const t48_exact_table *table, const char *path,
                                      lt_error *err);
/* Maps a saved table; with `verify` its content is checked against its checksum. */
LT_API lt_status t48_exact_table_open(t48_exact_table **table, const char *path, bool verify,
                                      lt_error *err);
LT_API void t48_exact_table_free(t48_exact_table *table);
LT_API t48_exact_about t48_exact_table_about(const t48_exact_table *table);

/* The value of each legal move of a board, whose shape is the table's or that on
 * its side, in the table's unit: points from here on, or the probability of the aim. NaN for moves
 * that are not legal and for those that lead to a board no game meets. Returns the legal moves as
 * bits; *best becomes the first best one, T48_NONE if none has a value. */
LT_API unsigned t48_exact_table_moves(const t48_exact_table *table, t48_board board,
                                      t48_shape shape, double value[T48_DIRS], t48_dir *best);

/* --- regret ---------------------------------------------------------------------- */

/* How a player's expected score was found. */
typedef enum t48_regret_method {
    T48_REGRET_EXACT,        /* its move is a function of the board */
    T48_REGRET_DISTRIBUTION, /* it draws, and its distribution is known */
    T48_REGRET_SAMPLED,      /* it draws, remembers or goes by the clock: games were played */
} t48_regret_method;

enum { T48_BLUNDERS_MAX = 100 };

typedef struct t48_blunder {
    t48_board board;
    t48_dir played, best;
    double loss;        /* expected points that the move gives away */
    double probability; /* that a game meets the board; NaN where games were sampled */
} t48_blunder;

typedef struct t48_regret_config {
    const char *player; /* spec */
    t48_rules rules;
    const t48_exact_table *table; /* for the score; NULL: it is made */
    unsigned blunders;            /* how many of the worst to keep */
    bool by_cost;                 /* worst by loss times probability, not by loss alone */
    bool sample;                  /* sample even where an exact answer is possible */
    uint64_t games, seed;         /* for sampling */
    int threads;
    const lt_control *control;
} t48_regret_config;

typedef struct t48_regret {
    t48_regret_method method;
    bool stochastic, remembers;           /* why it was sampled */
    double optimal;                       /* expected score of perfect play */
    double expected;                      /* of the player */
    double regret;                        /* optimal - expected */
    double regret_margin;                 /* half of the 95 % interval; 0 if exact */
    double mean_score, mean_score_margin; /* of the sampled games alone */
    double regret_by_loss;                /* the points its moves give away: again the regret */
    double moves, errors;                 /* expected number a game */
    uint64_t positions;                   /* different boards with a move that it met */
    uint64_t erred;                       /* those where it may give points away */
    uint64_t games;                       /* sampled */
    unsigned blunders;
    t48_blunder blunder[T48_BLUNDERS_MAX];
    char player[2048]; /* the spec, written out */
    double seconds;
} t48_regret;

LT_API lt_status t48_regret_run(const t48_regret_config *config, t48_regret *regret, lt_error *err);

#ifdef __cplusplus
}
#endif
#endif
