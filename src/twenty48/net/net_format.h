/* The network file's fields, shared by its reader (net_file.c, which describes
 * them) and its writer (net_quantize.c). */
#ifndef T48_NET_FORMAT_H
#define T48_NET_FORMAT_H

#include "twenty48/net/net.h"

#define T48_NET_MAGIC "laatanet"
enum { T48_NET_VERSION = 1, T48_NET_BLOCK = 64, T48_NET_GROUP = 4096, T48_NET_ESCAPE = -128 };
enum { T48_NET_STEP_MAX = 1 << 16 };

typedef struct t48_net_head {
    char layout[T48_NET_TEXT];
    uint8_t rows, cols, unused[2];
    int32_t step;
    uint64_t games, moves, kept;
    uint64_t masks, words; /* how many of each there are */
} t48_net_head;

#endif
