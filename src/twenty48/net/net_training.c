/* Networks and training as other programs see them: laatta/network.h, laatta/training.h. */
#include "laatta/training.h"

#include "base/threads.h"
#include "twenty48/lowered.h"
#include "twenty48/net/net_train.h"

#include <math.h>

/* --- networks -------------------------------------------------------------------- */

t48_net_about t48_net_describe(const t48_net *net)
{
    return (t48_net_about){.shape = net->layout.shape,
                           .tuples = net->layout.text,
                           .stages = net->layout.stages,
                           .highest = net->highest,
                           .weights = net->layout.size,
                           .kept = net->kept,
                           .step = (double)net->step / T48_NET_UNIT,
                           .error = net->error,
                           .games = net->games,
                           .moves = net->moves,
                           .content = net->content};
}

lt_status t48_net_values(const t48_net *net, t48_shape shape, const t48_board *after, size_t count,
                         double *value, lt_error *err)
{
    t48_shape own = net->layout.shape;
    bool fits = shape.rows == own.rows && shape.cols == own.cols;
    if (!fits && (shape.rows != own.cols || shape.cols != own.rows))
        return lt_fail(err, LT_UNSUPPORTED, "the network is for %dx%d boards, not %dx%d", own.rows,
                       own.cols, shape.rows, shape.cols);
    for (size_t i = 0; i < count; i++) {
        t48_board board = fits ? after[i] : t48_transpose(after[i]);
        value[i] = (double)t48_net_value(net, t48_lowered(board, net->highest)) / T48_NET_UNIT;
    }
    return LT_OK;
}

/* --- training --------------------------------------------------------------------- */

t48_training t48_training_default(void)
{
    return (t48_training){.shape = {4, 4},
                          .seed = 1,
                          .rate = 1,
                          .lambda = 0.5,
                          .steps = 3,
                          .coherent = true,
                          .restarts = 0.5};
}

static bool within(double x, double low, double high)
{
    return x >= low && x <= high; /* not for NaN */
}

static lt_status check(const t48_training *t, lt_error *err)
{
    if (!within(t->rate, 0, 10))
        return lt_fail(err, LT_BAD_INPUT, "the rate is 0 to 10, not %g", t->rate);
    if (!within(t->lambda, 0, 1))
        return lt_fail(err, LT_BAD_INPUT, "lambda is 0 to 1, not %g", t->lambda);
    if (t->steps < 1 || t->steps >= T48_STEPS_MAX)
        return lt_fail(err, LT_BAD_INPUT, "steps are 1 to %d, not %u", T48_STEPS_MAX - 1, t->steps);
    if (!within(t->restarts, 0, 1))
        return lt_fail(err, LT_BAD_INPUT, "the share of restarts is 0 to 1, not %g", t->restarts);
    if (!within(t->optimistic, 0, 1e7))
        return lt_fail(err, LT_BAD_INPUT, "the first value of a board is 0 to 1e7, not %g",
                       t->optimistic);
    return LT_OK;
}

lt_status t48_train_start(t48_train **train, const t48_training *training, lt_error *err)
{
    *train = NULL;
    t48_net_layout layout;
    LT_TRY(check(training, err));
    LT_TRY(t48_net_layout_choose(&layout, training->shape, training->tuples, err));
    t48_rule rule = {.rate = (float)training->rate,
                     .lambda = (float)training->lambda,
                     .steps = training->steps,
                     .coherent = training->coherent,
                     .restarts = training->restarts};
    LT_TRY(t48_train_new(train, &layout, &rule, training->seed, err));
    if (training->optimistic > 0) t48_learner_fill(&(*train)->learner, (float)training->optimistic);
    return LT_OK;
}

static void keep_point(void *ctx, const t48_train *train, const t48_train_point *point)
{
    (void)train;
    *(t48_train_point *)ctx = *point;
}

lt_status t48_train_on(t48_train *train, const t48_train_step *step, t48_train_point *point,
                       lt_error *err)
{
    if (step->games == 0 && !(step->seconds > 0))
        return lt_fail(err, LT_BAD_INPUT, "training needs a number of games or of seconds to end");
    if (!within(step->anneal, 0, 1))
        return lt_fail(err, LT_BAD_INPUT, "the share to anneal over is 0 to 1, not %g",
                       step->anneal);
    t48_train_point last = {.window = 0};
    t48_train_limits limits = {.seconds = step->seconds > 0 ? step->seconds : 0,
                               .games = step->games ? train->games + step->games : 0,
                               .threads = step->threads ? step->threads : lt_cpu_count(),
                               .anneal = step->anneal,
                               .window = HUGE_VAL, /* one point, at the end */
                               .round_moves = 8000000,
                               .report = keep_point,
                               .report_ctx = &last,
                               .control = step->control};
    LT_TRY(t48_train_run(train, &limits, err));
    last.seconds = train->seconds;
    last.games = train->games;
    last.moves = train->moves;
    if (point) *point = last;
    return LT_OK;
}

t48_train_about t48_train_describe(const t48_train *train)
{
    return (t48_train_about){.shape = train->learner.layout.shape,
                             .tuples = train->learner.layout.text,
                             .seed = train->seed,
                             .games = train->games,
                             .moves = train->moves,
                             .seconds = train->seconds};
}

void t48_train_values(const t48_train *train, const t48_board *after, size_t count, double *value)
{
    for (size_t i = 0; i < count; i++) value[i] = t48_learner_value(&train->learner, after[i]);
}
