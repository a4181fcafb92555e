/* Lost output and shortened files. */
#include "cmd/cli_output.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Tables are mapped, not read. A file is only ever replaced whole by laatta, but
 * others may cut one short while it is in use, or its disk may fail. */
static void on_bus_error(int number)
{
    (void)number;
    static const char text[] =
        "laatta: a table or network file in use was shortened or cannot be read any more\n";
    /* Nothing can be done about a standard error that is closed too. */
    ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
    (void)written;
    _exit(1);
}

void cli_output_begin(void)
{
    signal(SIGPIPE, SIG_IGN);
    signal(SIGBUS, on_bus_error);
}

/* Why standard output was lost; 0 while it is not. */
static int reason;

void cli_flush(void)
{
    if (fflush(stdout) != 0 && !reason) reason = errno;
}

bool cli_output_lost(void)
{
    return ferror(stdout) != 0;
}

_Noreturn void cli_no_memory(void)
{
    fputs("laatta: not enough memory\n", stderr);
    _exit(1);
}

int cli_output_end(int status)
{
    cli_flush();
    if (!reason && !ferror(stdout)) return status;
    /* A write inside a print failed, and its reason was not kept. The output is cut off
     * already: one byte more asks the system why. */
    if (!reason && write(STDOUT_FILENO, "\n", 1) < 0) reason = errno;
    fprintf(stderr, "laatta: writing the output failed%s%s\n", reason ? ": " : "",
            reason ? strerror(reason) : "");
    return status ? status : 1;
}
