/* Any text is a spec or is refused; the spec that a player writes makes it again. */
#include "laatta/player.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* Playouts and deep networks are memory by the spec's own wish; keep specs short. */
    if (size > 200) return 0;
    char text[201];
    memcpy(text, data, size);
    text[size] = '\0';
    t48_rules rules = t48_rules_default();
    t48_player *player, *again;
    lt_error err;
    if (t48_player_new(&player, text, &rules, &err) != LT_OK) return 0;
    if (t48_player_new(&again, t48_player_spec(player), &rules, &err) != LT_OK) abort();
    if (strcmp(t48_player_spec(player), t48_player_spec(again)) != 0) abort();
    t48_player_free(player);
    t48_player_free(again);
    return 0;
}
