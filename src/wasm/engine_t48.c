/* 2048 for the page: advice, moves ahead, and game records. The page keeps the
 * game itself; the engine gets a position and says what a player would do. */
#include "wasm/engine.h"

#include "laatta/sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The player of the last call, with what it was made for and the game it is in. A
 * player may be costly to make (a network to unpack, a board to solve), so another
 * game only begins anew. */
static struct {
    t48_player *player;
    char *key;
    uint64_t seed;
} kept;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

lt_status engine_rules(t48_rules *rules, uint32_t rows, uint32_t cols, double fours, lt_error *err)
{
    if (rows < T48_SIDE_MIN || rows > T48_SIDE_MAX || cols < T48_SIDE_MIN || cols > T48_SIDE_MAX)
        return lt_fail(err, LT_BAD_INPUT, "a board has 2 to 8 rows and columns, not %ux%u", rows,
                       cols);
    *rules = (t48_rules){.shape = {(uint8_t)rows, (uint8_t)cols}, .fours = fours};
    return LT_OK;
}

static lt_status grid_of(t48_grid *grid, t48_shape shape, const uint8_t *levels, lt_error *err)
{
    *grid = t48_grid_empty(shape);
    memcpy(grid->level, levels, t48_shape_cells(shape));
    return t48_grid_check(grid, err);
}

/* The kept player if it fits, else a new one; the game of this seed has begun for it. */
static lt_status player_for(t48_player **player, const char *spec, const t48_rules *rules,
                            uint64_t game, lt_error *err)
{
    char numbers[80];
    snprintf(numbers, sizeof numbers, "%ux%u %.17g ", rules->shape.rows, rules->shape.cols,
             rules->fours);
    size_t length = strlen(numbers) + strlen(spec) + 1;
    bool fits = kept.player && strlen(kept.key) + 1 == length &&
                strncmp(kept.key, numbers, strlen(numbers)) == 0 &&
                strcmp(kept.key + strlen(numbers), spec) == 0;
    if (!fits) {
        t48_player_free(kept.player);
        kept.player = NULL;
        free(kept.key);
        kept.key = malloc(length);
        if (!kept.key) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
        snprintf(kept.key, length, "%s%s", numbers, spec);
        LT_TRY(t48_player_new(&kept.player, spec, rules, err));
    }
    if (!fits || kept.seed != game) t48_player_begin(kept.player, game);
    kept.seed = game;
    *player = kept.player;
    return LT_OK;
}

static void advice_json(json *j, const t48_player *player, const t48_advice *a, double seconds)
{
    json_open(j, NULL, '{');
    json_string(j, "player", t48_player_spec(player));
    json_string(j, "best", a->best == T48_NONE ? NULL : t48_dir_name(a->best));
    json_string(j, "unit", a->unit);
    json_real(j, "nodes", (double)a->nodes);
    json_real(j, "seconds", seconds);
    json_open(j, "values", '{');
    for (int d = 0; d < T48_DIRS; d++)
        if (a->legal >> d & 1) json_real(j, t48_dir_name((t48_dir)d), a->value[d]);
    json_close(j, '}');
    json_open(j, "terms", '{');
    for (int d = 0; a->terms && d < T48_DIRS; d++) {
        if (!(a->legal >> d & 1)) continue;
        json_open(j, t48_dir_name((t48_dir)d), '[');
        for (unsigned i = 0; i < a->terms; i++) {
            const t48_term *term = &a->term[d][i];
            json_open(j, NULL, '{');
            json_string(j, "name", term->name);
            json_real(j, "weight", term->weight);
            json_real(j, "feature", term->feature);
            json_real(j, "contribution", term->contribution);
            json_close(j, '}');
        }
        json_close(j, ']');
    }
    json_close(j, '}');
    json_open(j, "line", '[');
    for (unsigned i = 0; i < a->line_length; i++) {
        json_open(j, NULL, '{');
        json_string(j, "move", t48_dir_name(a->line[i].dir));
        json_int(j, "cell", a->line[i].cell);
        json_int(j, "level", a->line[i].level);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
}

const char *engine_advise(const char *spec, uint32_t rows, uint32_t cols, double fours,
                          const char *seed, const uint8_t *levels)
{
    t48_rules rules;
    t48_grid grid;
    t48_player *player;
    lt_error err;
    uint64_t game = strtoull(seed, NULL, 10);
    if (engine_rules(&rules, rows, cols, fours, &err) != LT_OK ||
        grid_of(&grid, rules.shape, levels, &err) != LT_OK ||
        player_for(&player, spec, &rules, game, &err) != LT_OK)
        return engine_error(&err);
    t48_player_begin(player, game);
    t48_state state = t48_state_from_grid(&grid, &rules);
    t48_advice advice;
    double began = now();
    t48_player_advise(player, &state, &advice);
    double seconds = now() - began;
    advice_json(engine_begin(), player, &advice, seconds);
    return engine_end();
}

enum { MOVES_MAX = 4096 };

/* Moves ahead, up to some number, time or tile. */
typedef struct stretch {
    char moves[MOVES_MAX];
    uint32_t count, most;
    unsigned stop; /* level; 0: none */
    double began, seconds;
} stretch;

static bool write_down(void *ctx, const t48_state *before, t48_dir dir, const t48_state *after)
{
    (void)before;
    stretch *s = ctx;
    s->moves[s->count++] = t48_dir_letter(dir);
    if (s->stop && t48_state_max_level(after) >= s->stop) return false;
    return s->count < s->most && s->count < MOVES_MAX && now() - s->began < s->seconds;
}

/* Where the last stretch ended, for the next to go on from. */
static struct {
    bool there;
    t48_rules rules;
    uint64_t seed;
    t48_state state;
    lt_rng rng;
} left;

const char *engine_play(const char *spec, uint32_t rows, uint32_t cols, double fours,
                        const char *seed, const uint8_t *levels, const uint8_t *generator,
                        uint32_t most, double seconds, uint32_t stop)
{
    t48_grid grid;
    lt_error err;
    left.there = false;
    left.seed = strtoull(seed, NULL, 10);
    if (engine_rules(&left.rules, rows, cols, fours, &err) != LT_OK ||
        grid_of(&grid, left.rules.shape, levels, &err) != LT_OK)
        return engine_error(&err);
    if (generator)
        memcpy(left.rng.s, generator, sizeof left.rng.s);
    else
        t48_spawn_rng(&left.rng, left.seed);
    left.state = t48_state_from_grid(&grid, &left.rules);
    left.there = true;
    return engine_play_on(spec, most, seconds, stop);
}

const char *engine_play_on(const char *spec, uint32_t most, double seconds, uint32_t stop)
{
    t48_player *player;
    lt_error err;
    lt_status status = left.there ? LT_OK : lt_fail(&err, LT_BAD_INPUT, "no game is under way");
    if (status == LT_OK) status = player_for(&player, spec, &left.rules, left.seed, &err);
    if (status != LT_OK) return engine_error(&err);
    uint64_t nodes = t48_player_nodes(player);
    static stretch s;
    bool already = t48_state_max_level(&left.state) >= stop;
    s = (stretch){.most = most, .seconds = seconds, .stop = already ? 0 : stop, .began = now()};
    bool over =
        most > 0 && t48_play_on(player, &left.state, &left.rng, write_down, &s) == T48_END_OVER;
    json *j = engine_begin();
    json_open(j, NULL, '{');
    json_chars(j, "moves", s.moves, s.count);
    json_bool(j, "over", over);
    json_real(j, "nodes", (double)(t48_player_nodes(player) - nodes));
    json_real(j, "seconds", now() - s.began);
    json_close(j, '}');
    return engine_end();
}

static lt_status replay(t48_game **game, const t48_rules *rules, const char *seed,
                        const t48_grid *start, const char *moves, lt_error *err)
{
    LT_TRY(t48_game_new(game, rules, strtoull(seed, NULL, 10), start, err));
    for (size_t i = 0; moves[i]; i++) {
        t48_dir dir = t48_dir_from_letter(moves[i]);
        bool moved = false;
        if (dir != T48_NONE) LT_TRY(t48_game_move(*game, dir, &moved, err));
        if (!moved) return lt_fail(err, LT_BAD_INPUT, "move %zu of the game is not legal", i + 1);
    }
    return LT_OK;
}

const char *engine_record_save(uint32_t rows, uint32_t cols, double fours, const char *seed,
                               const uint8_t *levels, const char *moves, const char *who)
{
    t48_rules rules;
    t48_grid grid;
    t48_game *game = NULL;
    char *text = NULL;
    lt_error err;
    lt_status status = engine_rules(&rules, rows, cols, fours, &err);
    if (status == LT_OK && levels) status = grid_of(&grid, rules.shape, levels, &err);
    if (status == LT_OK) status = replay(&game, &rules, seed, levels ? &grid : NULL, moves, &err);
    if (status == LT_OK) status = t48_record_save(game, who, &text, &err);
    if (status == LT_OK) {
        json *j = engine_begin();
        json_open(j, NULL, '{');
        json_string(j, "text", text);
        json_real(j, "score", (double)t48_game_state(game)->score);
        json_close(j, '}');
    }
    free(text);
    t48_game_free(game);
    return status == LT_OK ? engine_end() : engine_error(&err);
}

static void game_json(json *j, const t48_game *game, const char *who)
{
    const t48_rules *rules = t48_game_rules(game);
    char seed[24];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)t48_game_seed(game));
    t48_state first = t48_game_state_at(game, 0), drawn = t48_state_empty(rules);
    lt_rng rng;
    t48_spawn_rng(&rng, t48_game_seed(game));
    t48_state_start(&drawn, &rng);
    t48_grid start = t48_state_grid(&first), random_start = t48_state_grid(&drawn);
    json_open(j, NULL, '{');
    json_int(j, "rows", rules->shape.rows);
    json_int(j, "cols", rules->shape.cols);
    json_real(j, "fours", rules->fours);
    json_string(j, "seed", seed);
    json_string(j, "player", who);
    json_real(j, "score", (double)t48_game_state(game)->score);
    if (t48_grid_equal(&start, &random_start)) {
        json_string(j, "start", NULL);
    } else {
        json_open(j, "start", '[');
        for (unsigned i = 0; i < t48_shape_cells(start.shape); i++)
            json_int(j, NULL, start.level[i]);
        json_close(j, ']');
    }
    size_t length = t48_game_length(game);
    char *moves = malloc(length + 1);
    for (size_t i = 0; moves && i < length; i++)
        moves[i] = t48_dir_letter(t48_game_move_at(game, i));
    if (moves)
        json_chars(j, "moves", moves, length);
    else
        j->failed = true;
    free(moves);
    json_close(j, '}');
}

const char *engine_record_load(const char *text)
{
    t48_game *game;
    char *who;
    lt_error err;
    if (t48_record_load(text, strlen(text), &game, &who, &err) != LT_OK) return engine_error(&err);
    game_json(engine_begin(), game, who);
    free(who);
    t48_game_free(game);
    return engine_end();
}
