/* The regret of a player that draws or remembers, from games.
 *
 * For each game, what perfect play is worth, less the points that the moves gave
 * away, less the score, is pure luck: its mean is exactly 0. (To give a game up is to
 * give away all that was still to be had.) As much of it as goes
 * along with the scores is taken out of them (a control variate), which makes the
 * interval narrower; the mean of the scores alone is told beside it. */
#include "twenty48/exact/regret.h"

#include "base/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUND = 1024 }; /* games between two reports */

typedef struct played {
    double score, lost;
    uint32_t moves, errors;
    bool whole; /* played to its end */
} played;

typedef struct sampling {
    t48_regret_work *work;
    played *game;
    t48_blunders *blunders; /* one list a thread */
    uint64_t base;          /* first game of the round */
} sampling;

/* One game under judgement. */
typedef struct judged {
    sampling *sampling;
    int worker;
    played *game;
    t48_state last; /* the position that was reached */
} judged;

static bool judge_move(void *ctx, const t48_state *before, t48_dir dir, const t48_state *after)
{
    judged *one = ctx;
    one->last = *after;
    sampling *s = one->sampling;
    t48_judgement j = t48_judge(s->work->table, before->board, before->shape);
    if (j.loss[dir] > 0) {
        t48_blunder b = {before->board, dir, j.best, j.loss[dir], NAN};
        t48_blunders_add(&s->blunders[one->worker], &b, b.loss);
        one->game->errors++;
        one->game->lost += j.loss[dir];
    }
    return true;
}

/* False if it was stopped. */
static bool play(sampling *s, int worker, uint64_t number)
{
    const t48_regret_config *c = s->work->config;
    played *g = &s->game[number];
    uint64_t seed = lt_seed_of(c->seed, number);
    judged one = {s, worker, g, t48_state_empty(&c->rules)};
    lt_rng tiles;
    t48_spawn_rng(&tiles, seed);
    t48_state_start(&one.last, &tiles);
    t48_outcome outcome;
    *g = (played){.moves = 0};
    t48_end end =
        t48_play(s->work->player[worker], &c->rules, NULL, seed, judge_move, &one, &outcome);
    if (end == T48_END_OVER) /* 0 unless the player gave up */
        g->lost += t48_judge(s->work->table, one.last.board, one.last.shape).worth;
    g->score = (double)outcome.score;
    g->moves = outcome.moves;
    g->whole = end != T48_END_CANCELLED && !t48_player_trouble(s->work->player[worker]);
    return g->whole;
}

static void play_block(void *ctx, int worker, size_t first, size_t count)
{
    sampling *s = ctx;
    for (size_t i = first; i < first + count; i++)
        if (!play(s, worker, s->base + i)) return;
}

/* How much of a game's luck is in its score: the slope of the one on the other. */
static double luck_in_score(const sampling *s, uint64_t games, double optimal)
{
    double mean_luck = 0, mean_score = 0, both = 0, square = 0;
    for (uint64_t i = 0; i < games; i++) {
        mean_luck += (s->game[i].score + s->game[i].lost - optimal) / (double)games;
        mean_score += s->game[i].score / (double)games;
    }
    for (uint64_t i = 0; i < games; i++) {
        double luck = s->game[i].score + s->game[i].lost - optimal - mean_luck;
        both += luck * (s->game[i].score - mean_score);
        square += luck * luck;
    }
    return square > 0 ? both / square : 0;
}

static void add_up(const sampling *s, double *number)
{
    t48_regret *r = s->work->out;
    double slope = luck_in_score(s, r->games, r->optimal);
    for (uint64_t i = 0; i < r->games; i++) {
        r->positions += s->game[i].moves;
        r->erred += s->game[i].errors;
        r->regret_by_loss += s->game[i].lost / (double)r->games;
        number[i] = s->game[i].score - slope * (s->game[i].score + s->game[i].lost - r->optimal);
    }
    lt_summary expected = lt_summarise(number, (size_t)r->games);
    for (uint64_t i = 0; i < r->games; i++) number[i] = s->game[i].score;
    lt_summary score = lt_summarise(number, (size_t)r->games);
    r->expected = expected.mean;
    r->regret = r->optimal - r->expected;
    r->regret_margin = (expected.mean95.high - expected.mean95.low) / 2;
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
        for (size_t i = 0; i < round; i++) s.game[s.base + i].whole = false;
        status = t48_blocks_run(&blocks, err);
        if (status != LT_OK) break;
        for (int t = 0; t < work->threads && status == LT_OK; t++) {
            const char *trouble = t48_player_trouble(work->player[t]);
            if (trouble) status = lt_fail(err, LT_UNAVAILABLE, "the player gave up: %s", trouble);
        }
        if (status != LT_OK) break;
        /* When stopped, the games before the first one that was not finished count. */
        size_t whole = 0;
        while (whole < round && s.game[s.base + whole].whole) whole++;
        s.base += whole;
        lt_progress progress = {
            .what = "playing", .unit = "games", .done = s.base, .total = c->games};
        lt_report(c->control, &progress);
        if (whole < round || (lt_cancelled(c->control) && s.base < c->games))
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
