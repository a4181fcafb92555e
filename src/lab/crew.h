/* The threads of a worker: each takes a task, plays its games one after the other
 * and hands it back. The store is not their business. */
#ifndef LAB_CREW_H
#define LAB_CREW_H

#include "lab/queue.h"

#include <stdatomic.h>

/* A lease being worked on. The crew owns it from lab_crew_give to lab_crew_take. */
typedef struct lab_task {
    lab_lease lease;
    lab_order order;
    lab_result *results;    /* room for lease.games */
    uint64_t played;        /* of the lease, from its first game on without a gap */
    _Atomic uint64_t steps; /* grows with every move: the sign of progress */
    uint64_t steps_renewed; /* what `steps` was when the lease was last renewed */
    atomic_bool ready;      /* its player is there; that may take long, without a move */
    unsigned quiet;         /* renewals in a row that saw no step while it was not ready */
    atomic_bool abandoned;  /* nobody wants its results any more */
    bool started;
    lt_error failure; /* status LT_OK: none */
    double seconds;   /* spent playing */
    uint64_t moves;
    lab_product made;            /* for this configuration, here and now; content "": nothing was */
    char fingerprint[17];        /* of the player then */
    char trouble[LT_ERROR_TEXT]; /* why a game was given up (t48_player_trouble); "": none was */
    struct lab_task *next;
} lab_task;

typedef struct lab_crew lab_crew;

/* `allowed` and `folder` (of what recipes make) must outlive the crew. */
lt_status lab_crew_new(lab_crew **crew, int threads, const lab_commands *allowed,
                       const char *folder, lt_error *err);
/* Stops in the middle of games and waits for the threads. */
void lab_crew_stop(lab_crew *crew);
void lab_crew_free(lab_crew *crew); /* all tasks must have been taken */

void lab_crew_give(lab_crew *crew, lab_task *task);
/* All tasks that are over (linked by next), or NULL. After lab_crew_stop: all tasks. */
lab_task *lab_crew_take(lab_crew *crew);

/* What the crew has: games and tasks that nobody has begun, and tasks under way. */
typedef struct lab_crew_load {
    uint64_t games_waiting;
    size_t waiting, playing;
} lab_crew_load;
lab_crew_load lab_crew_look(lab_crew *crew);

/* Calls `visit` for every task that is not over. */
void lab_crew_each(lab_crew *crew, void (*visit)(void *ctx, lab_task *task), void *ctx);

/* Waits until a task is over or a thread runs out of work, at most so long. */
void lab_crew_wait(lab_crew *crew, double seconds);

#endif
