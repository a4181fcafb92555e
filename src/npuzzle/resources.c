/* Threads and memory where the caller named none, or more than there is. */
#include "npuzzle/resources.h"

#include "base/memory.h"
#include "base/threads.h"

/* What is taken where the system does not tell how much there is. */
static const uint64_t UNKNOWN_MEMORY = (uint64_t)1 << 30;

np_resources np_resources_filled(const np_resources *given)
{
    np_resources filled = given ? *given : (np_resources){.threads = 0};
    if (filled.threads < 1) filled.threads = lt_cpu_count();
    if (filled.threads > LT_THREADS_MAX) filled.threads = LT_THREADS_MAX;
    uint64_t there = lt_memory_available();
    if (filled.memory == 0) filled.memory = there == UINT64_MAX ? UNKNOWN_MEMORY : there / 2;
    if (filled.memory > there) filled.memory = there;
    return filled;
}
