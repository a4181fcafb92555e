/* Lines from a file descriptor. A line that is too long is dropped as it comes, whatever
 * its length. */
#include "engine/protocol.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct reader {
    char *line; /* PROTOCOL_LINE bytes */
    size_t length;
    bool dropping; /* the line is too long already */
} reader;

static bool end_line(protocol *p, reader *r)
{
    bool goes_on = r->dropping ? protocol_too_long(p, r->line[0] == '{')
                               : protocol_line(p, r->line, r->length);
    r->length = 0;
    r->dropping = false;
    return goes_on;
}

/* Takes a part of a line, if there is room. */
static void take(reader *r, const char *bytes, size_t length)
{
    if (r->length == 0 && length > 0) r->line[0] = bytes[0];
    r->dropping = r->dropping || length > PROTOCOL_LINE - r->length;
    if (r->dropping) return;
    memcpy(r->line + r->length, bytes, length);
    r->length += length;
}

/* False: the client has had enough. */
static bool take_all(protocol *p, reader *r, const char *bytes, size_t length)
{
    while (length > 0) {
        const char *end = memchr(bytes, '\n', length);
        size_t part = end ? (size_t)(end - bytes) : length;
        take(r, bytes, part);
        if (!end) return true;
        if (!end_line(p, r)) return false;
        bytes += part + 1;
        length -= part + 1;
    }
    return true;
}

lt_status protocol_run(protocol *p, int in, lt_error *err)
{
    enum { BLOCK = 65536 };
    reader r = {.line = malloc(PROTOCOL_LINE)};
    char *block = malloc(BLOCK);
    lt_status status = r.line && block ? LT_OK : lt_fail(err, LT_NO_MEMORY, "not enough memory");
    bool goes_on = status == LT_OK;
    while (goes_on) {
        ssize_t got = read(in, block, BLOCK);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) status = lt_fail(err, LT_IO, "reading commands failed: %s", strerror(errno));
        if (got <= 0) {
            /* The last line may lack its end. */
            if (r.length || r.dropping) goes_on = end_line(p, &r);
            break;
        }
        goes_on = take_all(p, &r, block, (size_t)got);
    }
    if (goes_on) protocol_settle(p);
    free(r.line);
    free(block);
    return status;
}
