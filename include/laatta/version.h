/* Which laatta this is: when a program is compiled, and when it runs. Every release with
 * the same major number of the interface (the SONAME) can stand in for an older one. */
#ifndef LAATTA_VERSION_H
#define LAATTA_VERSION_H

#include "laatta/visible.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The build reads these too: they are written here and nowhere else. */
#define LAATTA_VERSION_MAJOR 0
#define LAATTA_VERSION_MINOR 1
#define LAATTA_VERSION_PATCH 0
#define LAATTA_INTERFACE 1 /* the number in liblaatta.so.1 */

/* For comparisons: #if LAATTA_VERSION_NUMBER >= 102 is "0.1.2 or newer". */
#define LAATTA_VERSION_NUMBER \
    (LAATTA_VERSION_MAJOR * 10000 + LAATTA_VERSION_MINOR * 100 + LAATTA_VERSION_PATCH)

/* The same of the library that runs: its number, and its text such as "0.1.0". */
LT_API int lt_version_number(void);
LT_API const char *lt_version(void);

/* What the running library was made from, for reports of results. */
typedef struct lt_build {
    const char *version;
    const char *commit;   /* of the sources, with "+" if they were changed; "" if unknown */
    const char *compiler; /* its name and version */
    const char *flags;    /* that decide what the code does: optimisation, processor */
    const char *level;    /* of instructions this copy was compiled for */
    const char *bench;    /* recorded for these sources; `laatta bench` computes it */
} lt_build;

LT_API const lt_build *lt_build_info(void);

/* free(), as the running library has it: for what it hands over to be freed, where the
 * caller's own may be another one (bindings of languages, preloaded allocators). */
LT_API void lt_free(void *memory);

#ifdef __cplusplus
}
#endif
#endif
