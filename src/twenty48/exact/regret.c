/* Regret: which way fits a player, and what both ways use. */
#include "twenty48/exact/regret.h"

#include "base/clock.h"
#include "base/threads.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

t48_judgement t48_judge(const t48_exact_table *table, t48_board board, t48_shape shape)
{
    double value[T48_DIRS];
    t48_judgement j = {.best = T48_NONE};
    j.legal = t48_exact_table_moves(table, board, shape, value, &j.best);
    if (j.best != T48_NONE) j.worth = value[j.best];
    for (int d = 0; d < T48_DIRS; d++) {
        if (!(j.legal >> d & 1) || j.best == T48_NONE) continue;
        /* Equal values may differ in their last bits when they come from different sums. */
        double lost = value[j.best] - value[d];
        j.loss[d] = lost > 1e-9 * (1 + fabs(value[j.best])) ? lost : 0;
    }
    return j;
}

static bool goes_before(const t48_blunders *list, unsigned i, const t48_blunder *b, double weight)
{
    if (list->weight[i] != weight) return weight > list->weight[i];
    return b->board < list->item[i].board;
}

void t48_blunders_add(t48_blunders *list, const t48_blunder *blunder, double weight)
{
    unsigned at = list->count;
    if (at == list->most && (at == 0 || !goes_before(list, at - 1, blunder, weight))) return;
    for (unsigned i = 0; i < list->count; i++)
        if (list->item[i].board == blunder->board) {
            if (!goes_before(list, i, blunder, weight)) return;
            /* The same board with a worse move: the old entry gives way. */
            list->count--;
            memmove(&list->item[i], &list->item[i + 1], (list->count - i) * sizeof list->item[0]);
            memmove(&list->weight[i], &list->weight[i + 1],
                    (list->count - i) * sizeof list->weight[0]);
            break;
        }
    if (list->count == list->most) list->count--;
    for (at = list->count; at > 0 && goes_before(list, at - 1, blunder, weight); at--) {
        list->item[at] = list->item[at - 1];
        list->weight[at] = list->weight[at - 1];
    }
    list->item[at] = *blunder;
    list->weight[at] = weight;
    list->count++;
}

static lt_status check_table(const t48_regret_config *c, const t48_exact_table *table,
                             lt_error *err)
{
    t48_exact_about about = t48_exact_table_about(table);
    t48_shape shape = c->rules.shape, made = about.rules.shape;
    bool fits = (shape.rows == made.rows && shape.cols == made.cols) ||
                (shape.rows == made.cols && shape.cols == made.rows);
    if (!fits || about.rules.fours != c->rules.fours || about.aim || about.stop)
        return lt_fail(err, LT_BAD_INPUT,
                       "the table is not for the score of whole games on %ux%u with a share of "
                       "fours of %g",
                       shape.rows, shape.cols, c->rules.fours);
    return LT_OK;
}

static lt_status make_players(t48_regret_work *w, lt_error *err)
{
    w->player = calloc((size_t)w->threads, sizeof(t48_player *));
    if (!w->player) return lt_fail(err, LT_NO_MEMORY, "no memory for players");
    for (int i = 0; i < w->threads; i++) {
        LT_TRY(t48_player_new(&w->player[i], w->config->player, &w->config->rules, err));
        t48_player_control(w->player[i], w->config->control);
    }
    snprintf(w->out->player, sizeof w->out->player, "%s", t48_player_spec(w->player[0]));
    return LT_OK;
}

static lt_status run(t48_regret_work *w, lt_error *err)
{
    assert(w->player[0]);
    const t48_player_ops *ops = w->player[0]->ops;
    t48_regret *r = w->out;
    r->optimal = t48_exact_table_about(w->table).game_value;
    r->stochastic = ops->info.stochastic;
    r->remembers = ops->begin != NULL || t48_player_timed(w->player[0]);
    bool a_function = !r->stochastic && !r->remembers;
    r->method = w->config->sample ? T48_REGRET_SAMPLED
                : a_function      ? T48_REGRET_EXACT
                : ops->spread     ? T48_REGRET_DISTRIBUTION
                                  : T48_REGRET_SAMPLED;
    return r->method == T48_REGRET_SAMPLED ? t48_regret_sample(w, err) : t48_regret_sweep(w, err);
}

lt_status t48_regret_run(const t48_regret_config *config, t48_regret *regret, lt_error *err)
{
    *regret = (t48_regret){.method = T48_REGRET_EXACT};
    t48_regret_work w = {.config = config,
                         .table = config->table,
                         .threads = config->threads ? config->threads : lt_cpu_count(),
                         .out = regret};
    t48_space space;
    LT_TRY(t48_space_init(&space, config->rules.shape, true, err));
    if (config->blunders > T48_BLUNDERS_MAX)
        return lt_fail(err, LT_BAD_INPUT, "at most %d blunders are kept", T48_BLUNDERS_MAX);
    double began = lt_clock_now();
    /* Players come first: a bad spec should not wait for a table. */
    lt_status status = make_players(&w, err);
    t48_exact_table *made = NULL;
    if (status == LT_OK && config->table) status = check_table(config, config->table, err);
    if (status == LT_OK && !config->table) {
        t48_exact_config exact = {
            .rules = config->rules, .threads = w.threads, .control = config->control};
        t48_exact_result result;
        status = t48_exact_solve(&exact, &result, &made, err);
        w.table = made;
    }
    if (status == LT_OK) status = run(&w, err);
    for (int i = 0; w.player && i < w.threads; i++) t48_player_free(w.player[i]);
    free(w.player);
    t48_exact_table_free(made);
    regret->seconds = lt_clock_now() - began;
    return status;
}
