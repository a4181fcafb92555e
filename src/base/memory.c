/* Available memory, from the kernel's accounts. */
#include "base/memory.h"

#if defined(__wasm__)

uint64_t lt_memory_available(void)
{
    return UINT64_MAX;
}

#else

#include "base/allotment.h"

#include <sys/resource.h>

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

uint64_t lt_memory_available(void)
{
    uint64_t kilobytes = lt_number_in("/proc/meminfo", "MemAvailable:");
    uint64_t available = kilobytes == UINT64_MAX ? UINT64_MAX : kilobytes * 1024;
    available = least(available, lt_allotted_memory());
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        uint64_t taken = lt_number_in("/proc/self/status", "VmSize:");
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
