/* laatta lab sprt: is A better than B? Plays pairs of games until that is clear.
 *
 * Pairs are weighed in the order of their games, and the test is over at the first
 * pair that decides it. What it says follows from the plan and the games alone:
 * neither batches, threads nor a restart can show in it. */
#include "cmd/lab/cli_lab.h"

#include "base/text.h"
#include "lab/lab_measure.h"
#include "lab/lab_sprt.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_PAIRS = 100, NAMES_MAX = 100000 };

static const cli_option options[] = {
    {"a", "SPEC", "the player that may be better"},
    {"b", "SPEC", "the player it is compared with"},
    {"metric", "M", "mean, log-score or reach:TILE (default mean)"},
    {"d0", "X", "A is no better than this: 0.01 or 1% (default 0)"},
    {"d1", "Y", "A is better by this: 0.02 or 2% of B's mean, or points of a rate (default 2%)"},
    {"alpha", "P", "chance to call A better when it is not (default 0.05)"},
    {"beta", "P", "chance to miss that it is better by d1 (default 0.05)"},
    {"max", "PAIRS", "give up after so many (default: never)"},
    {"seed", "S", "seed of the experiment (default 1)"},
    {"size", "RxC", "size of the board, 2x2 to 8x8 (default 4x4)"},
    {"fours", "P", "share of fours among new tiles (default 0.1)"},
    CLI_LAB_CREW,
    {"json", NULL, "print one JSON object"},
    CLI_LAB_DB,
    {0},
};

typedef struct match {
    lab_store *store;
    lab_experiment experiment;
    json_t *plan;
    const char *metric;
    lab_measure measure;
    lab_sprt test;
    lab_config pair[2];  /* A and B */
    double *outcomes[2]; /* by game; NAN until it is known */
    uint64_t room;
    double seconds; /* of all games that are known */
    uint64_t known;
    uint64_t looks;
    int threads;
    double lease;
    bool failed; /* memory */
    char line[160];
} match;

/* --- the plan ------------------------------------------------------------------ */

/* "0.02" or "2%". */
static bool read_share(const cli_args *args, const char *name, double fallback, double *value)
{
    const char *text = cli_value(args, name);
    *value = fallback;
    if (!text) return true;
    size_t length = strlen(text);
    bool percent = length > 1 && text[length - 1] == '%';
    if (lt_parse_real(text, length - percent, value) && isfinite(*value)) {
        if (percent) *value /= 100;
        return true;
    }
    cli_usage_error(args, "--%s takes a share such as 0.02 or 2%%, not \"%s\"", name, text);
    return false;
}

static lab_sprt_config config_of(const json_t *plan, const lab_measure *measure)
{
    lab_sprt_config c = lab_sprt_defaults(lab_measure_metric(measure));
    c.relative = measure->kind == LAB_MEASURE_MEAN;
    c.d0 = json_number_value(json_object_get(plan, "d0"));
    c.d1 = json_number_value(json_object_get(plan, "d1"));
    c.alpha = json_number_value(json_object_get(plan, "alpha"));
    c.beta = json_number_value(json_object_get(plan, "beta"));
    c.max_pairs = (uint64_t)json_integer_value(json_object_get(plan, "max"));
    c.min_pairs = c.max_pairs && c.max_pairs < LEAST_PAIRS ? c.max_pairs : LEAST_PAIRS;
    return c;
}

/* The plan that the options describe; false after saying why not. */
static bool ask_plan(const cli_args *args, match *m)
{
    lab_experiment *x = &m->experiment;
    char spec[2][LAB_SPEC_MAX];
    const char *asked[2] = {cli_value(args, "a"), cli_value(args, "b")};
    const char *metric = cli_value(args, "metric");
    double d0, d1, alpha, beta;
    uint64_t max, seed;
    lt_error err;
    if (!asked[0] || !asked[1]) {
        cli_usage_error(args, "--a SPEC and --b SPEC are needed");
        return false;
    }
    *x = (lab_experiment){.kind = LAB_SPRT, .attempts = 5};
    if (!cli_rules(args, &x->rules) || !cli_lab_spec(args, asked[0], &x->rules, spec[0]) ||
        !cli_lab_spec(args, asked[1], &x->rules, spec[1]) || !read_share(args, "d0", 0, &d0) ||
        !read_share(args, "d1", 0.02, &d1) || !cli_real(args, "alpha", 0.05, 0, 1, &alpha) ||
        !cli_real(args, "beta", 0.05, 0, 1, &beta) ||
        !cli_u64(args, "max", 0, 2, INT32_MAX, &max) ||
        !cli_u64(args, "seed", 1, 0, INT64_MAX, &seed))
        return false;
    x->seed = seed;
    strcpy(x->player, spec[0]);
    m->plan =
        json_pack("{s:s, s:s, s:s, s:f, s:f, s:f, s:f, s:I, s:I, s:i, s:i, s:f}", "a", spec[0], "b",
                  spec[1], "metric", metric ? metric : "mean", "d0", d0, "d1", d1, "alpha", alpha,
                  "beta", beta, "max", (json_int_t)max, "seed", (json_int_t)seed, "rows",
                  x->rules.shape.rows, "cols", x->rules.shape.cols, "fours", x->rules.fours);
    lab_measure measure;
    lab_sprt test;
    lt_status status = lab_measure_parse(metric ? metric : "mean", false, &measure, &err);
    lab_sprt_config config = config_of(m->plan, &measure);
    if (status == LT_OK) status = lab_sprt_init(&test, &config, &err);
    if (status != LT_OK) cli_usage_error(args, "%s", err.text);
    return status == LT_OK;
}

/* --- making the experiment, or finding it ----------------------------------------- */

static lt_status add(match *m, lt_error *err)
{
    lab_experiment *x = &m->experiment;
    strcpy(m->pair[0].spec, json_string_value(json_object_get(m->plan, "a")));
    strcpy(m->pair[1].spec, json_string_value(json_object_get(m->plan, "b")));
    for (int side = 0; side < 2; side++) {
        lab_setting *s = &m->pair[side].setting[0];
        m->pair[side].settings = 1;
        strcpy(s->name, "side");
        strcpy(s->value, side ? "B" : "A");
    }
    x->plan = cli_lab_plan_text(m->plan);
    if (!x->plan) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    return lab_add(m->store, x, m->pair, 2, err);
}

/* The first of sprt-1, sprt-2, ... that is free. */
static lt_status choose_name(match *m, lt_error *err)
{
    for (int i = 1; i < NAMES_MAX; i++) {
        lab_experiment other;
        bool known;
        snprintf(m->experiment.name, sizeof m->experiment.name, "sprt-%d", i);
        LT_TRY(cli_lab_known(m->store, m->experiment.name, &known, &other, err));
        if (!known) return LT_OK;
        free(other.plan);
    }
    return lt_fail(err, LT_LIMIT, "sprt-1 to sprt-%d are taken; give a NAME", NAMES_MAX - 1);
}

/* Goes on with one that is there: as planned, but --max may be another. */
static lt_status adopt(match *m, lab_experiment *found, json_t *asked, lt_error *err)
{
    m->experiment = *found;
    LT_TRY(cli_lab_usable(found, LAB_SPRT, err));
    LT_TRY(cli_lab_plan_read(found, &m->plan, err));
    if (asked) {
        json_object_set(m->plan, "max", json_object_get(asked, "max"));
        if (!json_equal(m->plan, asked))
            return lt_fail(err, LT_BAD_INPUT,
                           "%s has another plan; without options laatta lab sprt %s goes on with "
                           "that, or choose another name",
                           found->name, found->name);
        char *text = cli_lab_plan_text(m->plan);
        lt_status status = text ? lab_set_plan(m->store, found->id, text, err)
                                : lt_fail(err, LT_NO_MEMORY, "not enough memory");
        free(text);
        LT_TRY(status);
    }
    lab_config *configs;
    size_t count;
    LT_TRY(lab_configs(m->store, found->id, &configs, &count, err));
    if (count == 2) memcpy(m->pair, configs, sizeof m->pair);
    free(configs);
    return count == 2 ? LT_OK : lt_fail(err, LT_DAMAGED, "%s has not two players", found->name);
}

static lt_status enter(const cli_args *args, match *m, lt_error *err)
{
    json_t *asked = m->plan;
    lab_experiment found = {0};
    bool known = false;
    if (args->words) LT_TRY(cli_lab_known(m->store, args->word[0], &known, &found, err));
    if (known) {
        m->plan = NULL;
        lt_status status = adopt(m, &found, asked, err);
        json_decref(asked);
        return status;
    }
    if (!asked) return lt_fail(err, LT_BAD_INPUT, "--a SPEC and --b SPEC are needed");
    if (args->words)
        snprintf(m->experiment.name, sizeof m->experiment.name, "%s", args->word[0]);
    else
        LT_TRY(choose_name(m, err));
    return add(m, err);
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
    *outcome = lab_measure_game(&m->measure, &result->outcome);
    return true;
}

static const char *decision_name(lab_sprt_decision decision)
{
    static const char *const names[] = {"go on", "better", "not better", "undecided"};
    return names[decision];
}

static json_t *json_look(const lab_sprt_state *s)
{
    lt_interval i = isfinite(s->anytime.low) ? s->anytime : s->fixed;
    return json_pack("{s:I, s:o, s:f, s:f, s:f, s:o, s:o, s:s}", "games", (json_int_t)s->pairs,
                     "llr", cli_json_real(s->llr), "lower", s->lower, "upper", s->upper,
                     "difference", s->difference, "low", cli_json_real(i.low), "high",
                     cli_json_real(i.high), "decision", decision_name(s->decision));
}

/* Weighs all pairs that are complete, in order, until one decides. */
static lt_status look(match *m, lt_error *err)
{
    uint64_t before = m->test.pairs;
    LT_TRY(lab_results(m->store, m->experiment.id, 0, before, false, take, m, err));
    if (m->failed) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    while (m->test.decision == LAB_SPRT_GO_ON && m->test.pairs < m->room) {
        double a = m->outcomes[0][m->test.pairs], b = m->outcomes[1][m->test.pairs];
        if (isnan(a) || isnan(b)) break;
        lab_sprt_add(&m->test, a, b);
    }
    if (m->test.pairs == before) return LT_OK;
    lab_sprt_state s = lab_sprt_look(&m->test);
    return cli_lab_note(m->store, m->experiment.id, m->test.pairs, json_look(&s), err);
}

/* Two seconds of play for every thread, and a twentieth of what was played, so
 * that long tests are looked at less often; at first no more than was played, so
 * that a clear case is over soon. */
static uint64_t batch_size(const match *m)
{
    double pair = m->known ? 2 * m->seconds / (double)m->known : 1;
    double pairs = 2.0 * m->threads / (pair > 1e-4 ? pair : 1e-4);
    double most = (double)(m->test.pairs + 16 * (uint64_t)m->threads);
    double least = (double)m->test.pairs / 20 + m->threads;
    return (uint64_t)fmax(least, fmin(pairs, most));
}

static lt_status more(void *ctx, uint64_t leased, bool *added, lt_error *err)
{
    match *m = ctx;
    LT_TRY(look(m, err));
    if (m->test.decision != LAB_SPRT_GO_ON) return LT_OK;
    uint64_t queued = m->pair[0].games, batch = batch_size(m), max = m->test.config.max_pairs;
    if (m->pair[1].games > queued) queued = m->pair[1].games;
    if (!leased && m->test.pairs < queued)
        return lt_fail(err, LT_LIMIT, "game %llu of %s is missing and nobody plays it",
                       (unsigned long long)m->test.pairs, m->experiment.name);
    /* One slow game must not let the others run far ahead. */
    if (queued - m->test.pairs > 4 * batch) return LT_OK;
    uint64_t games = queued + batch;
    if (max && games > max) games = max;
    if (games == queued) return LT_OK;
    lab_config next[2] = {m->pair[0], m->pair[1]};
    next[0].games = next[1].games = games;
    LT_TRY(lab_extend(m->store, &m->experiment, next, 2, err));
    m->pair[0].games = m->pair[1].games = games;
    *added = true;
    return LT_OK;
}

/* Where the ratio is between its bounds: [....|..#.] */
static void draw_bar(const lab_sprt_state *s, char *bar, int width)
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
    lab_sprt_state s = lab_sprt_look(&m->test);
    draw_bar(&s, bar, WIDTH);
    snprintf(m->line, sizeof m->line, "%.2f [%s] %.2f  A - B %+.4g [%.4g, %.4g]", s.lower, bar,
             s.upper, s.difference, s.fixed.low, s.fixed.high);
    line->done = s.pairs;
    line->total = m->test.config.max_pairs;
    line->unit = "pairs";
    line->note = m->line;
}

/* --- the verdict -------------------------------------------------------------------- */

/* A difference as a person reads it: a share of B's mean, points of a rate. */
static const char *as_text(const match *m, double d, char *out, size_t size)
{
    if (m->measure.kind == LAB_MEASURE_MEAN)
        snprintf(out, size, "%g %% of B's mean", 100 * d);
    else if (m->measure.kind == LAB_MEASURE_REACH)
        snprintf(out, size, "%g points", 100 * d);
    else
        snprintf(out, size, "%g", d);
    return out;
}

static void print_verdict(const match *m, const lab_sprt_state *s)
{
    const lab_sprt_config *c = &m->test.config;
    char d0[48], d1[48];
    as_text(m, c->d0, d0, sizeof d0);
    as_text(m, c->d1, d1, sizeof d1);
    if (s->decision == LAB_SPRT_BETTER)
        printf("verdict: A is better by more than %s. If it were not, a test like this would\n"
               "say so in about %g %% of all cases at most.\n",
               d0, 100 * c->alpha);
    else if (s->decision == LAB_SPRT_NOT_BETTER)
        printf("verdict: A is not better by %s. If it were, a test like this would miss it in\n"
               "about %g %% of all cases at most.\n",
               d1, 100 * c->beta);
    else
        printf("verdict: undecided after %llu pairs; a larger --max lets it go on.\n",
               (unsigned long long)s->pairs);
}

static void print_text(const match *m)
{
    lab_sprt_state s = lab_sprt_look(&m->test);
    const lab_sprt_config *c = &m->test.config;
    bool rate = c->metric == LAB_RATE;
    double unit = rate ? 100 : 1;
    const char *mark = rate ? " %" : "";
    char d0[48], d1[48];
    printf("%s: %s, seed %llu\n", m->experiment.name, m->metric,
           (unsigned long long)m->experiment.seed);
    printf("A            %s\nB            %s\n", m->pair[0].spec, m->pair[1].spec);
    printf("hypotheses   A - B is %s or less, or %s or more\n", as_text(m, c->d0, d0, sizeof d0),
           as_text(m, c->d1, d1, sizeof d1));
    printf("pairs        %llu (a test of fixed length: about %.0f)\n", (unsigned long long)s.pairs,
           s.fixed_pairs);
    printf("ratio        %.2f, bounds %.2f and %.2f\n", s.llr, s.lower, s.upper);
    printf("A, B         %.6g%s, %.6g%s\n", unit * s.mean_a, mark, unit * s.mean_b, mark);
    printf("difference   %+.6g%s", unit * s.difference, rate ? " points" : "");
    if (isfinite(s.anytime.low))
        printf(", [%.6g, %.6g] holds at 95 %% whenever one looks", unit * s.anytime.low,
               unit * s.anytime.high);
    printf("\n");
    print_verdict(m, &s);
}

static void print_json(const match *m)
{
    lab_sprt_state s = lab_sprt_look(&m->test);
    const lab_sprt_config *c = &m->test.config;
    cli_print_json(json_pack(
        "{s:s, s:s, s:s, s:s, s:I, s:f, s:f, s:f, s:f, s:I, s:o, s:f, s:f, s:f, s:f, s:f,"
        " s:[o,o], s:s}",
        "name", m->experiment.name, "a", m->pair[0].spec, "b", m->pair[1].spec, "metric", m->metric,
        "seed", (json_int_t)m->experiment.seed, "d0", c->d0, "d1", c->d1, "alpha", c->alpha, "beta",
        c->beta, "pairs", (json_int_t)s.pairs, "llr", cli_json_real(s.llr), "lower", s.lower,
        "upper", s.upper, "mean_a", s.mean_a, "mean_b", s.mean_b, "difference", s.difference,
        "anytime95", cli_json_real(s.anytime.low), cli_json_real(s.anytime.high), "decision",
        decision_name(s.decision)));
}

static lt_status test(match *m, lt_error *err)
{
    m->metric = json_string_value(json_object_get(m->plan, "metric"));
    if (!m->metric)
        return lt_fail(err, LT_DAMAGED, "the plan of %s cannot be read", m->experiment.name);
    LT_TRY(lab_measure_parse(m->metric, false, &m->measure, err));
    lab_sprt_config config = config_of(m->plan, &m->measure);
    LT_TRY(lab_sprt_init(&m->test, &config, err));
    LT_TRY(look(m, err));
    if (m->test.decision != LAB_SPRT_GO_ON) return LT_OK;
    cli_lab_lead lead = {.store = m->store,
                         .experiment = &m->experiment,
                         .threads = m->threads,
                         .lease = m->lease,
                         .more = more,
                         .show = show,
                         .ctx = m};
    lab_work_done done;
    lt_status status = cli_lab_play(&lead, &done, err);
    /* Stopped while the last games were played out, the verdict stands. */
    return m->test.decision == LAB_SPRT_GO_ON ? status : LT_OK;
}

static int run(const cli_args *args)
{
    match m = {0};
    int exit_status = 2;
    lt_error err;
    if (args->words > 1) return cli_usage_error(args, "\"%s\" was not expected", args->word[1]);
    if (args->words && strlen(args->word[0]) >= LAB_NAME_MAX)
        return cli_usage_error(args, "a name has at most %d characters", LAB_NAME_MAX - 1);
    if (!cli_lab_crew(args, &m.threads, &m.lease)) return 2;
    bool resume = args->words && !cli_flag(args, "a") && !cli_flag(args, "b");
    if (!resume && !ask_plan(args, &m)) {
        json_decref(m.plan);
        return 2;
    }
    m.store = cli_lab_open(args, &exit_status);
    lt_status status = m.store ? enter(args, &m, &err) : LT_UNAVAILABLE;
    if (status == LT_OK) status = test(&m, &err);
    if (status == LT_OK) {
        if (cli_flag(args, "json"))
            print_json(&m);
        else
            print_text(&m);
        exit_status = m.test.decision == LAB_SPRT_UNDECIDED;
    } else if (m.store) {
        exit_status = cli_fail(args, &err);
        if (status == LT_CANCELLED)
            fprintf(stderr, "%llu pairs so far; laatta lab sprt %s goes on from here\n",
                    (unsigned long long)m.test.pairs, m.experiment.name);
    }
    lab_close(m.store);
    json_decref(m.plan);
    free(m.experiment.plan);
    free(m.outcomes[0]);
    free(m.outcomes[1]);
    return exit_status;
}

const cli_command lab_do_sprt = {
    .name = "lab sprt",
    .summary = "is A better than B? plays pairs of games until that is clear",
    .synopsis = "[NAME] --a SPEC --b SPEC [--metric M] [--max PAIRS] [--threads T] [--db URL]",
    .options = options,
    .details =
        "Both play the same games; after every pair a likelihood ratio weighs \"A is better by\n"
        "d1\" against \"A is better by d0 at most\", and the test stops by itself with error\n"
        "rates alpha and beta. Ends with 0 when it was decided, 1 when not. After Ctrl-C or a\n"
        "crash laatta lab sprt NAME goes on; laatta lab work may help from anywhere.\n"
        "\n"
        "examples:\n"
        "  laatta lab sprt --a worstcase:depth=2,monotonic=0.8 --b worstcase:depth=2\n"
        "  laatta lab sprt deeper --a snake:depth=3 --b snake:depth=2 --metric reach:2048 "
        "--d1 5%\n",
    .run = run,
};
