/* A network that the page brings after it was loaded: too large to travel inside, kept
 * by the browser. Players look for it by its name like for those inside. */
#include "wasm/engine.h"

#include "laatta/net_inside.h"

#include <stdlib.h>
#include <string.h>

const char *engine_net_bring(const char *name, const uint8_t *bytes, uint32_t size)
{
    lt_error err;
    t48_net_inside *room = t48_nets_inside;
    while (room->name && (room->bytes || strcmp(room->name, name) != 0)) room++;
    if (!room->name) {
        lt_fail(&err, LT_BAD_INPUT, "there is no room for a network %s", name);
        return engine_error(&err);
    }
    /* It stays for as long as the engine: every new player reads it. */
    unsigned char *copy = malloc(size);
    if (!copy) {
        lt_fail(&err, LT_NO_MEMORY, "not enough memory for a network of %u bytes", size);
        return engine_error(&err);
    }
    room->bytes = memcpy(copy, bytes, size);
    room->size = size;
    json *j = engine_begin();
    json_open(j, NULL, '{');
    json_int(j, "size", (int64_t)size);
    json_close(j, '}');
    return engine_end();
}
