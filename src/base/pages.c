/* Large zeroed memory by mmap with MADV_HUGEPAGE; calloc where there is no mmap. */
#include "base/pages.h"

#include "base/memory.h"

#include <stdlib.h>

#if defined(__unix__)
#include <sys/mman.h>
#endif

lt_status lt_pages_new(void **pages, size_t size, const char *what, lt_error *err)
{
    *pages = NULL;
    LT_TRY(lt_memory_allow(size, what, err));
#if defined(__unix__)
    void *map = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED)
        return lt_fail(err, LT_NO_MEMORY, "%s needs %.1f MiB of memory, more than there is", what,
                       (double)size / 1048576);
#if defined(MADV_HUGEPAGE)
    madvise(map, size, MADV_HUGEPAGE); /* only speed depends on it */
#endif
    *pages = map;
#else
    *pages = calloc(1, size);
    if (!*pages) return lt_fail(err, LT_NO_MEMORY, "no memory for %s", what);
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
