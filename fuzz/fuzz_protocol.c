/* Any lines sent to `laatta engine`: every one is obeyed or refused, and the next one is
 * read. Counts the lines, for runs of a certain number of them. The game is one on a small
 * board, unless the first line is empty. */
#define _GNU_SOURCE
#include "fuzz/fuzz_sealed.h"

#include "engine/protocol.h"

#include <string.h>

/* A limit of 1, as words or JSON, and no other. */
static bool is_one(const char *at, const char *end)
{
    while (at < end && strchr("\": =", *at)) at++;
    return at < end && *at == '1' && (at + 1 == end || strchr(" ,}\r", at[1]));
}

/* No program is started and no search lasts: a command may be anything. */
static bool allowed(const char *line, size_t length)
{
    static const char *const never[] = {"external", "optimal",  "ntuple", "threads",
                                        "table",    "playouts", "\\u"};
    static const char *const limits[] = {"depth", "ms", "nodes"};
    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++)
        if (memmem(line, length, never[i], strlen(never[i]))) return false;
    const char *end = line + length;
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        const char *at = line, *found;
        while ((found = memmem(at, (size_t)(end - at), limits[i], strlen(limits[i])))) {
            at = found + strlen(limits[i]);
            if (!is_one(at, end)) return false;
        }
    }
    return true;
}

static unsigned long long lines;

static void tell(void)
{
    fprintf(stderr, "stat::lines: %llu\n", lines);
}

/* A line, and one that is too long for a ~ at its beginning. */
static void put_line(int in, const char *line, size_t length, bool ends)
{
    static const char filling[PROTOCOL_LINE];
    bool longer = length > 0 && line[0] == '~';
    if (longer) line++, length--;
    if (write(in, line, length) != (ssize_t)length) abort();
    if (longer && write(in, filling, sizeof filling) != (ssize_t)sizeof filling) abort();
    if (ends && write(in, "\n", 1) != 1) abort();
    lines++;
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
    int in = memfd_create("lines", MFD_CLOEXEC);
    const char *at = (const char *)data, *end = at + size;
    /* The tables of a player on a small board are filled in moments. */
    static const char small[] = "new size 2x3";
    if (size == 0 || data[0] != '\n') put_line(in, small, sizeof small - 1, true);
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((newline ? newline : end) - at);
        if (allowed(at, length)) put_line(in, at, length, newline);
        at += length + 1;
    }
    if (lseek(in, 0, SEEK_SET) != 0 || protocol_run(p, in, &err) != LT_OK) abort();
    close(in);
    protocol_free(p);
    return 0;
}
