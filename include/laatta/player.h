/* Players of 2048: named by a spec string, asked for a move or for advice.
 *
 *   worstcase                         all defaults
 *   worstcase:depth=4,smoothness=0.4  parameters of the player and its evaluation
 *   alphabeta:eval=snake,depth=3      another evaluation by name
 */
#ifndef LAATTA_PLAYER_H
#define LAATTA_PLAYER_H

#include "laatta/control.h"
#include "laatta/game.h"
#include "laatta/param.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a player or an evaluation says of itself. */
typedef struct t48_player_info {
    const char *name;
    const char *summary; /* "Title: a sentence (for experts)", the words of terminal and page */
    const lt_param *params;
    size_t param_count;
    const char *eval;     /* the evaluation it uses by default; NULL: it takes none */
    bool stochastic;      /* draws random numbers of its own */
    const char *timed_by; /* the parameter that, above 0, makes it search against the clock, so
                           * that it may move otherwise next time; NULL: it never does */
    bool outside;         /* another program moves: what it does is not laatta's to promise, and it
                           * is started only where its command is allowed */
} t48_player_info;

typedef struct t48_eval_info {
    const char *name;
    const char *summary;
    const lt_param *params;
    size_t param_count;
} t48_eval_info;

LT_API size_t t48_player_count(void);
LT_API const t48_player_info *t48_player_info_at(size_t index);
LT_API size_t t48_eval_count(void);
LT_API const t48_eval_info *t48_eval_info_at(size_t index);

enum { T48_TERMS_MAX = 12, T48_LINE_MAX = 32 };

/* One term of an evaluation: contribution = weight * feature. */
typedef struct t48_term {
    const char *name;
    double weight, feature, contribution;
} t48_term;

/* A move and the tile that the player expects, or fears, after it. */
typedef struct t48_ply {
    t48_dir dir;
    uint8_t cell, level; /* level 0: the line ends with the move */
} t48_ply;

typedef struct t48_advice {
    t48_dir best;           /* T48_NONE when no move is left */
    unsigned legal;         /* bit d: direction d is legal */
    double value[T48_DIRS]; /* of each legal move, in the player's own unit */
    const char *unit;       /* what the values are */
    uint64_t nodes;         /* positions looked at */
    t48_ply line[T48_LINE_MAX];
    unsigned line_length;                   /* principal line, 0 if the player has none */
    t48_term term[T48_DIRS][T48_TERMS_MAX]; /* the evaluation right after each legal move */
    unsigned terms;
    double chance[T48_DIRS];       /* that the next collapse is reached, by an endgame table */
    const char *pattern[T48_DIRS]; /* of that table; NULL where none knows, and chance is NAN */
} t48_advice;

typedef struct t48_player t48_player;

/* Makes a player for games with these rules. */
LT_API lt_status t48_player_new(t48_player **player, const char *spec, const t48_rules *rules,
                                lt_error *err);
LT_API void t48_player_free(t48_player *player);

LT_API const t48_player_info *t48_player_about(const t48_player *player);
/* The whole spec, every parameter written out, in the order of the tables. */
LT_API const char *t48_player_spec(const t48_player *player);

/* A checksum of the files that the player has read (a network, a table of exact
 * values); 0 if it reads none. Equal specs play alike only if this is equal too. */
LT_API uint64_t t48_player_content(const t48_player *player);

/* Whether this one searches against the clock. */
LT_API bool t48_player_timed(const t48_player *player);

/* Tells the player that the game with this seed begins. */
LT_API void t48_player_begin(t48_player *player, uint64_t seed);

/* Lets a long search be stopped (NULL: it cannot be). Once control says cancelled,
 * choose and advise return soon, and what they return means nothing; only a player that
 * searches against the clock (t48_player_timed) gives the best move of what it has
 * finished. The control must live as long as it is set. */
LT_API void t48_player_control(t48_player *player, const lt_control *control);

/* Its move; T48_NONE when none is left or, for players that say so, when it gives up. */
LT_API t48_dir t48_player_choose(t48_player *player, const t48_state *state);

/* Why it could not go on with the game that it has given up (a program that crashed, was
 * silent or broke the rules); NULL while all is well. Valid until the next game begins. */
LT_API const char *t48_player_trouble(const t48_player *player);

/* Its move and why: slower, because every move gets its exact value. The best
 * move is the one that t48_player_choose returns in the same situation. */
LT_API void t48_player_advise(t48_player *player, const t48_state *state, t48_advice *advice);

/* Positions looked at since the player was made. */
LT_API uint64_t t48_player_nodes(const t48_player *player);

#ifdef __cplusplus
}
#endif
#endif
