/* The test as a state machine: what the store has, what is to be queued next. */
#include "lab/lead_sprt.h"

#include "base/threads.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_PAIRS = 100, NAMES_MAX = 100000 };

typedef struct match {
    const lab_lead *lead;
    lab_sprt_verdict *verdict;
    lab_experiment experiment;
    json_t *plan;
    lab_config pair[2];  /* A and B */
    double *outcomes[2]; /* by game; NAN until it is known */
    uint64_t room;
    double seconds; /* of all games that are known */
    uint64_t known;
    bool failed; /* memory */
    char line[160];
} match;

static int threads_of(const match *m)
{
    return m->lead->threads ? m->lead->threads : lt_cpu_count();
}

/* --- the plan ------------------------------------------------------------------ */

static lt_sprt_config config_of(const json_t *plan, const lab_metric *metric)
{
    lt_sprt_config c = lt_sprt_defaults(lab_metric_figure(metric) == LAB_RATE);
    c.relative = lab_metric_relative(metric);
    c.d0 = json_number_value(json_object_get(plan, "d0"));
    c.d1 = json_number_value(json_object_get(plan, "d1"));
    c.alpha = json_number_value(json_object_get(plan, "alpha"));
    c.beta = json_number_value(json_object_get(plan, "beta"));
    c.max_pairs = (uint64_t)json_integer_value(json_object_get(plan, "max"));
    c.min_pairs = c.max_pairs && c.max_pairs < LEAST_PAIRS ? c.max_pairs : LEAST_PAIRS;
    return c;
}

static json_t *plan_of(const lab_sprt_terms *ask)
{
    return json_pack("{s:s, s:s, s:s, s:f, s:f, s:f, s:f, s:I, s:I, s:i, s:i, s:f}", "a", ask->a,
                     "b", ask->b, "metric", ask->metric, "d0", ask->d0, "d1", ask->d1, "alpha",
                     ask->alpha, "beta", ask->beta, "max", (json_int_t)ask->max, "seed",
                     (json_int_t)ask->seed, "rows", ask->rules.shape.rows, "cols",
                     ask->rules.shape.cols, "fours", ask->rules.fours);
}

lt_status lab_sprt_terms_check(const lab_sprt_terms *ask, lt_error *err)
{
    lab_metric metric;
    lt_sprt test;
    LT_TRY(lab_metric_parse(ask->metric, false, &metric, err));
    json_t *plan = plan_of(ask);
    lt_sprt_config config = config_of(plan, &metric);
    json_decref(plan);
    return lt_sprt_init(&test, &config, err);
}

/* --- making the experiment, or finding it ----------------------------------------- */

static lt_status add(match *m, const lab_sprt_terms *ask, lt_error *err)
{
    lab_experiment *x = &m->experiment;
    x->kind = LAB_SPRT;
    x->attempts = 5;
    x->rules = ask->rules;
    x->seed = ask->seed;
    strcpy(x->player, ask->a);
    for (int side = 0; side < 2; side++) {
        lab_setting *s = &m->pair[side].setting[0];
        strcpy(m->pair[side].spec, side ? ask->b : ask->a);
        m->pair[side].settings = 1;
        strcpy(s->name, "side");
        strcpy(s->value, side ? "B" : "A");
    }
    m->plan = plan_of(ask);
    x->plan = m->plan ? lab_plan_text(m->plan) : NULL;
    if (!x->plan) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    return lab_add(m->lead->store, x, m->pair, 2, err);
}

/* The first of sprt-1, sprt-2, ... that is free. */
static lt_status choose_name(match *m, lt_error *err)
{
    for (int i = 1; i < NAMES_MAX; i++) {
        lab_experiment other;
        bool known;
        snprintf(m->experiment.name, sizeof m->experiment.name, "sprt-%d", i);
        LT_TRY(lab_lead_known(m->lead->store, m->experiment.name, &known, &other, err));
        if (!known) return LT_OK;
        free(other.plan);
    }
    return lt_fail(err, LT_LIMIT, "sprt-1 to sprt-%d are taken; give a NAME", NAMES_MAX - 1);
}

/* Only the limit may be another than planned. */
static lt_status change_plan(match *m, const lab_sprt_terms *ask, const uint64_t *max,
                             lt_error *err)
{
    const lab_experiment *x = &m->experiment;
    uint64_t limit = ask ? ask->max : max ? *max : 0;
    if (!ask && !max) return LT_OK;
    json_object_set_new(m->plan, "max", json_integer((json_int_t)limit));
    if (ask) {
        json_t *asked = plan_of(ask);
        bool same = json_equal(m->plan, asked);
        json_decref(asked);
        if (!same)
            return lt_fail(err, LT_BAD_INPUT,
                           "%s has another plan; without options laatta lab sprt %s goes on with "
                           "that, or choose another name",
                           x->name, x->name);
    }
    return lab_plan_store(m->lead->store, x, m->plan, err);
}

static lt_status adopt(match *m, const lab_sprt_terms *ask, const uint64_t *max, lt_error *err)
{
    lab_experiment *x = &m->experiment;
    LT_TRY(lab_lead_usable(x, LAB_SPRT, err));
    LT_TRY(lab_plan_read(x, &m->plan, err));
    LT_TRY(change_plan(m, ask, max, err));
    lab_config *configs;
    size_t count;
    LT_TRY(lab_configs(m->lead->store, x->id, &configs, &count, err));
    if (count == 2) memcpy(m->pair, configs, sizeof m->pair);
    free(configs);
    return count == 2 ? LT_OK : lt_fail(err, LT_DAMAGED, "%s has not two players", x->name);
}

static lt_status enter(match *m, const char *name, const lab_sprt_terms *ask, const uint64_t *max,
                       lt_error *err)
{
    bool known = false;
    if (name) LT_TRY(lab_lead_known(m->lead->store, name, &known, &m->experiment, err));
    if (known) return adopt(m, ask, max, err);
    if (!ask) return lt_fail(err, LT_BAD_INPUT, "--a SPEC and --b SPEC are needed");
    m->experiment = (lab_experiment){0};
    if (name)
        snprintf(m->experiment.name, sizeof m->experiment.name, "%s", name);
    else
        LT_TRY(choose_name(m, err));
    return add(m, ask, err);
}

/* --- the test itself --------------------------------------------------------------- */

static bool make_room(match *m, uint64_t games)
{
    if (games <= m->room) return true;
    uint64_t room = games < 512 ? 1024 : 2 * games;
    for (int side = 0; side < 2; side++) {
        double *grown = realloc(m->outcomes[side], room * sizeof *grown);
        if (!grown) return false;
        m->outcomes[side] = grown;
        for (uint64_t g = m->room; g < room; g++) grown[g] = NAN;
    }
    m->room = room;
    return true;
}

static bool take(void *ctx, const lab_result *result)
{
    match *m = ctx;
    m->failed = !make_room(m, result->game + 1);
    if (m->failed) return false;
    double *outcome = &m->outcomes[result->config == m->pair[1].id][result->game];
    if (isnan(*outcome)) {
        m->seconds += result->seconds;
        m->known++;
    }
    *outcome = lab_metric_game(&m->verdict->metric, &result->outcome);
    return true;
}

static json_t *json_look(const lt_sprt_state *s)
{
    return json_pack("{s:I, s:o, s:f, s:f, s:f, s:o, s:o, s:s}", "games", (json_int_t)s->pairs,
                     "llr", lab_json_real(s->llr), "lower", s->lower, "upper", s->upper,
                     "difference", s->difference, "low", lab_json_real(s->interval.low), "high",
                     lab_json_real(s->interval.high), "decision",
                     lt_sprt_decision_name(s->decision));
}

/* Weighs all pairs that are complete, in order, until one decides. */
static lt_status look(match *m, lt_error *err)
{
    uint64_t before = m->verdict->test.pairs;
    LT_TRY(lab_results(m->lead->store, m->experiment.id, 0, before, false, take, m, err));
    if (m->failed) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    while (m->verdict->test.decision == LT_SPRT_GO_ON && m->verdict->test.pairs < m->room) {
        double a = m->outcomes[0][m->verdict->test.pairs],
               b = m->outcomes[1][m->verdict->test.pairs];
        if (isnan(a) || isnan(b)) break;
        lt_sprt_add(&m->verdict->test, a, b);
    }
    if (m->verdict->test.pairs == before) return LT_OK;
    lt_sprt_state s = lt_sprt_look(&m->verdict->test);
    return lab_lead_note(m->lead->store, m->experiment.id, m->verdict->test.pairs, json_look(&s),
                         err);
}

/* Two seconds of play for every thread, and a twentieth of what was played, so
 * that long tests are looked at less often; at first no more than was played, so
 * that a clear case is over soon. */
static uint64_t batch_size(const match *m)
{
    double pair = m->known ? 2 * m->seconds / (double)m->known : 1;
    double pairs = 2.0 * threads_of(m) / (pair > 1e-4 ? pair : 1e-4);
    double most = (double)(m->verdict->test.pairs + 16 * (uint64_t)threads_of(m));
    double least = (double)m->verdict->test.pairs / 20 + threads_of(m);
    return (uint64_t)fmax(least, fmin(pairs, most));
}

static lt_status more(void *ctx, uint64_t leased, bool *added, lt_error *err)
{
    match *m = ctx;
    LT_TRY(look(m, err));
    if (m->verdict->test.decision != LT_SPRT_GO_ON) return LT_OK;
    uint64_t queued = m->pair[0].games, batch = batch_size(m),
             max = m->verdict->test.config.max_pairs;
    if (m->pair[1].games > queued) queued = m->pair[1].games;
    if (!leased && m->verdict->test.pairs < queued)
        return lt_fail(err, LT_LIMIT, "game %llu of %s is missing and nobody plays it",
                       (unsigned long long)m->verdict->test.pairs, m->experiment.name);
    /* One slow game must not let the others run far ahead. */
    if (queued - m->verdict->test.pairs > 4 * batch) return LT_OK;
    uint64_t games = queued + batch;
    if (max && games > max) games = max;
    if (games == queued) return LT_OK;
    lab_config next[2] = {m->pair[0], m->pair[1]};
    next[0].games = next[1].games = games;
    LT_TRY(lab_extend(m->lead->store, &m->experiment, next, 2, err));
    m->pair[0].games = m->pair[1].games = games;
    *added = true;
    return LT_OK;
}

/* Where the ratio is between its bounds: [....|..#.] */
static void draw_bar(const lt_sprt_state *s, char *bar, int width)
{
    double share = (s->llr - s->lower) / (s->upper - s->lower);
    int at = (int)(share * width);
    for (int i = 0; i < width; i++) bar[i] = i == width / 2 ? '|' : '.';
    bar[at < 0 ? 0 : at >= width ? width - 1 : at] = '#';
    bar[width] = '\0';
}

static void show(void *ctx, lt_progress *line)
{
    enum { WIDTH = 21 };
    match *m = ctx;
    char bar[WIDTH + 1];
    lt_sprt_state s = lt_sprt_look(&m->verdict->test);
    draw_bar(&s, bar, WIDTH);
    snprintf(m->line, sizeof m->line, "%.2f [%s] %.2f  A - B %+.4g [%.4g, %.4g]", s.lower, bar,
             s.upper, s.difference, s.fixed.low, s.fixed.high);
    line->done = s.pairs;
    line->total = m->verdict->test.config.max_pairs;
    line->unit = "pairs";
    line->note = m->line;
}

/* --- the whole ---------------------------------------------------------------------- */

static lt_status begin(match *m, lt_error *err)
{
    lab_sprt_verdict *v = m->verdict;
    const char *metric = json_string_value(json_object_get(m->plan, "metric"));
    if (!metric)
        return lt_fail(err, LT_DAMAGED, "the plan of %s cannot be read", m->experiment.name);
    strcpy(v->name, m->experiment.name);
    strcpy(v->a, m->pair[0].spec);
    strcpy(v->b, m->pair[1].spec);
    v->seed = m->experiment.seed;
    LT_TRY(lab_metric_parse(metric, false, &v->metric, err));
    lt_sprt_config config = config_of(m->plan, &v->metric);
    LT_TRY(lt_sprt_init(&v->test, &config, err));
    return look(m, err);
}

static lt_status test(match *m, lt_error *err)
{
    lab_leader leader = {&m->experiment, more, show, m};
    LT_TRY(begin(m, err));
    if (m->verdict->test.decision != LT_SPRT_GO_ON) return LT_OK;
    LT_TRY(lab_lead_again(m->lead, &m->experiment, err));
    lt_status status = lab_lead_play(m->lead, &leader, err);
    /* Stopped while the last games were played out, the verdict stands. */
    return m->verdict->test.decision == LT_SPRT_GO_ON ? status : LT_OK;
}

lt_status lab_sprt_run(const lab_lead *lead, const char *name, const lab_sprt_terms *ask,
                       const uint64_t *max, lab_sprt_verdict *verdict, lt_error *err)
{
    match m = {.lead = lead, .verdict = verdict};
    *verdict = (lab_sprt_verdict){0};
    lt_status status = enter(&m, name, ask, max, err);
    if (status == LT_OK) status = test(&m, err);
    if (status == LT_OK) status = lab_lead_end(lead, &m.experiment, err);
    json_decref(m.plan);
    free(m.experiment.plan);
    free(m.outcomes[0]);
    free(m.outcomes[1]);
    return status;
}
