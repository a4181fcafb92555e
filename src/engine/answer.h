/* Answers: made once, as a JSON object, and written in the form that the request had. */
#ifndef PROTOCOL_ANSWER_H
#define PROTOCOL_ANSWER_H

#include "engine/request.h"

#include "laatta/player.h"

#include <stdio.h>

/* {"do": ..., "id": ...}; NULL: no memory. */
json_t *answer_begin(const request *r);

/* Fills in what a command found. */
void answer_hello(json_t *answer, const char *version);
void answer_help(json_t *answer);
void answer_players(json_t *answer);
/* What was thought; the values of the moves if `values`. */
void answer_best(json_t *answer, const t48_advice *advice, bool values, double seconds,
                 bool stopped);
void answer_error(json_t *answer, const char *text);

/* Writes it, flushes, and frees it. False: nobody reads any more. */
bool answer_write(json_t *answer, bool json, FILE *out);

#endif
