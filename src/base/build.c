/* The generated header changes with every commit; nothing else includes it. */
#include "laatta/version.h"

#include "build_info.inc"

#include <stdlib.h>

#ifdef LAATTA_LEVEL_NAME
#define FLAGS LAATTA_BUILD_FLAGS " -march=" LAATTA_LEVEL_NAME
#else
#define FLAGS LAATTA_BUILD_FLAGS
#define LAATTA_LEVEL_NAME LAATTA_BUILD_LEVEL
#endif

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown"
#endif

const lt_build *lt_build_info(void)
{
    static const lt_build build = {.version = LAATTA_BUILD_VERSION,
                                   .commit = LAATTA_BUILD_COMMIT,
                                   .compiler = COMPILER,
                                   .flags = FLAGS,
                                   .level = LAATTA_LEVEL_NAME,
                                   .bench = LAATTA_BUILD_BENCH};
    return &build;
}

const char *lt_version(void)
{
    return LAATTA_BUILD_VERSION;
}

int lt_version_number(void)
{
    return LAATTA_VERSION_NUMBER;
}

void lt_free(void *memory)
{
    free(memory);
}
