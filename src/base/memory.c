/* Available memory, from the kernel's accounts. */
#include "base/memory.h"

#if defined(__wasm__)

uint64_t lt_memory_available(void)
{
    return UINT64_MAX;
}

#else

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

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

uint64_t lt_memory_available(void)
{
    uint64_t kilobytes = number_in("/proc/meminfo", "MemAvailable:");
    uint64_t available = kilobytes == UINT64_MAX ? UINT64_MAX : kilobytes * 1024;
    uint64_t group = number_in("/sys/fs/cgroup/memory.max", "");
    uint64_t used = number_in("/sys/fs/cgroup/memory.current", "");
    if (group != UINT64_MAX && used != UINT64_MAX)
        available = least(available, group > used ? group - used : 0);
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        uint64_t taken = number_in("/proc/self/status", "VmSize:");
        taken = taken == UINT64_MAX ? 0 : taken * 1024;
        available = least(available, limit.rlim_cur > taken ? limit.rlim_cur - taken : 0);
    }
    return available;
}

#endif
