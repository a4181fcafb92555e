/* The thread that thinks, so that stop is heard while it does. One board at a time. */
#ifndef PROTOCOL_THINKING_H
#define PROTOCOL_THINKING_H

#include "engine/answer.h"
#include "engine/cast.h"

typedef struct thinking thinking;

/* A board to think about. */
typedef struct thought {
    request request; /* owned; how it is answered */
    char *spec;      /* owned; with the limits of this search */
    t48_rules rules;
    uint64_t game, seed;
    t48_grid grid;
} thought;

lt_status thinking_new(thinking **t, FILE *out, lt_error *err);
/* Ends what is under way. */
void thinking_free(thinking *t);

bool thinking_busy(thinking *t);
/* Takes the thought over and begins; it must not be busy. */
void thinking_begin(thinking *t, const thought *about);
/* Asks it to end soon. */
void thinking_stop(thinking *t);
/* Waits until it is over; with a time in seconds (0: none) at most so long. True: it is. */
bool thinking_wait(thinking *t, double seconds);

/* Writes an answer between those of the thread. False: nobody reads any more. */
bool thinking_say(thinking *t, json_t *answer, bool json);

#endif
