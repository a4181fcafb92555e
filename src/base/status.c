/* Texts of the status codes and the one function that fills an lt_error. */
#include "laatta/status.h"

#include "base/utf8.h"

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

lt_status(lt_fail)(lt_error *err, lt_status status, const char *format, ...)
{
    if (err) {
        err->status = status;
        va_list args;
        va_start(args, format);
        char said[sizeof err->text];
        vsnprintf(said, sizeof said, format, args);
        va_end(args);
        /* It quotes strangers, and goes to terminals and into JSON. */
        lt_utf8_copy(err->text, sizeof err->text, said);
    }
    return status;
}
