/* Available memory, from the kernel's accounts. */
#include "base/memory.h"

#if defined(__wasm__)

uint64_t lt_memory_available(void)
{
    return UINT64_MAX;
}

#else

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

enum { PATH_LENGTH = 512 };

/* The number in the first line of a file that begins with `label`. */
static uint64_t number_in(const char *path, const char *label)
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

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* What a control group leaves: its limit without what its members hold. */
static uint64_t left_in(const char *directory, const char *limit_name, const char *used_name)
{
    char path[2 * PATH_LENGTH];
    snprintf(path, sizeof path, "%s/%s", directory, limit_name);
    uint64_t limit = number_in(path, "");
    snprintf(path, sizeof path, "%s/%s", directory, used_name);
    uint64_t used = number_in(path, "");
    if (limit == UINT64_MAX || used == UINT64_MAX) return UINT64_MAX;
    return limit > used ? limit - used : 0;
}

/* The least that the group of this process and the groups around it leave. Both
 * versions of control groups are looked at; /proc/self/cgroup has a line each:
 * "0::/GROUP" of the second, "N:...memory...:/GROUP" of the first. */
static uint64_t left_in_groups(void)
{
    static const char root[] = "/sys/fs/cgroup", first_root[] = "/sys/fs/cgroup/memory";
    uint64_t left = least(left_in(root, "memory.max", "memory.current"),
                          left_in(first_root, "memory.limit_in_bytes", "memory.usage_in_bytes"));
    char line[PATH_LENGTH];
    FILE *file = fopen("/proc/self/cgroup", "re");
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        char *group = strchr(line, '/');
        bool second = strncmp(line, "0::", 3) == 0;
        if (!group || (!second && !strstr(line, "memory"))) continue;
        while (group[0]) {
            char directory[sizeof root + 8 + PATH_LENGTH];
            snprintf(directory, sizeof directory, "%s%s", second ? root : first_root, group);
            left = least(left, second ? left_in(directory, "memory.max", "memory.current")
                                      : left_in(directory, "memory.limit_in_bytes",
                                                "memory.usage_in_bytes"));
            *strrchr(group, '/') = '\0';
        }
    }
    if (file) fclose(file);
    return left;
}

uint64_t lt_memory_available(void)
{
    uint64_t kilobytes = number_in("/proc/meminfo", "MemAvailable:");
    uint64_t available = kilobytes == UINT64_MAX ? UINT64_MAX : kilobytes * 1024;
    available = least(available, left_in_groups());
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        uint64_t taken = number_in("/proc/self/status", "VmSize:");
        taken = taken == UINT64_MAX ? 0 : taken * 1024;
        available = least(available, limit.rlim_cur > taken ? limit.rlim_cur - taken : 0);
    }
    return available;
}

#endif

lt_status lt_memory_allow(uint64_t bytes, const char *what, lt_error *err)
{
    uint64_t available = lt_memory_available();
    if (bytes <= available) return LT_OK;
    return lt_fail(err, LT_NO_MEMORY, "%s needs %.1f MiB of memory; %.1f MiB are available", what,
                   (double)bytes / 1048576, (double)available / 1048576);
}
