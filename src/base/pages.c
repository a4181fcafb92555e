/* Large zeroed memory by mmap with MADV_HUGEPAGE; calloc where there is no mmap. */
#if defined(__linux__)
#define _DEFAULT_SOURCE
#endif
#include "base/pages.h"

#include "base/memory.h"

#include <stdlib.h>

#if defined(__unix__)
#include <sys/mman.h>
#endif

static lt_status refuse(size_t size, uint64_t available, const char *what, lt_error *err)
{
    if (available == UINT64_MAX)
        return lt_fail(err, LT_NO_MEMORY, "%s needs %.1f MiB of memory, more than there is", what,
                       (double)size / 1048576);
    return lt_fail(err, LT_NO_MEMORY, "%s needs %.1f MiB of memory; %.1f MiB are available", what,
                   (double)size / 1048576, (double)available / 1048576);
}

lt_status lt_pages_new(void **pages, size_t size, const char *what, lt_error *err)
{
    *pages = NULL;
    uint64_t available = lt_memory_available();
    if (size > available) return refuse(size, available, what, err);
#if defined(__unix__)
    void *map = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED) return refuse(size, available, what, err);
#if defined(MADV_HUGEPAGE)
    madvise(map, size, MADV_HUGEPAGE); /* only speed depends on it */
#endif
    *pages = map;
#else
    *pages = calloc(1, size);
    if (!*pages) return refuse(size, available, what, err);
#endif
    return LT_OK;
}

void lt_pages_free(void *pages, size_t size)
{
    if (!pages) return;
#if defined(__unix__)
    munmap(pages, size);
#else
    (void)size;
    free(pages);
#endif
}
