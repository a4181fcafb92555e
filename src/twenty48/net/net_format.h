/* The network file's fields, shared by its reader (net_file.c, which describes
 * them) and its writer (net_quantize.c). */
#ifndef T48_NET_FORMAT_H
#define T48_NET_FORMAT_H

#include "base/byteorder.h"
#include "twenty48/net/net.h"

#define T48_NET_MAGIC "laatanet"
enum { T48_NET_VERSION = 2, T48_NET_STEP_MAX = 1 << 16 };

typedef struct t48_net_head {
    char layout[T48_NET_TEXT];
    uint8_t rows, cols;
    uint8_t highest;     /* t48_net.highest; 0: what its weights say */
    uint8_t differences; /* a bit for each stage that is coded as what it differs by from the
                            one before it */
    int32_t step;
    uint32_t error; /* of a board's value, root of the mean square; in 1/T48_NET_UNIT points */
    uint32_t spare;
    uint64_t games, moves, kept;
} t48_net_head;

_Static_assert(T48_NET_STAGES_MAX <= 8, "every stage has its bit in a head's differences");

/* Between the order of bytes in a file and that of this machine. */
static inline void t48_net_head_turn(t48_net_head *h)
{
    lt_order(&h->step, 1, "444888");
}

#endif
