/* Any bytes are a record or are refused. The checksum would stop nearly every
 * mutation at the door, so the fuzzer's bytes get a right one. */
#define _GNU_SOURCE
#include "fuzz/fuzz_sealed.h"

#include "laatta/game.h"

static void try_record(const char *text, size_t length)
{
    t48_game *game;
    char *player, *saved;
    lt_error err;
    if (t48_record_load(text, length, &game, &player, &err) != LT_OK) return;
    if (t48_record_save(game, player, &saved, &err) != LT_OK) abort();
    free(saved);
    free(player);
    t48_game_free(game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_checked_text(data, size, try_record);
    return 0;
}
