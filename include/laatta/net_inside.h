/* Networks that travel inside a program as data, for where there are no files: the
 * page. Such a program defines the list (web/carry.mjs writes that of WebAssembly);
 * others have no use for it. Unstable: it may change with the page. */
#ifndef LAATTA_NET_INSIDE_H
#define LAATTA_NET_INSIDE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct t48_net_inside {
    const char *name;           /* as the player looks for it: "2x3.net" */
    const unsigned char *bytes; /* NULL: room for one that the program may bring later */
    size_t size;
} t48_net_inside;

/* Ends with an entry without a name. */
extern t48_net_inside t48_nets_inside[];

#ifdef __cplusplus
}
#endif

#endif
