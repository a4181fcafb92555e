/* Questions about boards that come over HTTP: a few threads think, so that the server's
 * own never does. A connection whose question waits or is thought about is suspended. */
#ifndef HTTP_GAME_DESK_H
#define HTTP_GAME_DESK_H

#include "laatta/control.h"
#include "laatta/npuzzle.h"
#include "laatta/player.h"

#include <jansson.h>
#include <microhttpd.h>

typedef struct game_desk game_desk;

/* What one thread keeps from question to question. */
typedef struct game_desk_memory {
    const lt_control *control; /* says when a question has been thought about for long enough */
    lt_control build;          /* the same for the session, whose tables have less time */
    double build_until;
    np_session *session; /* of the puzzle, with its tables; NULL: none yet */
    int rows, cols;
} game_desk_memory;

typedef struct game_question {
    /* what is asked; `think` fills `answer`, or `failure` */
    void (*think)(struct game_question *q, game_desk_memory *memory);
    char spec[160];
    t48_rules rules;
    uint64_t seed;
    t48_grid grid;
    np_position position;
    /* what came out */
    json_t *answer;
    lt_error failure; /* LT_OK: none */
    /* of the desk */
    bool done;
    struct MHD_Connection *connection;
    struct game_question *next;
} game_question;

enum { GAME_SECONDS = 5 }; /* that a question may be thought about */

lt_status game_desk_open(game_desk **desk, lt_error *err);
/* Ends what is thought about and wakes every connection; then nobody may ask. */
void game_desk_stop(game_desk *desk);
void game_desk_free(game_desk *desk); /* stopped, and the server too */

/* Suspends the connection until the question is done. False: too many are waiting. */
bool game_desk_ask(game_desk *desk, game_question *q, struct MHD_Connection *connection);
bool game_desk_done(game_desk *desk, const game_question *q);

#endif
