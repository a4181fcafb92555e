/* An answer in words: lines, of which the last begins with ok, best or error. */
#ifndef PROTOCOL_ANSWER_WORDS_H
#define PROTOCOL_ANSWER_WORDS_H

#include <jansson.h>
#include <stdio.h>

void answer_words(const json_t *answer, FILE *out);

#endif
