/* The bench lines of 2048: moves of random boards of every size, the values of every
 * evaluation, the games of bench/t48_suite.inc, and advice and play on the frozen
 * boards by bench/t48_late.inc and bench/t48_network.inc. */
#include "laatta/bench.h"

#include "laatta/sim.h"
#include "twenty48/eval/eval.h"
#include "twenty48/rows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct game_line {
    const char *spec, *size;
    unsigned games;
    uint64_t seed;
} suite[] = {
#define X(spec, size, games, seed) {spec, size, games, seed},
#include "bench/t48_suite.inc"
#undef X
};

typedef struct board_line {
    const char *spec, *size;
    unsigned moves;
} board_line;

#define X(spec, size, moves) {spec, size, moves},
static const board_line late[] = {
#include "bench/t48_late.inc"
};
static const board_line network[] = {
#include "bench/t48_network.inc"
};
#undef X

static const char *const boards[] = {
#define X(board) board,
#include "bench/t48_boards.inc"
#undef X
};

enum {
    SUITE = sizeof suite / sizeof suite[0],
    LATE = sizeof late / sizeof late[0],
    NETWORK = sizeof network / sizeof network[0],
    BOARDS = sizeof boards / sizeof boards[0],
};

static uint64_t join(uint64_t hash, uint64_t value)
{
    return lt_mix64(hash ^ (value + 0x9e3779b97f4a7c15u));
}

uint64_t lt_bench_join(uint64_t hash, const lt_bench_line *line)
{
    return join(join(hash, line->work), line->result);
}

static void add(lt_bench_line *line, uint64_t value)
{
    line->result = join(line->result, value);
}

static t48_board random_board(lt_rng *rng, t48_shape shape)
{
    t48_board board = 0;
    for (unsigned r = 0; r < shape.rows; r++)
        for (unsigned c = 0; c < shape.cols; c++) {
            uint64_t level = lt_rng_below(rng, 4) ? lt_rng_below(rng, 16) : 15;
            board |= level << (16 * r + 4 * c);
        }
    return board;
}

static void bench_moves(lt_bench_line *line)
{
    lt_rng rng;
    lt_rng_seed(&rng, 0);
    snprintf(line->name, sizeof line->name, "moves of random boards");
    for (unsigned i = 0; i < 200000; i++) {
        t48_shape shape = {(uint8_t)(2 + i % 3), (uint8_t)(2 + i / 3 % 3)};
        t48_board board = random_board(&rng, shape);
        for (int d = 0; d < T48_DIRS; d++) {
            uint64_t gained;
            add(line, t48_board_move(board, shape, (t48_dir)d, &gained));
            add(line, gained);
            line->work++;
        }
    }
}

/* Both forms of an evaluation on one grid, and its share of the four moves. */
static void add_values(lt_bench_line *line, const t48_eval *eval, const t48_grid *grid)
{
    line->work++;
    add(line, (uint64_t)eval->ops->grid(eval, grid));
    for (int d = 0; d < T48_DIRS && eval->ops->grid_move; d++)
        add(line, (uint64_t)eval->ops->grid_move(eval, grid, (t48_dir)d));
    if (!t48_shape_fits_board(eval->shape)) return;
    t48_board board = t48_view(grid), columns = t48_transpose(board);
    add(line, (uint64_t)eval->ops->board(eval, board, columns));
    for (int d = 0; d < T48_DIRS && eval->ops->board_move; d++)
        add(line, (uint64_t)eval->ops->board_move(eval, board, columns, (t48_dir)d));
}

static lt_status bench_values(size_t index, lt_bench_line *line, lt_error *err)
{
    const t48_eval_info *info = t48_eval_info_at(index);
    const t48_eval_ops *ops = t48_eval_find(info->name, strlen(info->name));
    lt_params params;
    lt_params_init(&params, info->params, info->param_count);
    snprintf(line->name, sizeof line->name, "values of the evaluation %s", info->name);
    lt_rng rng;
    lt_rng_seed(&rng, 1);
    t48_eval *eval = NULL;
    lt_status status = LT_OK;
    for (size_t i = 0; i < BOARDS && status == LT_OK; i++) {
        t48_grid grid;
        status = t48_grid_parse(boards[i], (t48_shape){0, 0}, &grid, err);
        if (status == LT_OK &&
            (!eval || memcmp(&eval->shape, &grid.shape, sizeof grid.shape) != 0)) {
            t48_eval_free(eval);
            status = t48_eval_new(&eval, ops, &params, grid.shape, err);
        }
        if (status != LT_OK) break;
        add_values(line, eval, &grid);
        for (unsigned k = 0; k < 100 && t48_shape_fits_board(grid.shape); k++) {
            t48_grid other = t48_board_grid(random_board(&rng, grid.shape), grid.shape);
            add_values(line, eval, &other);
        }
    }
    t48_eval_free(eval);
    return status;
}

static lt_status bench_games(const struct game_line *s, lt_bench_line *line, lt_error *err)
{
    t48_rules rules = t48_rules_default();
    t48_player *player;
    snprintf(line->name, sizeof line->name, "%s on %s, %u games", s->spec, s->size, s->games);
    LT_TRY(t48_shape_parse(s->size, &rules.shape, err));
    LT_TRY(t48_player_new(&player, s->spec, &rules, err));
    for (unsigned i = 0; i < s->games; i++) {
        t48_outcome o;
        t48_play(player, &rules, NULL, lt_seed_of(s->seed, i), NULL, NULL, &o);
        line->work += o.moves;
        line->result = join(join(join(line->result, o.score), o.moves), o.max_level);
    }
    add(line, t48_player_nodes(player));
    t48_player_free(player);
    return LT_OK;
}

/* Values are made of integers or exact tables; a share of them is enough. */
static void add_advice(lt_bench_line *line, t48_player *player, const t48_state *state)
{
    t48_advice advice;
    t48_player_advise(player, state, &advice);
    add(line, (uint64_t)advice.best);
    add(line, advice.nodes);
    for (int d = 0; d < T48_DIRS; d++)
        if ((advice.legal >> d & 1) && !isnan(advice.value[d]))
            add(line, (uint64_t)llround(advice.value[d] * 256));
    for (unsigned i = 0; i < advice.line_length; i++)
        add(line, (uint64_t)advice.line[i].dir << 16 | (uint64_t)advice.line[i].cell << 8 |
                      advice.line[i].level);
}

typedef struct following {
    lt_bench_line *line;
    unsigned moves; /* still to come */
} following;

static bool follow(void *ctx, const t48_state *before, t48_dir dir, const t48_state *after)
{
    (void)before;
    (void)after;
    following *f = ctx;
    add(f->line, (uint64_t)dir);
    f->line->work++;
    return --f->moves > 0;
}

/* Advice on a board, then some moves from it. */
static void bench_board(t48_player *player, const t48_grid *grid, const t48_rules *rules,
                        unsigned moves, lt_bench_line *line)
{
    t48_state state = t48_state_from_grid(grid, rules);
    lt_rng rng;
    t48_spawn_rng(&rng, 1);
    t48_player_begin(player, 1);
    add_advice(line, player, &state);
    t48_play_on(player, &state, &rng, follow, &(following){line, moves});
    add(line, state.score);
}

static lt_status bench_boards(const board_line *l, lt_bench_line *line, lt_error *err)
{
    t48_rules rules = t48_rules_default();
    t48_player *player;
    snprintf(line->name, sizeof line->name, "%s on boards of %s", l->spec, l->size);
    LT_TRY(t48_shape_parse(l->size, &rules.shape, err));
    LT_TRY(t48_player_new(&player, l->spec, &rules, err));
    lt_status status = LT_OK;
    for (size_t i = 0; i < BOARDS && status == LT_OK; i++) {
        t48_grid grid;
        status = t48_grid_parse(boards[i], (t48_shape){0, 0}, &grid, err);
        if (status == LT_OK && grid.shape.rows == rules.shape.rows &&
            grid.shape.cols == rules.shape.cols)
            bench_board(player, &grid, &rules, l->moves, line);
    }
    add(line, t48_player_nodes(player));
    t48_player_free(player);
    return status;
}

size_t t48_bench_count(void)
{
    return 1 + t48_eval_count() + SUITE + LATE;
}

lt_status t48_bench_run(size_t index, lt_bench_line *line, lt_error *err)
{
    memset(line, 0, sizeof *line);
    if (index == 0) {
        bench_moves(line);
        return LT_OK;
    }
    index -= 1;
    if (index < t48_eval_count()) return bench_values(index, line, err);
    index -= t48_eval_count();
    return index < SUITE ? bench_games(&suite[index], line, err)
                         : bench_boards(&late[index - SUITE], line, err);
}

size_t t48_bench_network_count(void)
{
    return NETWORK;
}

lt_status t48_bench_network_run(size_t index, lt_bench_line *line, lt_error *err)
{
    memset(line, 0, sizeof *line);
    return bench_boards(&network[index], line, err);
}
