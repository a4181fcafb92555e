/* The bench lines of 2048: moves of random boards of every size, and the games
 * of bench/t48_suite.inc. */
#include "laatta/bench.h"

#include "laatta/sim.h"

#include <stdio.h>
#include <string.h>

static const struct suite_line {
    const char *spec, *size;
    unsigned games;
    uint64_t seed;
} suite[] = {
#define X(spec, size, games, seed) {spec, size, games, seed},
#include "bench/t48_suite.inc"
#undef X
};

static uint64_t join(uint64_t hash, uint64_t value)
{
    return lt_mix64(hash ^ (value + 0x9e3779b97f4a7c15u));
}

uint64_t lt_bench_join(uint64_t hash, const lt_bench_line *line)
{
    return join(join(hash, line->work), line->result);
}

size_t t48_bench_count(void)
{
    return 1 + sizeof suite / sizeof suite[0];
}

static void bench_moves(lt_bench_line *line)
{
    lt_rng rng;
    lt_rng_seed(&rng, 0);
    snprintf(line->name, sizeof line->name, "moves of random boards");
    for (unsigned i = 0; i < 200000; i++) {
        t48_shape shape = {(uint8_t)(2 + i % 3), (uint8_t)(2 + i / 3 % 3)};
        t48_board board = 0;
        for (unsigned r = 0; r < shape.rows; r++)
            for (unsigned c = 0; c < shape.cols; c++) {
                uint64_t level = lt_rng_below(&rng, 4) ? lt_rng_below(&rng, 16) : 15;
                board |= level << (16 * r + 4 * c);
            }
        for (int d = 0; d < T48_DIRS; d++) {
            uint64_t gained;
            line->result = join(line->result, t48_board_move(board, shape, (t48_dir)d, &gained));
            line->result = join(line->result, gained);
            line->work++;
        }
    }
}

static lt_status bench_games(const struct suite_line *s, lt_bench_line *line, lt_error *err)
{
    t48_rules rules = t48_rules_default();
    t48_player *player;
    LT_TRY(t48_shape_parse(s->size, &rules.shape, err));
    LT_TRY(t48_player_new(&player, s->spec, &rules, err));
    snprintf(line->name, sizeof line->name, "%s on %s, %u games", s->spec, s->size, s->games);
    for (unsigned i = 0; i < s->games; i++) {
        t48_outcome o = t48_play_game(player, &rules, NULL, lt_seed_of(s->seed, i));
        line->work += o.moves;
        line->result = join(join(join(line->result, o.score), o.moves), o.max_level);
    }
    line->result = join(line->result, t48_player_nodes(player));
    t48_player_free(player);
    return LT_OK;
}

lt_status t48_bench_run(size_t index, lt_bench_line *line, lt_error *err)
{
    memset(line, 0, sizeof *line);
    if (index > 0) return bench_games(&suite[index - 1], line, err);
    bench_moves(line);
    return LT_OK;
}
