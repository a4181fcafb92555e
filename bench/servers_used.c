/* From /proc: a server is a process with children (PostgreSQL, one a connection), and what
 * children have used that are gone is kept by it. */
#include "servers_used.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Own time, and that of its children that have ended: fields 14 to 17, counted behind the
 * name, which stands in parentheses and may hold anything but is short. */
static double ticks_of(long pid)
{
    char path[64];
    unsigned long long own[2] = {0}, gone[2] = {0};
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *f = fopen(path, "r");
    if (!f) return 0;
    int read =
        fscanf(f, "%*d (%*[^)]) %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %llu %llu",
               &own[0], &own[1], &gone[0], &gone[1]);
    fclose(f);
    return read == 4 ? (double)(own[0] + own[1] + gone[0] + gone[1]) : 0;
}

static double ticks_of_server(long pid)
{
    char path[64];
    double ticks = 0;
    long child;
    snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", pid, pid);
    FILE *f = fopen(path, "r");
    if (f) {
        while (fscanf(f, "%ld", &child) == 1) ticks += ticks_of(child);
        fclose(f);
    }
    return ticks + ticks_of(pid);
}

double bench_servers_used(void)
{
    const char *at = getenv("LAATTA_SERVERS");
    char folder[512], path[520];
    double ticks = 0;
    int length;
    for (; at && sscanf(at, " %511s%n", folder, &length) == 1; at += length) {
        long pid;
        snprintf(path, sizeof path, "%s/pid", folder);
        FILE *f = fopen(path, "r");
        if (!f) continue;
        if (fscanf(f, "%ld", &pid) == 1) ticks += ticks_of_server(pid);
        fclose(f);
    }
    return ticks / (double)sysconf(_SC_CLK_TCK);
}
