/* Any lines sent to `laatta engine`: every one is obeyed or refused, and the next one is
 * read. Counts the lines, for runs of a certain number of them. */
#define _GNU_SOURCE
#include "fuzz/fuzz_sealed.h"

#include "engine/protocol.h"

#include <string.h>

/* No program is started and no search lasts: a command may be anything. */
static bool allowed(const char *line, size_t length)
{
    static const char *const never[] = {"external", "optimal", "ntuple", "threads",  "depth",
                                        "table",    "ms",      "nodes",  "playouts", "\\u"};
    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++)
        if (memmem(line, length, never[i], strlen(never[i]))) return false;
    return true;
}

static unsigned long long lines;

static void tell(void)
{
    fprintf(stderr, "stat::lines: %llu\n", lines);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FILE *out;
    if (!out) {
        out = fopen("/dev/null", "w");
        if (!out) abort();
        atexit(tell);
    }
    protocol *p;
    lt_error err;
    protocol_config config = {.out = out, .player = "greedy", .version = "0"};
    if (protocol_new(&p, &config, &err) != LT_OK) abort();
    const char *at = (const char *)data, *end = at + size;
    bool goes_on = true;
    while (goes_on && at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((newline ? newline : end) - at);
        if (allowed(at, length)) {
            goes_on = protocol_line(p, at, length);
            lines++;
        }
        at += length + 1;
    }
    protocol_free(p);
    return 0;
}
