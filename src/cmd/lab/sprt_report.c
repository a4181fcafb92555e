/* The verdict of a test, for people and for programs. */
#include "cmd/lab/sprt_report.h"

#include "cmd/lab/cli_lab.h"

#include <math.h>
#include <stdio.h>

/* A difference as a person reads it: a share of B's mean, points of a rate. */
static const char *as_text(const lt_sprt_config *c, double d, char *out, size_t size)
{
    if (c->relative)
        snprintf(out, size, "%g %% of B's mean", 100 * d);
    else if (c->rate)
        snprintf(out, size, "%g points", 100 * d);
    else
        snprintf(out, size, "%g", d);
    return out;
}

static void print_verdict(const lab_sprt_verdict *v, const lt_sprt_state *s)
{
    const lt_sprt_config *c = &v->test.config;
    char d0[48], d1[48];
    as_text(c, c->d0, d0, sizeof d0);
    as_text(c, c->d1, d1, sizeof d1);
    if (s->decision == LT_SPRT_BETTER)
        printf("verdict: A is better by more than %s. If it were not, a test like this would\n"
               "say so in about %g %% of all cases at most.\n",
               d0, 100 * c->alpha);
    else if (s->decision == LT_SPRT_NOT_BETTER)
        printf("verdict: A is not better by %s. If it were, a test like this would miss it in\n"
               "about %g %% of all cases at most.\n",
               d1, 100 * c->beta);
    else
        printf("verdict: undecided after %llu pairs; a larger --max lets it go on.\n",
               (unsigned long long)s->pairs);
}

int sprt_print(const lab_sprt_verdict *v)
{
    lt_sprt_state s = lt_sprt_look(&v->test);
    const lt_sprt_config *c = &v->test.config;
    bool rate = c->rate;
    double unit = rate ? 100 : 1;
    const char *mark = rate ? " %" : "";
    char d0[48], d1[48];
    printf("%s: %s, seed %llu\n", v->name, v->metric.name, (unsigned long long)v->seed);
    printf("A            %s\nB            %s\n", v->a, v->b);
    printf("hypotheses   A - B is %s or less, or %s or more\n", as_text(c, c->d0, d0, sizeof d0),
           as_text(c, c->d1, d1, sizeof d1));
    printf("pairs        %llu (a test of fixed length: about %.0f)\n", (unsigned long long)s.pairs,
           s.fixed_pairs);
    printf("ratio        %.2f, bounds %.2f and %.2f\n", s.llr, s.lower, s.upper);
    printf("A, B         %.6g%s, %.6g%s\n", unit * s.mean_a, mark, unit * s.mean_b, mark);
    printf("difference   %+.6g%s", unit * s.difference, rate ? " points" : "");
    if (isfinite(s.anytime.low))
        printf(", [%.6g, %.6g] holds at 95 %% whenever one looks", unit * s.anytime.low,
               unit * s.anytime.high);
    printf("\n");
    print_verdict(v, &s);
    return v->test.decision == LT_SPRT_UNDECIDED;
}

int sprt_print_json(const lab_sprt_verdict *v)
{
    lt_sprt_state s = lt_sprt_look(&v->test);
    const lt_sprt_config *c = &v->test.config;
    int printed = cli_print_json(
        json_pack("{s:s, s:s, s:s, s:s, s:I, s:f, s:f, s:f, s:f, s:I, s:o, s:f, s:f, s:f, s:f, s:f,"
                  " s:[o,o], s:s}",
                  "name", v->name, "a", v->a, "b", v->b, "metric", v->metric.name, "seed",
                  (json_int_t)v->seed, "d0", c->d0, "d1", c->d1, "alpha", c->alpha, "beta", c->beta,
                  "pairs", (json_int_t)s.pairs, "llr", lab_json_real(s.llr), "lower", s.lower,
                  "upper", s.upper, "mean_a", s.mean_a, "mean_b", s.mean_b, "difference",
                  s.difference, "anytime95", lab_json_real(s.anytime.low),
                  lab_json_real(s.anytime.high), "decision", lt_sprt_decision_name(s.decision)));
    return printed ? printed : v->test.decision == LT_SPRT_UNDECIDED;
}
