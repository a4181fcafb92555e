/* The line protocol of `laatta engine` (docs/PROTOCOL.md): a program writes commands, a
 * line each, and reads answers. A line that begins with { is JSON and is answered in
 * JSON; any other is words and is answered in words. */
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include "laatta/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { PROTOCOL_VERSION = 1, PROTOCOL_LINE = 65536 }; /* the longest line, in bytes */

typedef struct protocol protocol;

typedef struct protocol_config {
    FILE *out;           /* where answers go */
    const char *player;  /* the spec of who thinks until a command names another */
    const char *version; /* what hello says */
} protocol_config;

lt_status protocol_new(protocol **p, const protocol_config *config, lt_error *err);
/* Stops thinking. */
void protocol_free(protocol *p);

/* Obeys one line (without its end). False: the client has said quit, or does not read. */
bool protocol_line(protocol *p, const char *line, size_t length);
/* The answer to a line that was too long to be read. */
bool protocol_too_long(protocol *p, bool json);
/* Waits until nothing is thought about, or nobody reads the answer any more. */
void protocol_settle(protocol *p);

/* Obeys the lines that come from a file descriptor, to its end. */
lt_status protocol_run(protocol *p, int in, lt_error *err);

#endif
