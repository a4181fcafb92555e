/* Any bytes are a network file or are refused. The seal's checksums would stop
 * nearly every mutation at the door, so the fuzzer's bytes get right ones; and the
 * lengths it claims are kept small, so that memory is not what is tested. */
#define XXH_INLINE_ALL
#include "base/sealed.h"
#include "twenty48/net/net_format.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void seal(uint8_t *file, size_t payload)
{
    uint32_t version = T48_NET_VERSION, header = LT_SEAL_SIZE;
    uint64_t length = payload, sum = XXH3_64bits(file + LT_SEAL_SIZE, payload);
    memset(file, 0, LT_SEAL_SIZE);
    memcpy(file, T48_NET_MAGIC, 8);
    memcpy(file + 8, &version, 4);
    memcpy(file + 12, &header, 4);
    memcpy(file + 16, &length, 8);
    memcpy(file + 24, &sum, 8);
    sum = XXH3_64bits(file, LT_SEAL_SIZE - 8);
    memcpy(file + LT_SEAL_SIZE - 8, &sum, 8);
}

static void try_net(const uint8_t *file, size_t length)
{
    t48_net *net;
    lt_error err;
    if (t48_net_parse(&net, file, length, "fuzzed", &err) != LT_OK) return;
    t48_board board = 0x0123456789abcdef & (t48_cells_mask(net->layout.shape) * 15), turned[8];
    t48_symmetric(net->layout.shape, board, turned);
    if (t48_net_value(net, turned[1]) != t48_net_value(net, board)) abort();
    t48_net_free(net);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *file = malloc(LT_SEAL_SIZE + size + 1);
    memcpy(file, data, size);
    try_net(file, size);
    memcpy(file + LT_SEAL_SIZE, data, size);
    t48_net_head head;
    if (size >= sizeof head) {
        /* Two tuples of up to five cells: some megabytes at most. */
        memcpy(&head, file + LT_SEAL_SIZE, sizeof head);
        head.layout[11] = '\0';
        for (int i = 0; i < 5; i++)
            if (head.layout[i] == '\0') head.layout[i] = '0';
        head.layout[5] = ',';
        memcpy(file + LT_SEAL_SIZE, &head, sizeof head);
    }
    seal(file, size);
    try_net(file, LT_SEAL_SIZE + size);
    free(file);
    return 0;
}
