/* Any bytes behind a description are the weights of a large network in memory, or are refused.
 * Large tables are read by other code than small ones (net_unpack.c), at a thousandth of
 * the speed, so they are apart from fuzz_net. */
#define _GNU_SOURCE
#include "fuzz/fuzz_sealed.h"

#include "twenty48/net/net_format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint8_t none[LT_SEAL_EXTRA];
    static const char plain[] = "012345", staged[] = "012345@7@7.6";
    t48_net_head head;
    if (size < sizeof head) return 0;
    uint8_t *file = malloc(LT_SEAL_SIZE + size);
    if (!file) abort();
    memcpy(file + LT_SEAL_SIZE, data, size);
    memcpy(&head, data, sizeof head);
    head.differences &= 6; /* of the second and the third stage */
    memset(head.layout, 0, sizeof head.layout);
    memcpy(head.layout, head.differences ? staged : plain,
           head.differences ? sizeof staged : sizeof plain);
    memcpy(file + LT_SEAL_SIZE, &head, sizeof head);
    fuzz_seal(file, size, T48_NET_MAGIC, T48_NET_VERSION, none);
    t48_net *net;
    lt_error err;
    if (t48_net_parse(&net, file, LT_SEAL_SIZE + size, "fuzzed", &err) == LT_OK) {
        t48_board board = 0x0123456789abcdef & (t48_cells_mask(net->layout.shape) * 15), turned[8];
        t48_symmetric(net->layout.shape, board, turned);
        if (t48_net_value(net, turned[1]) != t48_net_value(net, board)) abort();
        t48_net_free(net);
    }
    free(file);
    return 0;
}
