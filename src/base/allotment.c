/* Limits from /sys/fs/cgroup and from the environment of a job. Slurm enforces them by
 * control groups and affinity on most machines; where it does not, its environment is the
 * only place that tells of them, and a worker that took more would take it from others. */
#include "base/allotment.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_LENGTH = 512 };

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

uint64_t lt_number_in(const char *path, const char *label)
{
    unsigned long long number = 0;
    char line[256];
    uint64_t found = UINT64_MAX;
    FILE *file = fopen(path, "re");
    if (!file) return found;
    while (found == UINT64_MAX && fgets(line, sizeof line, file))
        if (strncmp(line, label, strlen(label)) == 0 &&
            sscanf(line + strlen(label), "%llu", &number) == 1)
            found = number;
    fclose(file);
    return found;
}

/* --- control groups ----------------------------------------------------------- */

static uint64_t number_of(const char *directory, const char *name)
{
    char path[2 * PATH_LENGTH];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    return lt_number_in(path, "");
}

/* What a group leaves: its limit without what its members hold. */
static uint64_t memory_left(const char *directory, bool second)
{
    uint64_t limit = number_of(directory, second ? "memory.max" : "memory.limit_in_bytes");
    uint64_t used = number_of(directory, second ? "memory.current" : "memory.usage_in_bytes");
    if (limit == UINT64_MAX || used == UINT64_MAX) return UINT64_MAX;
    return limit > used ? limit - used : 0;
}

/* Processors by the time a group has in a period; "max" and -1 are no limit. */
static uint64_t processors(const char *directory, bool second)
{
    uint64_t quota = UINT64_MAX, period = 0;
    if (second) {
        char path[2 * PATH_LENGTH];
        unsigned long long a, b;
        snprintf(path, sizeof path, "%s/cpu.max", directory);
        FILE *file = fopen(path, "re");
        if (file && fscanf(file, "%llu %llu", &a, &b) == 2) quota = a, period = b;
        if (file) fclose(file);
    } else {
        quota = number_of(directory, "cpu.cfs_quota_us");
        period = number_of(directory, "cpu.cfs_period_us");
    }
    /* "-1" reads as a number near the largest. */
    if (quota > INT64_MAX || period == 0 || period > INT64_MAX) return UINT64_MAX;
    return quota < period ? 1 : quota / period;
}

/* Whether a line names a controller of the first version: "4:cpu,cpuacct:/GROUP". */
static bool names(const char *line, const char *controller)
{
    size_t length = strlen(controller);
    const char *at = strchr(line, ':'), *end = at ? strchr(at + 1, ':') : NULL;
    for (; end && at < end; at += 1 + strcspn(at + 1, ",:"))
        if (strncmp(at + 1, controller, length) == 0 && strchr(",:", at[1 + length])) return true;
    return false;
}

/* The least of what the group of this process and the groups around it say. Both versions
 * of control groups are looked at; /proc/self/cgroup has a line each: "0::/GROUP" of the
 * second, "N:...CONTROLLER...:/GROUP" of the first. */
static uint64_t least_of_groups(const char *controller,
                                uint64_t (*ask)(const char *directory, bool second))
{
    static const char root[] = "/sys/fs/cgroup";
    char first_root[sizeof root + 16], line[PATH_LENGTH];
    snprintf(first_root, sizeof first_root, "%s/%s", root, controller);
    uint64_t left = least(ask(root, true), ask(first_root, false));
    FILE *file = fopen("/proc/self/cgroup", "re");
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        char *group = strchr(line, '/');
        bool second = strncmp(line, "0::", 3) == 0;
        if (!group || (!second && !names(line, controller))) continue;
        while (group[0]) {
            char directory[sizeof first_root + PATH_LENGTH];
            snprintf(directory, sizeof directory, "%s%s", second ? root : first_root, group);
            left = least(left, ask(directory, second));
            *strrchr(group, '/') = '\0';
        }
    }
    if (file) fclose(file);
    return left;
}

/* --- Slurm ---------------------------------------------------------------------- */

/* A whole number above 0 from the environment of a job; UINT64_MAX outside of one, and
 * for what is not such a number. */
static uint64_t of_job(const char *name)
{
    const char *text = getenv("SLURM_JOB_ID") ? getenv(name) : NULL;
    char *end = NULL;
    unsigned long long number = text ? strtoull(text, &end, 10) : 0;
    return end && end > text && *end == '\0' && number ? number : UINT64_MAX;
}

uint64_t lt_allotted_processors(void)
{
    uint64_t job = least(of_job("SLURM_CPUS_PER_TASK"), of_job("SLURM_CPUS_ON_NODE"));
    return least(job, least_of_groups("cpu", processors));
}

/* In mebibytes, of the whole node or of each processor. */
static uint64_t job_memory(void)
{
    uint64_t all = of_job("SLURM_MEM_PER_NODE"), each = of_job("SLURM_MEM_PER_CPU");
    uint64_t cpus = of_job("SLURM_CPUS_ON_NODE");
    if (each != UINT64_MAX && __builtin_mul_overflow(each, cpus == UINT64_MAX ? 1 : cpus, &each))
        each = UINT64_MAX;
    uint64_t limit = least(all, each);
    if (limit > UINT64_MAX >> 20) return UINT64_MAX;
    uint64_t held = lt_number_in("/proc/self/status", "VmRSS:");
    held = held == UINT64_MAX ? 0 : held * 1024;
    return limit << 20 > held ? (limit << 20) - held : 0;
}

uint64_t lt_allotted_memory(void)
{
    return least(job_memory(), least_of_groups("memory", memory_left));
}
