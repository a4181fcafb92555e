/* A time by the clock on the wall is turned into one of the steady clock at once: setting
 * the clock does not change how long a worker works. */
#include "cmd/lab/work_end.h"

#include "base/clock.h"
#include "base/spec.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Before the end of a job: to stop games, hand them in and save a checkpoint. Slurm's own
 * signal at the end leaves as long as that again. */
static const double slurm_margin = 30;

/* 90, 90s, 15m, 2h, 1d, and sums of them: 1h30m. */
static bool read_duration(const char *text, double *seconds)
{
    static const char unit[] = "smhd";
    static const double worth[] = {1, 60, 3600, 86400};
    *seconds = 0;
    if (!*text) return false;
    while (*text) {
        size_t digits = strspn(text, "0123456789.");
        double number;
        if (!digits || !lt_parse_real(text, digits, &number)) return false;
        text += digits;
        const char *u = *text ? strchr(unit, *text) : unit;
        if (!u) return false;
        *seconds += number * worth[u - unit];
        if (*text) text++;
    }
    return *seconds < 1e9;
}

/* 18:30 (today, or tomorrow if that is over), 2026-11-17T18:30 or with seconds, in the
 * machine's own time zone, or @SECONDS since 1970. */
static bool read_moment(const char *text, double now, double *moment)
{
    double seconds;
    if (*text == '@') {
        if (!lt_parse_real(text + 1, strlen(text + 1), &seconds)) return false;
        *moment = seconds;
        return true;
    }
    time_t today = (time_t)now;
    struct tm tm;
    if (!localtime_r(&today, &tm)) return false;
    int year, month, day, hour, minute, second = 0, used = 0;
    bool dated = sscanf(text, "%4d-%2d-%2d%*1[T ]%n", &year, &month, &day, &used) == 3 && used;
    if (dated) tm.tm_year = year - 1900, tm.tm_mon = month - 1, tm.tm_mday = day;
    const char *rest = text + (dated ? used : 0);
    used = 0;
    int read = sscanf(rest, "%2d:%2d%n:%2d%n", &hour, &minute, &used, &second, &used);
    if (read < 2 || rest[used] || hour > 23 || minute > 59 || second > 59 || tm.tm_mon > 11 ||
        tm.tm_mon < 0 || tm.tm_mday < 1 || tm.tm_mday > 31 || hour < 0 || minute < 0 || second < 0)
        return false;
    tm.tm_hour = hour, tm.tm_min = minute, tm.tm_sec = second, tm.tm_isdst = -1;
    struct tm asked = tm;
    time_t at = mktime(&tm);
    if (at != (time_t)-1 && !dated && (double)at <= now) {
        asked.tm_mday++;
        at = mktime(&asked);
    }
    *moment = (double)at;
    return at != (time_t)-1;
}

static bool over(void *ctx)
{
    const work_end *end = ctx;
    return (end->at > 0 && lt_clock_now() >= end->at) || lt_cancelled(&end->inner);
}

static void pass_on(void *ctx, const lt_progress *progress)
{
    const work_end *end = ctx;
    lt_report(&end->inner, progress);
}

bool work_end_init(work_end *end, const cli_args *args)
{
    const char *until = cli_value(args, "until"), *job = getenv("SLURM_JOB_END_TIME");
    double wall = (double)time(NULL), here = lt_clock_now(), seconds = 0, moment = 0;
    *end = (work_end){.inner = cli_control()};
    end->control = (lt_control){end, pass_on, over};
    if (until && *until == '+') {
        if (!read_duration(until + 1, &seconds)) until = NULL, moment = -1;
    } else if (until) {
        if (!read_moment(until, wall, &moment)) moment = -1;
        seconds = moment - wall;
    } else if (job && getenv("SLURM_JOB_ID") && lt_parse_real(job, strlen(job), &moment)) {
        seconds = moment - slurm_margin - wall;
    } else {
        return true;
    }
    if (moment < 0) {
        cli_usage_error(args,
                        "--until is +DURATION (+90s, +1h30m) or a time (18:30, 2026-11-17T18:30, "
                        "@SECONDS since 1970), not \"%s\"",
                        cli_value(args, "until"));
        return false;
    }
    end->at = here + (seconds > 0 ? seconds : 0);
    if (end->at <= 0) end->at = 1e-9; /* a clock that begins now */
    return true;
}

bool work_end_again(const work_end *end)
{
    int number = cli_signal();
    return number == SIGUSR1 || (!number && end->at > 0 && lt_clock_now() >= end->at);
}
