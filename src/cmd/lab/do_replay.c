/* laatta lab replay: any single game of an experiment again, from its seed. */
#include "cmd/lab/cli_lab.h"

#include "base/files.h"
#include "base/text.h"
#include "lab/making.h"
#include "lab/permission.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const cli_option options[] = {
    {"record", "FILE", "save the game as a record, to look at with laatta replay"},
    {"json", NULL, "print one JSON object"},
    CLI_LAB_DB,
    {0},
};

typedef struct memory {
    uint64_t game;
    bool found;
    lab_result result;
} memory;

static bool remember(void *ctx, const lab_result *result)
{
    memory *m = ctx;
    if (result->game != m->game) return true;
    m->result = *result;
    m->found = true;
    return false;
}

static int print(const cli_args *args, const lab_config *config, uint64_t game, uint64_t seed,
                 const t48_outcome *o, const memory *stored)
{
    bool same = stored->found && stored->result.outcome.score == o->score &&
                stored->result.outcome.moves == o->moves &&
                memcmp(stored->result.outcome.tiles, o->tiles, sizeof o->tiles) == 0;
    const char *verdict = !stored->found ? "not finished yet"
                          : same         ? "as stored"
                                         : "NOT as stored";
    if (cli_flag(args, "json")) {
        char number[24];
        snprintf(number, sizeof number, "%llu", (unsigned long long)seed);
        int printed = cli_print_json(
            json_pack("{s:I, s:I, s:s, s:s, s:I, s:I, s:I, s:s}", "config", (json_int_t)config->id,
                      "game", (json_int_t)game, "player", config->spec, "seed", number, "score",
                      (json_int_t)o->score, "moves", (json_int_t)o->moves, "max_level",
                      (json_int_t)o->max_level, "stored", verdict));
        return stored->found && !same ? 1 : printed;
    }
    printf("configuration %llu, game %llu, seed %llu, %s\n%llu points in %u moves, largest tile "
           "%.0f: %s\n",
           (unsigned long long)config->id, (unsigned long long)game, (unsigned long long)seed,
           config->spec, (unsigned long long)o->score, o->moves, t48_tile(o->max_level), verdict);
    return stored->found && !same;
}

static int replay(const cli_args *args, lab_store *store, uint64_t id, uint64_t game)
{
    lab_config config;
    lab_experiment x = {0};
    uint64_t experiment;
    lt_error err;
    t48_player *player = NULL;
    t48_game *played = NULL;
    char *text = NULL;
    memory stored = {.game = game};
    int exit_status = 0;
    lt_status status = lab_config_of(store, id, &config, &experiment, &err);
    if (status == LT_OK) status = lab_find_id(store, experiment, &x, &err);
    if (status == LT_OK && (game < config.first || game - config.first >= config.games))
        status = lt_fail(&err, LT_BAD_INPUT, "configuration %llu has games %llu to %llu, not %llu",
                         (unsigned long long)id, (unsigned long long)config.first,
                         (unsigned long long)(config.first + config.games) - 1,
                         (unsigned long long)game);
    if (status == LT_OK)
        status = lab_results(store, experiment, id, game, true, remember, &stored, &err);
    if (status == LT_OK) status = lab_made_players(store, &x, &config, 1, &err);
    if (status == LT_OK) status = lab_player_new(&player, config.spec, &x.rules, NULL, &err);
    uint64_t seed = lt_seed_of(x.seed, game);
    if (status == LT_OK) status = t48_play_recorded(player, &x.rules, NULL, 0, seed, &played, &err);
    const char *record = cli_value(args, "record");
    if (status == LT_OK && record) {
        status = t48_record_save(played, t48_player_spec(player), &text, &err);
        if (status == LT_OK) status = lt_file_save(record, text, strlen(text), &err);
    }
    if (status == LT_OK) {
        t48_outcome o = t48_outcome_of(t48_game_state(played));
        exit_status = print(args, &config, game, seed, &o, &stored);
    } else {
        exit_status = cli_fail(args, &err);
    }
    free(text);
    free(x.plan);
    t48_game_free(played);
    t48_player_free(player);
    return exit_status;
}

static int run(const cli_args *args)
{
    unsigned long long config, game;
    int status = 2;
    if (args->words != 2 || !lt_parse_u64(args->word[0], strlen(args->word[0]), &config) ||
        !lt_parse_u64(args->word[1], strlen(args->word[1]), &game))
        return cli_usage_error(args, "two numbers are needed: the CONFIG as laatta lab report "
                                     "shows it, and the GAME");
    lab_store *store = cli_lab_read(args, &status);
    if (!store) return status;
    status = replay(args, store, config, game);
    lab_close(store);
    return status;
}

const cli_command lab_do_replay = {
    .name = "lab replay",
    .summary = "play any single game of an experiment again, from its seed",
    .synopsis = "CONFIG GAME [--record FILE] [--db URL]",
    .options = options,
    .details = "CONFIG is the number of a configuration as laatta lab report shows it, GAME\n"
               "counts from 0. Says whether the game ends as it is stored.\n"
               "\n"
               "examples:\n"
               "  laatta lab replay 12 0\n"
               "  laatta lab replay 12 7 --record game.txt && laatta replay game.txt\n",
    .run = run,
};
