/* A simulation keeps what came of its games, not their moves: those follow from the seeds. */
#include "cmd/sim_games.h"

#include "base/dirs.h"
#include "base/files.h"
#include "base/text.h"
#include "base/threads.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed_of(const t48_sim_config *config, uint64_t game)
{
    return lt_seed_of(config->seed, config->first + game);
}

void sim_print_csv(const t48_sim *sim, const t48_sim_config *config)
{
    printf("game,seed,score,moves,tile\n");
    for (uint64_t i = 0; i < t48_sim_played(sim); i++) {
        const t48_outcome *o = t48_sim_outcome(sim, i);
        printf("%llu,%llu,%llu,%u,%.0f\n", (unsigned long long)config->first + i,
               (unsigned long long)seed_of(config, i), (unsigned long long)o->score, o->moves,
               t48_tile(o->max_level));
    }
}

lt_status sim_save_record(const t48_sim *sim, const t48_sim_config *config, t48_player *player,
                          uint64_t game, const char *path, bool *same, lt_error *err)
{
    t48_game *played = NULL;
    char *text = NULL;
    lt_status status = t48_play_recorded(player, &config->rules, config->start, config->until,
                                         seed_of(config, game), &played, err);
    if (status == LT_OK) {
        const t48_outcome *o = t48_sim_outcome(sim, game);
        *same = o->score == t48_game_state(played)->score && o->moves == t48_game_length(played);
        status = t48_record_save(played, t48_player_spec(player), &text, err);
    }
    if (status == LT_OK) status = lt_file_save(path, text, strlen(text), err);
    free(text);
    t48_game_free(played);
    return status;
}

typedef struct saving {
    const t48_sim *sim;
    const t48_sim_config *config;
    const char *directory;
    _Atomic uint64_t next, differing;
    atomic_bool failed;
    lt_error *err;
    atomic_flag told; /* whose reason *err holds */
} saving;

static lt_status save_some(saving *s, int worker, lt_error *err)
{
    t48_player *player;
    lt_text path;
    uint64_t game, games = t48_sim_played(s->sim);
    LT_TRY(t48_player_new(&player, s->config->player, &s->config->rules, err));
    t48_player_control(player, s->config->control);
    lt_text_init(&path);
    lt_status status = LT_OK;
    while (status == LT_OK && (game = atomic_fetch_add(&s->next, 1)) < games) {
        bool same = true;
        lt_text_clear(&path);
        lt_text_printf(&path, "%s/game-%06llu.txt", s->directory,
                       (unsigned long long)s->config->first + game);
        status = path.failed ? lt_fail(err, LT_NO_MEMORY, "no memory for a name")
                             : sim_save_record(s->sim, s->config, player, game, lt_text_str(&path),
                                               &same, err);
        if (!same) atomic_fetch_add(&s->differing, 1);
        if (worker == 0)
            lt_report(s->config->control,
                      &(lt_progress){
                          .what = "recording", .unit = "games", .done = game + 1, .total = games});
    }
    lt_text_release(&path);
    t48_player_free(player);
    return status;
}

static void save_on_thread(void *ctx, int worker)
{
    saving *s = ctx;
    lt_error err;
    if (save_some(s, worker, &err) == LT_OK) return;
    atomic_store(&s->failed, true);
    atomic_store(&s->next, UINT64_MAX / 2); /* the others end too */
    if (!atomic_flag_test_and_set(&s->told)) *s->err = err;
}

lt_status sim_save_records(const t48_sim *sim, const t48_sim_config *config, const char *directory,
                           uint64_t *differing, lt_error *err)
{
    lt_error why = {.status = LT_OK};
    saving s = {.sim = sim, .config = config, .directory = directory, .err = &why};
    atomic_flag_clear(&s.told);
    LT_TRY(lt_parallel(config->threads, save_on_thread, &s, err));
    *differing = s.differing;
    if (!s.failed) return LT_OK;
    if (err) *err = why;
    return why.status;
}
