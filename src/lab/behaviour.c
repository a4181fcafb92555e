/* The bench lines of 2048, joined; and a player's moves in a short game. */
#include "lab/behaviour.h"

#include "laatta/bench.h"

#include <stdio.h>
#include <string.h>

enum { PROBED_MOVES = 60 };

lt_status lab_behaviour(char text[17], lt_error *err)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < t48_bench_count(); i++) {
        lt_bench_line line;
        LT_TRY(t48_bench_run(i, &line, err));
        hash = lt_bench_join(hash, &line);
    }
    snprintf(text, 17, "%016llx", (unsigned long long)hash);
    return LT_OK;
}

/* Does the player's answer depend on how fast the machine is? */
static bool by_the_clock(const char *written_out)
{
    const char *ms = strstr(written_out, "ms=");
    return ms && (ms[-1] == ':' || ms[-1] == ',') && strncmp(ms, "ms=0,", 5) != 0 &&
           strcmp(ms, "ms=0") != 0;
}

lt_status lab_probe(const char *spec, const t48_rules *rules, char text[17], lt_error *err)
{
    t48_player *player;
    text[0] = '\0';
    LT_TRY(t48_player_new(&player, spec, rules, err));
    if (!by_the_clock(t48_player_spec(player))) {
        t48_state state = t48_state_empty(rules);
        lt_rng rng;
        uint64_t hash = 0;
        t48_spawn_rng(&rng, 2048);
        t48_player_begin(player, 2048);
        t48_state_start(&state, &rng);
        for (int i = 0; i < PROBED_MOVES; i++) {
            t48_dir dir = t48_player_choose(player, &state);
            if (dir == T48_NONE || !t48_state_move(&state, dir)) break;
            hash = lt_mix64(hash * 5 + (uint64_t)dir + 1);
            t48_state_spawn(&state, &rng);
        }
        snprintf(text, 17, "%016llx", (unsigned long long)hash);
    }
    t48_player_free(player);
    return LT_OK;
}
