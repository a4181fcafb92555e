/* montecarlo: after each legal move, random games to the end; the move with the
 * best mean score. All moves get the same seeds, so that they are compared on
 * equal luck. */
#include "twenty48/player/player_ops.h"
#include "twenty48/playout/playout.h"

#include <stdlib.h>

static const lt_param params[] = {
    {"playouts", "random games after each move", LT_INT, 100, 1, 100000, NULL, NULL},
};

enum { AT_ONCE = 4096 }; /* playouts between two looks at the control */

typedef struct memory {
    t48_playout *playout;
    t48_outcome *outcome;
} memory;

static lt_status init(t48_player *player, lt_error *err)
{
    memory *m = player->memory;
    size_t count = (size_t)lt_params_int(&player->params, "playouts");
    m->playout = malloc(count * sizeof *m->playout);
    m->outcome = malloc(count * sizeof *m->outcome);
    if (m->playout && m->outcome) return LT_OK;
    free(m->playout);
    free(m->outcome);
    return lt_fail(err, LT_NO_MEMORY, "no memory for %zu playouts", count);
}

static void release(t48_player *player)
{
    memory *m = player->memory;
    free(m->playout);
    free(m->outcome);
}

/* Sum of the scores of all playouts after a move. */
static uint64_t playout_sum(t48_player *player, const t48_state *after, uint64_t seed)
{
    memory *m = player->memory;
    size_t count = (size_t)lt_params_int(&player->params, "playouts");
    bool packed = after->packed;
    for (size_t i = 0; i < count; i++) {
        uint64_t one = lt_seed_of(seed, i);
        m->playout[i] = (t48_playout){.start = after->board, .tiles = 1, .seed = one};
        if (packed) continue;
        if (lt_cancelled(player->control)) return 0;
        lt_rng spawns, choices;
        t48_spawn_rng(&spawns, one);
        t48_player_rng(&choices, one);
        t48_state state = *after;
        t48_state_spawn(&state, &spawns);
        m->outcome[i] = t48_playout_plain(state, &spawns, &choices, player->control);
    }
    for (size_t done = 0; packed && done < count; done += AT_ONCE) {
        size_t some = count - done < AT_ONCE ? count - done : AT_ONCE;
        if (lt_cancelled(player->control)) return 0;
        t48_playouts(&player->rules, &m->playout[done], some, &m->outcome[done]);
    }
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += m->outcome[i].score;
        player->nodes += m->outcome[i].moves;
    }
    return sum;
}

static t48_dir choose(t48_player *player, const t48_state *state, unsigned legal,
                      t48_advice *advice)
{
    uint64_t seed = lt_rng_next(&player->rng), best_sum = 0;
    uint64_t count = (uint64_t)lt_params_int(&player->params, "playouts");
    t48_dir best = T48_NONE;
    for (int d = 0; d < T48_DIRS; d++) {
        if (!t48_is_legal(legal, (t48_dir)d)) continue;
        t48_state after = *state;
        t48_state_move(&after, (t48_dir)d);
        uint64_t sum = (after.score - state->score) * count + playout_sum(player, &after, seed);
        if (advice) advice->value[d] = (double)sum / (double)count;
        if (best == T48_NONE || sum > best_sum) {
            best = (t48_dir)d;
            best_sum = sum;
        }
    }
    if (advice) advice->unit = "mean score of its random games";
    return best;
}

const t48_player_ops t48_player_montecarlo = {
    .info = {.name = "montecarlo",
             .summary = "Dice: tries each move in many random games and takes the one that "
                        "ended best (Monte Carlo)",
             LT_PARAMS(params),
             .stochastic = true},
    .memory_size = sizeof(memory),
    .init = init,
    .release = release,
    .choose = choose,
};
