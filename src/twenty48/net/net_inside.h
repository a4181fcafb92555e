/* Networks that travel inside a program as data, for where there are no files: the
 * page. The list is written by web/carry.mjs when WebAssembly is built. */
#ifndef T48_NET_INSIDE_H
#define T48_NET_INSIDE_H

#include <stddef.h>

typedef struct t48_net_inside {
    const char *name; /* as the player looks for it: "2x3.net" */
    const unsigned char *bytes;
    size_t size;
} t48_net_inside;

/* Ends with an entry without a name. */
extern const t48_net_inside t48_nets_inside[];

#endif
