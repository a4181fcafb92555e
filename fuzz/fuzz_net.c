/* Any bytes are a network file or are refused. The seal's checksums would stop
 * nearly every mutation at the door, so the fuzzer's bytes get right ones; and the
 * lengths it claims are kept small, so that memory is not what is tested (fuzz_net_large). */
#define _GNU_SOURCE
#include "fuzz/fuzz_sealed.h"

#include "twenty48/net/net_format.h"

#include <fcntl.h>

enum { CACHE_ROOM = 1 << 20 }; /* bytes; what a network takes here is a small part of it */

static char cache[256];

static void remove_cache(void)
{
    char inner[sizeof cache + 8];
    snprintf(inner, sizeof inner, "%s/laatta", cache);
    rmdir(inner);
    rmdir(cache);
}

/* Whether a directory can be made below `parent`, with room for a network. */
static bool make_cache(const char *parent)
{
    char probe[sizeof cache + 8];
    int length = snprintf(cache, sizeof cache, "%s/laatta-fuzz-XXXXXX", parent);
    if (length >= (int)sizeof cache || !mkdtemp(cache)) return false;
    snprintf(probe, sizeof probe, "%s/probe", cache);
    int fd = open(probe, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    bool room = fd >= 0 && posix_fallocate(fd, 0, CACHE_ROOM) == 0;
    if (fd >= 0) close(fd);
    unlink(probe);
    if (!room) rmdir(cache);
    return room;
}

/* In memory if that has room, for a network is synced each time it is kept. */
static void choose_cache(void)
{
    const char *temporary = getenv("TMPDIR");
    if (!make_cache("/dev/shm") && !(temporary && make_cache(temporary)) && !make_cache("/tmp")) {
        fprintf(stderr, "fuzz_net needs 1 MiB in /dev/shm, $TMPDIR or /tmp\n");
        abort();
    }
    if (setenv("XDG_CACHE_HOME", cache, 1) != 0) abort();
    atexit(remove_cache);
}

static t48_board board_of(const t48_net *net)
{
    return 0x0123456789abcdef & (t48_cells_mask(net->layout.shape) * 15);
}

/* As a file: unpacked, and kept in the cache; read from there; and unpacked again when what
 * lies there is of another size. */
static void try_file(const uint8_t *file, size_t length, const t48_net *same)
{
    fuzz_file foreign = fuzz_sealed_open("laatrawn", T48_NET_VERSION, file, length);
    fuzz_file f = fuzz_file_open(file, length);
    char kept[sizeof cache + 40];
    snprintf(kept, sizeof kept, "%s/laatta/net-%016llx.raw", cache,
             (unsigned long long)(same ? same->content : 0));
    for (int i = 0; i < 3; i++) {
        t48_net *net;
        lt_error err;
        bool good = t48_net_open(&net, f.path, &err) == LT_OK;
        if (good != (same != NULL)) abort();
        if (!good) break;
        if (t48_net_value(net, board_of(net)) != t48_net_value(same, board_of(net))) abort();
        t48_net_free(net);
        if (!t48_net_is_unpacked(f.path) || !t48_net_is_unpacked(foreign.path)) abort();
        if (i == 1 && (unlink(kept) != 0 || symlink(foreign.path, kept) != 0)) abort();
    }
    if (same) unlink(kept);
    fuzz_file_close(&foreign);
    fuzz_file_close(&f);
}

static void try_net(const uint8_t *file, size_t length)
{
    t48_net *net;
    lt_error err;
    if (t48_net_parse(&net, file, length, "fuzzed", &err) != LT_OK) {
        try_file(file, length, NULL);
        return;
    }
    t48_board board = board_of(net), turned[8];
    t48_symmetric(net->layout.shape, board, turned);
    if (t48_net_value(net, turned[1]) != t48_net_value(net, board)) abort();
    try_file(file, length, net);
    t48_net_free(net);
}

/* A size, a newline and the shape of a network; without one, the usual one. */
static void try_shape(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), *newline = strchr(text, '\n');
    if (newline) {
        t48_shape board;
        t48_net_layout layout;
        lt_error err;
        *newline++ = '\0';
        if (t48_shape_parse(text, &board, &err) == LT_OK)
            t48_net_layout_choose(&layout, board, *newline ? newline : NULL, &err);
    }
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!cache[0]) choose_cache();
    try_shape(data, size);
    static const uint8_t none[LT_SEAL_EXTRA];
    uint8_t *file = malloc(LT_SEAL_SIZE + size + 1);
    if (!file) abort();
    memcpy(file, data, size);
    try_net(file, size);
    memcpy(file + LT_SEAL_SIZE, data, size);
    t48_net_head head;
    if (size >= sizeof head) {
        /* Two tuples of up to three cells, some kilobytes, and perhaps stages. */
        memcpy(&head, file + LT_SEAL_SIZE, sizeof head);
        head.layout[3] = ',';
        if (head.layout[7] != '@') head.layout[7] = '\0';
        head.layout[20] = '\0';
        memcpy(file + LT_SEAL_SIZE, &head, sizeof head);
    }
    fuzz_seal(file, size, T48_NET_MAGIC, T48_NET_VERSION, none);
    try_net(file, LT_SEAL_SIZE + size);
    free(file);
    return 0;
}
