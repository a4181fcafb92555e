/* The progress bar, and Ctrl-C as a request to stop.
 *
 *   playing  [#########...........]  45 %  4500/10000 games  1.2 k/s  5 s left
 *
 * Drawn where stderr is a terminal, at most ten times a second; elsewhere --verbose
 * prints a line now and then. */
#include "cmd/cli.h"
#include "cmd/cli_output.h"
#include "cmd/cli_screen.h"

#include "base/clock.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LINE_SECONDS = 5 }; /* between two lines of --verbose in a pipe */

static volatile sig_atomic_t interrupted; /* the signal */
static struct {
    bool on_terminal, shown;
    double started, last;
    char what[32];
    uint64_t first; /* done when this kind of work began, for a rate of its own */
} bar;

static void on_signal(int number)
{
    if (!interrupted) interrupted = number;
    /* The next one is not caught: it ends the program at once. */
    signal(number, SIG_DFL);
}

bool cli_interrupted(void)
{
    return interrupted != 0 || cli_output_lost();
}

int cli_signal(void)
{
    return interrupted;
}

static bool cancelled(void *ctx)
{
    (void)ctx;
    return cli_interrupted();
}

/* 1234567 -> "1.2 M" */
static const char *human(char *out, size_t size, double value)
{
    static const char *const suffix[] = {"", " k", " M", " G", " T"};
    size_t i = 0;
    while (value >= 1000 && i + 1 < sizeof suffix / sizeof suffix[0]) {
        value /= 1000;
        i++;
    }
    snprintf(out, size, value < 10 ? "%.1f%s" : "%.0f%s", value, suffix[i]);
    return out;
}

static const char *time_left(char *out, size_t size, double seconds)
{
    if (seconds < 100)
        snprintf(out, size, "%.0f s", seconds);
    else if (seconds < 6000)
        snprintf(out, size, "%.0f min", seconds / 60);
    else
        snprintf(out, size, "%.1f h", seconds / 3600);
    return out;
}

__attribute__((format(printf, 4, 5))) static void add(char *line, size_t size, size_t *used,
                                                      const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vsnprintf(line + *used, size - *used, format, list);
    va_end(list);
    if (length > 0) *used = *used + (size_t)length < size ? *used + (size_t)length : size - 1;
}

static void show(void *ctx, const lt_progress *p)
{
    (void)ctx;
    bool lines = !bar.on_terminal && cli_verbosity == CLI_VERBOSE;
    if (cli_verbosity == CLI_QUIET || (!bar.on_terminal && !lines)) return;
    double now = lt_clock_now();
    if (strncmp(bar.what, p->what, sizeof bar.what - 1) != 0) {
        snprintf(bar.what, sizeof bar.what, "%s", p->what);
        bar.started = now;
        bar.first = p->done;
        bar.last = lines ? now : 0;
    }
    if (now - bar.last < (lines ? LINE_SECONDS : 0.1)) return;
    bar.last = now;
    bar.shown = !lines;
    double spent = now - bar.started;
    double rate = spent > 0 ? (double)(p->done - bar.first) / spent : 0;
    char rate_text[24], left[24], done[24], line[256] = "";
    size_t used = 0;
    add(line, sizeof line, &used, "%s  ", p->what);
    if (p->total) {
        enum { WIDTH = 24 };
        double share = (double)p->done / (double)p->total;
        char cells[WIDTH + 1];
        for (int i = 0; i < WIDTH; i++) cells[i] = i < (int)(share * WIDTH) ? '#' : '.';
        cells[WIDTH] = '\0';
        add(line, sizeof line, &used, "[%s] %3.0f %%  %llu/%llu %s", cells, 100 * share,
            (unsigned long long)p->done, (unsigned long long)p->total, p->unit);
    } else {
        add(line, sizeof line, &used, "%s %s", human(done, sizeof done, (double)p->done), p->unit);
    }
    add(line, sizeof line, &used, "  %s/s", human(rate_text, sizeof rate_text, rate));
    if (p->total && rate > 0 && spent > 0.3)
        add(line, sizeof line, &used, "  %s left",
            time_left(left, sizeof left, (double)(p->total - p->done) / rate));
    if (p->note) add(line, sizeof line, &used, "  %s", p->note);
    if (lines) {
        fprintf(stderr, "%s\n", line);
        return;
    }
    /* A line that wraps could not be cleared again. */
    fprintf(stderr, "\r\033[K%.*s", cli_columns(STDERR_FILENO) - 1, line);
    fflush(stderr);
}

lt_control cli_control(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGUSR1, &action, NULL); /* how batch systems tell that time is short */
    /* A closed terminal saves as SIGTERM does, unless nohup asked to go on without. */
    struct sigaction hangup;
    if (sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &action, NULL);
    bar.on_terminal = cli_can_draw(STDERR_FILENO);
    bar.what[0] = '\0';
    return (lt_control){.progress = show, .cancelled = cancelled};
}

void cli_control_done(void)
{
    if (bar.shown) fprintf(stderr, "\r\033[K");
    bar.shown = false;
}
