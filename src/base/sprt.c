/* The running sums, the bounds and the decision; the ratios are in llr.c. */
#include "laatta/sprt.h"

#include "base/llr.h"
#include "base/quantiles.h"

#include <math.h>

lt_sprt_config lt_sprt_defaults(bool rate)
{
    return (lt_sprt_config){.rate = rate,
                            .d0 = 0,
                            .d1 = 0.02,
                            .relative = !rate,
                            .alpha = 0.05,
                            .beta = 0.05,
                            .level = 0.95,
                            .min_pairs = 100};
}

const char *lt_sprt_decision_name(lt_sprt_decision decision)
{
    static const char *const names[] = {"go on", "better", "not better", "undecided"};
    return names[decision];
}

static bool proper(double x, double low, double high)
{
    return x > low && x < high;
}

lt_status lt_sprt_init(lt_sprt *test, const lt_sprt_config *config, lt_error *err)
{
    const lt_sprt_config *c = config;
    if (!proper(c->alpha, 0, 0.5) || !proper(c->beta, 0, 0.5))
        return lt_fail(err, LT_BAD_INPUT,
                       "error rates lie between 0 and 0.5, not at alpha %g and beta %g", c->alpha,
                       c->beta);
    if (!proper(c->level, 0, 1))
        return lt_fail(err, LT_BAD_INPUT, "a confidence level lies between 0 and 1, not at %g",
                       c->level);
    if (!isfinite(c->d0) || !isfinite(c->d1) || !(c->d0 < c->d1))
        return lt_fail(err, LT_BAD_INPUT,
                       "the difference d1 of H1 must be above d0 of H0, but they are %g and %g",
                       c->d1, c->d0);
    if (c->rate && c->relative)
        return lt_fail(err, LT_BAD_INPUT,
                       "differences of rates are given in points, not as shares of B's rate");
    if ((c->rate || c->relative) && !(proper(c->d0, -1, 1) && proper(c->d1, -1, 1)))
        return lt_fail(err, LT_BAD_INPUT, "d0 and d1 lie between -1 and 1, not at %g and %g", c->d0,
                       c->d1);
    if (c->min_pairs < 2 || (c->max_pairs && c->max_pairs < c->min_pairs))
        return lt_fail(err, LT_BAD_INPUT,
                       "a test takes 2 pairs or more, and its most are not fewer than its least; "
                       "not %llu to %llu",
                       (unsigned long long)c->min_pairs, (unsigned long long)c->max_pairs);
    *test = (lt_sprt){.config = *config};
    return LT_OK;
}

/* Wald's bounds. A tenth of the error rates is held back for rates: the shares
 * of unequal pairs are not known but estimated, and where unequal pairs are rare
 * that was measured to cost up to 0.6 points of 5 without the reserve. */
static double upper_bound(const lt_sprt_config *c)
{
    double reserve = c->rate ? 0.9 : 1;
    return log((1 - reserve * c->beta) / (reserve * c->alpha));
}

static double lower_bound(const lt_sprt_config *c)
{
    double reserve = c->rate ? 0.9 : 1;
    return log(reserve * c->beta / (1 - reserve * c->alpha));
}

static double ratio(const lt_sprt *t)
{
    const lt_sprt_config *c = &t->config;
    if (t->pairs == 0) return 0;
    if (c->rate)
        return lt_llr_rate(t->only_a, t->only_b, t->pairs - t->only_a - t->only_b, c->d0, c->d1);
    lt_llr_pairs pairs = {t->pairs, t->mean_a, t->mean_b, t->aa, t->bb, t->ab};
    return lt_llr_mean(&pairs, c->d0, c->d1, c->relative);
}

static void decide(lt_sprt *t)
{
    const lt_sprt_config *c = &t->config;
    if (t->decision != LT_SPRT_GO_ON || t->pairs < c->min_pairs) return;
    double llr = ratio(t);
    if (llr >= upper_bound(c))
        t->decision = LT_SPRT_BETTER;
    else if (llr <= lower_bound(c))
        t->decision = LT_SPRT_NOT_BETTER;
    else if (c->max_pairs && t->pairs >= c->max_pairs)
        t->decision = LT_SPRT_UNDECIDED;
    if (t->decision != LT_SPRT_GO_ON) t->decided_at = t->pairs;
}

/* Joins n more pairs, given by means and products of deviations (Chan's formula). */
static void join(lt_sprt *t, const lt_llr_pairs *more)
{
    double n = (double)t->pairs, m = (double)more->pairs, share = m / (n + m), weight = n * share;
    double apart_a = more->mean_a - t->mean_a, apart_b = more->mean_b - t->mean_b;
    t->aa += more->aa + apart_a * apart_a * weight;
    t->bb += more->bb + apart_b * apart_b * weight;
    t->ab += more->ab + apart_a * apart_b * weight;
    t->mean_a += apart_a * share;
    t->mean_b += apart_b * share;
    t->pairs += more->pairs;
}

void lt_sprt_add(lt_sprt *test, double a, double b)
{
    join(test, &(lt_llr_pairs){.pairs = 1, .mean_a = a, .mean_b = b});
    test->only_a += a > b;
    test->only_b += b > a;
    decide(test);
}

uint64_t lt_sprt_stretch(const lt_sprt *test)
{
    uint64_t least = test->config.min_pairs;
    return test->pairs / 2 > least ? test->pairs / 2 : least;
}

double lt_sprt_fixed_pairs(double alpha, double beta, double gap, double stdev)
{
    double z = lt_normal_quantile(1 - alpha) + lt_normal_quantile(1 - beta);
    return z * z * stdev * stdev / (gap * gap);
}

/* The difference with its two intervals. A rate's variance is taken after half a
 * pair of each kind (Agresti & Min 2005): without it, pairs that have all been
 * alike so far would promise a difference of exactly 0. */
static void estimate(const lt_sprt *t, lt_sprt_state *s)
{
    double n = (double)t->pairs;
    s->difference = t->mean_a - t->mean_b;
    double centre = s->difference, squares = fmax(0, t->aa - 2 * t->ab + t->bb), tries = n;
    if (t->config.rate) {
        double apart = (double)t->only_a - (double)t->only_b;
        tries = n + 2;
        centre = apart / tries;
        squares = (double)(t->only_a + t->only_b) + 1 - apart * centre;
    }
    s->stdev = tries > 1 ? sqrt(squares / (tries - 1)) : 0;
    s->fixed = lt_t_interval(centre, s->stdev, (uint64_t)tries, t->config.level);
    s->anytime = (lt_interval){-INFINITY, INFINITY};
    s->interval = s->fixed;
    if (t->pairs < t->config.min_pairs) return;
    /* Robbins' normal mixture. Its weight must not depend on the outcomes; with
     * this one it is tightest at about eight times the least number of pairs. */
    double weight = (double)t->config.min_pairs, miss = 1 - t->config.level;
    double half =
        s->stdev / tries * sqrt((tries + weight) * log((tries + weight) / (weight * miss * miss)));
    s->interval = s->anytime = (lt_interval){centre - half, centre + half};
}

static lt_verdict judge(const lt_sprt *t, const lt_sprt_state *s)
{
    if (t->pairs && !t->config.rate && t->only_a + t->only_b == 0) return LT_SAME;
    return s->interval.low > 0 ? LT_A_BETTER : s->interval.high < 0 ? LT_B_BETTER : LT_UNCLEAR;
}

lt_sprt_state lt_sprt_look(const lt_sprt *test)
{
    const lt_sprt_config *c = &test->config;
    lt_sprt_state s = {.decision = test->decision,
                       .pairs = test->pairs,
                       .decided_at = test->decided_at,
                       .llr = ratio(test),
                       .lower = lower_bound(c),
                       .upper = upper_bound(c),
                       .mean_a = test->mean_a,
                       .mean_b = test->mean_b};
    estimate(test, &s);
    s.verdict = judge(test, &s);
    s.relative = test->mean_b != 0 ? s.difference / test->mean_b : NAN;
    double gap = (c->d1 - c->d0) * (c->relative ? test->mean_b : 1);
    s.fixed_pairs = gap > 0 ? lt_sprt_fixed_pairs(c->alpha, c->beta, gap, s.stdev) : NAN;
    return s;
}
