/* The regret of a player that draws or remembers, from games.
 *
 * The points that the moves of a game give away have the regret as their mean, and
 * vary far less than scores do, because the luck of the tiles is not in them. So
 * the estimate is made of these; the mean of the scores is told beside it. */
#include "twenty48/exact/regret.h"

#include "base/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUND = 1024 }; /* games between two looks at Ctrl-C */

typedef struct played {
    double score, lost;
    uint32_t moves, errors;
} played;

typedef struct sampling {
    t48_regret_work *work;
    played *game;
    t48_blunders *blunders; /* one list a thread */
    uint64_t base;          /* first game of the round */
} sampling;

static void play(sampling *s, int worker, uint64_t number)
{
    const t48_regret_config *c = s->work->config;
    t48_player *player = s->work->player[worker];
    played *g = &s->game[number];
    uint64_t seed = lt_seed_of(c->seed, number);
    t48_state state = t48_state_empty(&c->rules);
    lt_rng rng;
    t48_spawn_rng(&rng, seed);
    t48_player_begin(player, seed);
    t48_state_start(&state, &rng);
    *g = (played){.moves = 0};
    for (;;) {
        t48_judgement j = t48_judge(s->work->table, state.board, state.shape);
        if (!j.legal) break;
        t48_dir dir = t48_player_choose(player, &state);
        if (j.loss[dir] > 0) {
            t48_blunder b = {state.board, dir, j.best, j.loss[dir], NAN};
            t48_blunders_add(&s->blunders[worker], &b, b.loss);
            g->errors++;
            g->lost += j.loss[dir];
        }
        g->moves++;
        t48_state_move(&state, dir);
        t48_state_spawn(&state, &rng);
    }
    g->score = (double)state.score;
}

static void play_block(void *ctx, int worker, size_t first, size_t count)
{
    sampling *s = ctx;
    for (size_t i = first; i < first + count; i++) play(s, worker, s->base + i);
}

static void add_up(const sampling *s, double *number)
{
    t48_regret *r = s->work->out;
    for (uint64_t i = 0; i < r->games; i++) {
        r->positions += s->game[i].moves;
        r->erred += s->game[i].errors;
        number[i] = s->game[i].lost;
    }
    lt_summary lost = lt_summarise(number, (size_t)r->games);
    for (uint64_t i = 0; i < r->games; i++) number[i] = s->game[i].score;
    lt_summary score = lt_summarise(number, (size_t)r->games);
    r->regret = r->regret_by_loss = lost.mean;
    r->regret_margin = (lost.mean95.high - lost.mean95.low) / 2;
    r->expected = r->optimal - r->regret;
    r->mean_score = score.mean;
    r->mean_score_margin = (score.mean95.high - score.mean95.low) / 2;
    r->moves = (double)r->positions / (double)r->games;
    r->errors = (double)r->erred / (double)r->games;
    t48_blunders *all = &s->blunders[0];
    for (int t = 1; t < s->work->threads; t++)
        for (unsigned i = 0; i < s->blunders[t].count; i++)
            t48_blunders_add(all, &s->blunders[t].item[i], s->blunders[t].weight[i]);
    r->blunders = all->count;
    memcpy(r->blunder, all->item, all->count * sizeof r->blunder[0]);
}

lt_status t48_regret_sample(t48_regret_work *work, lt_error *err)
{
    const t48_regret_config *c = work->config;
    sampling s = {.work = work};
    double *number = NULL;
    if (c->games < 2) return lt_fail(err, LT_BAD_INPUT, "at least two games are sampled");
    if (c->games < SIZE_MAX / sizeof *s.game) {
        s.game = malloc((size_t)c->games * sizeof *s.game);
        number = malloc((size_t)c->games * sizeof *number);
    }
    s.blunders = calloc((size_t)work->threads, sizeof *s.blunders);
    lt_status status = LT_OK;
    if (!s.game || !number || !s.blunders)
        status =
            lt_fail(err, LT_NO_MEMORY, "no memory for %llu games", (unsigned long long)c->games);
    for (int t = 0; status == LT_OK && t < work->threads; t++) s.blunders[t].most = c->blunders;
    while (status == LT_OK && s.base < c->games) {
        size_t round = c->games - s.base < ROUND ? (size_t)(c->games - s.base) : ROUND;
        t48_blocks blocks = {
            .ctx = &s, .run = play_block, .total = round, .block = 8, .threads = work->threads};
        status = t48_blocks_run(&blocks, err);
        if (status != LT_OK) break;
        s.base += round;
        lt_progress progress = {
            .what = "playing", .unit = "games", .done = s.base, .total = c->games};
        lt_report(c->control, &progress);
        if (lt_cancelled(c->control) && s.base < c->games)
            status = lt_fail(err, LT_CANCELLED, "stopped after %llu of %llu games",
                             (unsigned long long)s.base, (unsigned long long)c->games);
    }
    work->out->games = s.base;
    if (s.base && (status == LT_OK || status == LT_CANCELLED)) add_up(&s, number);
    free(s.game);
    free(number);
    free(s.blunders);
    return status;
}
