/* A network is trained, in rounds of a fixed number of games, and saved between them only:
 * with one thread the same recipe makes the same network, bit for bit, on any machine and
 * however often it was stopped. */
#include "lab/recipe_begin.h"

#include "base/clock.h"
#include "base/spec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { ROUNDS = 200 }; /* of a training, and so points of its curve */
/* Saving takes a twentieth of the time at most. */
static const double save_least = 1, save_share = 20;

static const lt_param params_of_train[] = {
    {"net", "the network, as laatta train --net takes it (empty: what suits the board)", LT_TEXT, 0,
     0, 0, NULL, ""},
    {"games", "how many games from the start it learns from", LT_INT, 10000, 1, 2e9, NULL, NULL},
    {"seed", "of the training", LT_INT, 1, 0, 2e9, NULL, NULL},
    {"threads", "for one training; more than 1 make another network each time", LT_INT, 1, 1,
     LT_THREADS_MAX, NULL, NULL},
    {"rule", "a rate for each weight, or one for all", LT_CHOICE, 0, 0, 0, "tc|td", NULL},
    {"rate", "of learning", LT_REAL, 1, 0, 10, NULL, NULL},
    {"lambda", "weight of what lies further ahead", LT_REAL, 0.5, 0, 1, NULL, NULL},
    {"steps", "moves to look ahead for a target", LT_INT, 3, 1, T48_STEPS_MAX - 1, NULL, NULL},
    {"restarts", "share of games that start from late positions", LT_REAL, 0.5, 0, 1, NULL, NULL},
    {"laid", "share that starts with large tiles laid out", LT_REAL, 0, 0, 1, NULL, NULL},
    {"anneal", "last part over which the rate falls", LT_REAL, 0.1, 0, 1, NULL, NULL},
    {"optimistic", "value that every board, or of new stages, has at first", LT_REAL, 0, 0, 1e7,
     NULL, NULL},
    {"from", "network to begin with: its number in the folder or a checkpoint's path; needs net",
     LT_TEXT, 0, 0, 0, NULL, ""},
    {"new", "what stages that net adds to it know at first", LT_CHOICE, 0, 0, 0, "empty|copy",
     NULL},
    {"stage", "stages before this one play and do not learn", LT_INT, 0, 0, T48_NET_STAGES_MAX - 1,
     NULL, NULL},
    {"until", "games end where this stage begins (0: none does)", LT_INT, 0, 0,
     T48_NET_STAGES_MAX - 1, NULL, NULL},
    {"tables", "endgame tables that teach: their number in the folder or a directory", LT_TEXT, 0,
     0, 0, NULL, ""},
    {"depth", "moves that the player looks ahead when its strength is measured", LT_INT, 1, 1, 8,
     NULL, NULL},
};

static lt_status check(lt_params *p, const t48_rules *rules, lt_error *err)
{
    t48_net_layout layout;
    if (rules->fours != t48_rules_default().fours)
        return lt_fail(err, LT_UNSUPPORTED, "networks are trained with one new tile in ten a 4");
    if (lt_params_real(p, "laid") > 0 && t48_shape_cells(rules->shape) < 16)
        return lt_fail(err, LT_UNSUPPORTED, "laid is for 4x4");
    if (*lt_params_text(p, "tables") && !t48_endgame_rules(rules))
        return lt_fail(err, LT_UNSUPPORTED, "tables are for 4x4");
    LT_TRY(recipe_layout(p, rules->shape, &layout, err));
    return recipe_stages_check(p, &layout, err);
}

/* The weights, and once more a quarter of them when the network is tried. */
static uint64_t memory(const lt_params *p, const t48_rules *rules)
{
    t48_net_layout layout;
    lt_error err;
    if (recipe_layout(p, rules->shape, &layout, &err) != LT_OK) return 0;
    return t48_learner_bytes(&layout) / 4 * 5;
}

/* --- a run, and what is kept between its rounds ------------------------------------- */

typedef struct training {
    const lab_bench *bench;
    const char *path; /* of the checkpoint */
    double due;       /* when to save next */
    lt_status status;
    lt_error *err;
} training;

/* The run that is under way; one that cannot be read begins anew. */
static lt_status resume(const lab_bench *bench, const lt_params *p, const char *path,
                        t48_train **train, lt_error *err)
{
    struct stat file;
    lt_error unread;
    if (stat(path, &file) == 0) {
        lt_status status = t48_train_load(train, path, &unread);
        if (status == LT_OK) return LT_OK;
        if (status == LT_NO_MEMORY) return lt_fail(err, status, "%s", unread.text);
    }
    return recipe_begin(bench, p, train, err);
}

/* After every round. One that was cut short is not kept. */
static void after_round(void *ctx, const t48_train *train, const t48_train_point *point)
{
    (void)point;
    training *t = ctx;
    double now = lt_clock_now();
    if (t->status != LT_OK || now < t->due || lt_cancelled(t->bench->control)) return;
    t->status = t48_train_save(train, t->path, t->err);
    double saved = lt_clock_now();
    t->due = saved + save_least + save_share * (saved - now);
}

static bool over(void *ctx)
{
    const training *t = ctx;
    return t->status != LT_OK || lt_cancelled(t->bench->control);
}

static char *curve_of(const t48_train *train)
{
    lt_text text;
    lt_text_init(&text);
    lt_text_puts(&text, "[");
    for (size_t i = 0; i < train->points; i++)
        lt_text_printf(&text, "%s[%llu,%.1f,%.1f]", i ? "," : "",
                       (unsigned long long)train->point[i].games, train->point[i].mean,
                       train->point[i].half);
    lt_text_puts(&text, "]");
    if (text.failed) lt_text_release(&text);
    return text.data;
}

/* The file's number is that of the network in it, as players count it. */
static lt_status finish(const lab_bench *bench, const t48_train *train, const char *path,
                        lab_product *product, lt_error *err)
{
    t48_net *net;
    LT_TRY(t48_train_save(train, path, err));
    LT_TRY(t48_net_open(&net, path, err));
    snprintf(product->content, sizeof product->content, "%016llx",
             (unsigned long long)t48_net_describe(net).content);
    t48_net_free(net);
    struct stat file;
    if (stat(path, &file) == 0) product->bytes = (uint64_t)file.st_size;
    product->seconds = train->seconds;
    product->curve = curve_of(train);
    if (!product->curve) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    return lab_product_keep(bench, path, ".train", product, err);
}

static lt_status run(training *t, t48_train *train, const lt_params *p, lt_error *err)
{
    uint64_t games = (uint64_t)lt_params_int(p, "games");
    lt_control control = {.ctx = t, .cancelled = over};
    int threads = lt_params_int(p, "threads"), most = lt_cpu_count();
    t48_train_limits limits = {.games = games,
                               .threads = threads < most ? threads : most,
                               .anneal = lt_params_real(p, "anneal"),
                               .window_games = (games + ROUNDS - 1) / ROUNDS,
                               .round_moves = UINT64_MAX,
                               .report = after_round,
                               .report_ctx = t,
                               .control = &control};
    if (train->games < games) LT_TRY(t48_train_run(train, &limits, err));
    LT_TRY(t->status);
    return train->games >= games ? LT_OK : lt_fail(err, LT_CANCELLED, "the training was stopped");
}

static lt_status make(const lab_bench *bench, const lt_params *p, lab_product *product,
                      lt_error *err)
{
    t48_train *train = NULL;
    t48_endgame_set *tables = NULL;
    lt_text path;
    lt_text_init(&path);
    lt_text_printf(&path, "%s.train", bench->part);
    training t = {
        .bench = bench, .path = lt_text_str(&path), .due = lt_clock_now() + save_least, .err = err};
    lt_status status = path.failed ? lt_fail(err, LT_NO_MEMORY, "not enough memory")
                                   : resume(bench, p, t.path, &train, err);
    if (status == LT_OK) status = recipe_teach(bench, p, train, &tables, err);
    if (status == LT_OK) status = run(&t, train, p, err);
    if (status == LT_OK) status = finish(bench, train, t.path, product, err);
    t48_train_free(train);
    t48_endgame_set_free(tables);
    lt_text_release(&path);
    return status;
}

static void player(const lt_params *p, const char *path, lt_text *spec)
{
    char first[48];
    snprintf(first, sizeof first, "ntuple:depth=%d,tables=none", lt_params_int(p, "depth"));
    lt_spec_put(first, "net", path, spec);
}

const lab_recipe lab_recipe_train = {
    .name = "train",
    .summary = "a network that learns by playing",
    LT_PARAMS(params_of_train),
    .ending = ".train",
    .memory = memory,
    .sources = recipe_sources,
    .check = check,
    .make = make,
    .player = player,
};
