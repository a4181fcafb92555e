/* Any bytes are a checkpoint, and a network to play by, or are refused. The layout is kept small,
 * so that memory is not what is tested. */
#define _GNU_SOURCE
#include "fuzz/fuzz_sealed.h"

#include "twenty48/net/net_train.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_file raw = fuzz_file_open(data, size);
    t48_train *train;
    lt_error err;
    if (t48_train_load(&train, raw.path, &err) == LT_OK) t48_train_free(train);
    fuzz_file_close(&raw);
    if (size < LT_SEAL_EXTRA + 16) return 0;
    uint8_t *own = malloc(size);
    memcpy(own, data, size);
    /* "012,..." ends within eleven characters: three cells a tuple. */
    char *layout = (char *)own + LT_SEAL_EXTRA;
    for (int i = 0; i < 11; i++)
        if (i % 4 == 3 && layout[i]) layout[i] = ',';
    layout[11] = '\0';
    fuzz_file f = fuzz_sealed_open("laatrain", 2, own, size);
    if (t48_train_load(&train, f.path, &err) == LT_OK) {
        t48_train_free(train);
        t48_net *net;
        /* One thing a checkpoint may be refused for as a network: weights out of reach. */
        lt_status status = t48_net_open(&net, f.path, &err);
        if (status != LT_OK && status != LT_DAMAGED) abort();
        if (status == LT_OK) t48_net_free(net);
    }
    fuzz_file_close(&f);
    free(own);
    return 0;
}
