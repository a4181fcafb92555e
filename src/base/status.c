/* Texts of the status codes and the one function that fills an lt_error. */
#include "laatta/status.h"

#include <stdio.h>

static const struct {
    const char *text;
    int exit_code;
} statuses[] = {
#define X(name, text, exit_code) {text, exit_code},
    LT_STATUS_LIST(X)
#undef X
};

const char *lt_status_text(lt_status status)
{
    return statuses[status].text;
}

int lt_status_exit(lt_status status)
{
    return statuses[status].exit_code;
}

lt_status lt_fail(lt_error *err, lt_status status, const char *format, ...)
{
    if (err) {
        err->status = status;
        va_list args;
        va_start(args, format);
        vsnprintf(err->text, sizeof err->text, format, args);
        va_end(args);
    }
    return status;
}
