/* Any text is a spec or is refused; the spec that a player writes makes it again. On a small
 * board, for the tables of the players there are filled in moments; a size may stand before
 * the spec, in a line of its own. */
#define _GNU_SOURCE
#include "fuzz/fuzz_sealed.h"

#include "base/spec.h"
#include "laatta/player.h"

static bool is_depth(const char *spec, const char *key, size_t length)
{
    (void)spec;
    return length == 5 && memcmp(key, "depth", 5) == 0;
}

/* Without some of its keys a text is as long or shorter. */
static void try_without(const char *spec)
{
    lt_text out;
    lt_text_init(&out);
    lt_spec_without(spec, is_depth, &out);
    if (out.length > strlen(spec)) abort();
    lt_text_release(&out);
}

static void try_spec(const char *spec, t48_shape shape)
{
    t48_rules rules = t48_rules_default();
    t48_player *player, *again;
    lt_error err;
    rules.shape = shape;
    if (strstr(spec, "optimal")) return; /* which solves the board first */
    if (t48_player_new(&player, spec, &rules, &err) != LT_OK) return;
    if (t48_player_new(&again, t48_player_spec(player), &rules, &err) != LT_OK) abort();
    if (strcmp(t48_player_spec(player), t48_player_spec(again)) != 0) abort();
    t48_player_free(player);
    t48_player_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), *newline = strchr(text, '\n');
    t48_shape asked;
    lt_error err;
    try_without(text);
    if (newline) *newline = '\0';
    if (!newline)
        try_spec(text, (t48_shape){2, 3});
    else if (t48_shape_parse(text, &asked, &err) == LT_OK)
        try_spec(newline + 1, asked);
    free(text);
    return 0;
}
