/* Status codes and error details: how every fallible call of laatta reports.
 *
 * A function that can fail returns lt_status and takes an lt_error * as its
 * last argument (NULL is allowed: the text is then dropped). The text is one
 * sentence for a person: what was wrong, where, and what is allowed. */
#ifndef LAATTA_STATUS_H
#define LAATTA_STATUS_H

#include "laatta/visible.h"

#include <stdarg.h>

#ifdef __cplusplus
extern "C" {
#endif

/* name, one-line meaning, exit status a command gives for it */
#define LT_STATUS_LIST(X)                                                  \
    X(LT_OK, "no error", 0)                                                \
    X(LT_BAD_INPUT, "the input is not what is allowed", 2)                 \
    X(LT_DAMAGED, "a file is damaged or of another kind", 2)               \
    X(LT_UNSUPPORTED, "this combination is not supported", 2)              \
    X(LT_NO_MEMORY, "not enough memory", 1)                                \
    X(LT_IO, "reading or writing failed", 1)                               \
    X(LT_LIMIT, "a limit was reached before the work was done", 1)         \
    X(LT_UNSOLVABLE, "no solution exists", 1)                              \
    X(LT_CANCELLED, "stopped on request", 1)                               \
    X(LT_BUSY, "another program was in the way; it may be tried again", 1) \
    X(LT_UNAVAILABLE, "a service or table that is needed is not there", 1)

typedef enum lt_status {
#define X(name, text, exit_code) name,
    LT_STATUS_LIST(X)
#undef X
} lt_status;

enum { LT_ERROR_TEXT = 480 };

typedef struct lt_error {
    lt_status status;
    char text[LT_ERROR_TEXT];
} lt_error;

/* The meaning of a status, and the exit status a command ends with. */
LT_API const char *lt_status_text(lt_status status);
LT_API int lt_status_exit(lt_status status);

/* Fills *err (if not NULL) and returns status, for `return lt_fail(...)`. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
LT_API lt_status
lt_fail(lt_error *err, lt_status status, const char *format, ...);
#if defined(__clang_analyzer__)
/* What the last sentence says, for an analyzer that does not see into another file. */
#define lt_fail(err, status, ...) ((void)lt_fail((err), (status), __VA_ARGS__), (status))
#endif

#define LT_TRY(expr)                                      \
    do {                                                  \
        lt_status lt_try_status = (expr);                 \
        if (lt_try_status != LT_OK) return lt_try_status; \
    } while (0)

#ifdef __cplusplus
}
#endif
#endif
