/* laatta train: an n-tuple network learns 2048 by playing itself. */
#include "cmd/cli.h"
#include "cmd/cli_output.h"

#include "base/text.h"
#include "base/threads.h"
#include "base/writer.h"
#include "twenty48/endgame/endgame_teacher.h"
#include "twenty48/net/net_train.h"
#include "twenty48/net/net_walls.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const cli_option options[] = {
    {"net", "SHAPE", "4x6, 8x6, ... or tuples of cells, e.g. 012345,456789 (4x4: default 4x6)"},
    {"size", "RxC", "the board, up to 4x4 (default 4x4)"},
    {"out", "FILE", "checkpoint; the curve goes to FILE.csv and FILE.svg (default net.train)"},
    {"resume", "FILE", "go on from a checkpoint (and save to it, without --out)"},
    {"time", "SECONDS", "stop after this time"},
    {"games", "N", "stop when N games from the start have been learned"},
    {"seed", "S", "seed of the run (default 1)"},
    {"threads", "T", "threads (default: all cores); one thread reproduces exactly"},
    {"rule", "tc|td", "a rate for each weight, or one for all (default tc)"},
    {"rate", "R", "learning rate (default 1 with tc, 0.1 with td)"},
    {"lambda", "L", "weight of what lies further ahead, 0 to 1 (default 0.5)"},
    {"steps", "N", "moves to look ahead for a target, 1 to 7 (default 3; 1 is TD(0))"},
    {"restarts", "P", "share of games that start from late positions (default 0.5)"},
    {"laid", "P", "share that starts with large tiles laid out in many shapes (default 0)"},
    {"tables", "auto|DIR", "endgame tables teach the boards they know (default: none do)"},
    {"stage", "N", "stages before this one play and do not learn (default 0: all learn)"},
    {"until", "N", "games end where this stage begins, which says what they are worth"},
    {"new", "empty|copy", "what stages that --net adds know at first (default empty)"},
    {"remember", "POINTS", "of --resume: errors that --rule tc remembers at most (default: all)"},
    {"anneal", "P", "last part of the run over which the rate falls (default 0.1)"},
    {"optimistic", "V", "value that every board, or of new stages, has at first (default 0)"},
    {"checkpoint", "SECONDS", "time between checkpoints (default 45)"},
    {"window", "SECONDS", "time between lines of progress (default 20)"},
    {0},
};

typedef struct reporting {
    const char *out;
    const cli_args *args;
    lt_error *err;
    lt_status status;
} reporting;

static void warn(void *ctx, const char *text)
{
    const reporting *r = ctx;
    cli_control_done();
    fprintf(stderr, "laatta %s: %s\n", r->args->command->name, text);
}

static void report(void *ctx, const t48_train *train, const t48_train_point *p)
{
    reporting *r = ctx;
    cli_control_done();
    if (t48_learns_walls(&train->learner.layout, &train->rule))
        printf("%7.0f s %9llu games %6.2f M moves/s  crunches passed %5.2f ± %.2f %%\n", p->seconds,
               (unsigned long long)p->games, p->rate / 1e6, 100 * p->mean / T48_WALLS_WHOLE,
               100 * p->half / T48_WALLS_WHOLE);
    else
        printf(
            "%7.0f s %9llu games %6.2f M moves/s  mean %8.0f ± %-6.0f 2048 %.1f %%  8192 %.1f %%  "
            "16384 %.1f %%  32768 %.2f %%\n",
            p->seconds, (unsigned long long)p->games, p->rate / 1e6, p->mean, p->half,
            100 * p->reached[11], 100 * p->reached[13], 100 * p->reached[14], 100 * p->reached[15]);
    cli_flush();
    lt_text path;
    lt_text_init(&path);
    lt_text_printf(&path, "%s.csv", r->out);
    /* A curve that cannot be written now comes with the next point. */
    lt_error failure = {.status = LT_OK};
    r->status = t48_train_csv(train, lt_text_str(&path), &failure);
    lt_text_clear(&path);
    lt_text_printf(&path, "%s.svg", r->out);
    if (r->status == LT_OK) r->status = t48_train_svg(train, lt_text_str(&path), &failure);
    if (r->status != LT_OK) {
        *r->err = failure;
        warn(r, failure.text);
    }
    lt_text_release(&path);
}

static bool read_rule(const cli_args *args, t48_rule *rule)
{
    const char *name = cli_value(args, "rule");
    double rate, lambda;
    uint64_t steps, stage, until;
    if (name && strcmp(name, "tc") != 0 && strcmp(name, "td") != 0) {
        cli_usage_error(args, "--rule is tc or td, not \"%s\"", name);
        return false;
    }
    if (name) rule->coherent = strcmp(name, "tc") == 0;
    if (!cli_real(args, "rate", name ? (rule->coherent ? 1 : 0.1) : (double)rule->rate, 0, 10,
                  &rate) ||
        !cli_real(args, "lambda", (double)rule->lambda, 0, 1, &lambda) ||
        !cli_u64(args, "steps", rule->steps, 1, T48_STEPS_MAX - 1, &steps) ||
        !cli_real(args, "restarts", rule->restarts, 0, 1, &rule->restarts) ||
        !cli_real(args, "laid", rule->laid, 0, 1, &rule->laid) ||
        !cli_u64(args, "stage", rule->stage, 0, T48_NET_STAGES_MAX - 1, &stage) ||
        !cli_u64(args, "until", rule->until, 0, T48_NET_STAGES_MAX - 1, &until))
        return false;
    rule->laid = round(rule->laid * 100) / 100; /* as a checkpoint holds it */
    rule->stage = (unsigned)stage;
    rule->until = (unsigned)until;
    rule->rate = (float)rate;
    rule->lambda = (float)lambda;
    rule->steps = (unsigned)steps;
    return true;
}

/* A new run, or the one to resume. Returns the exit status; 0 with *train set. */
static int prepare(const cli_args *args, t48_train **train, lt_error *err)
{
    const char *resume = cli_value(args, "resume"), *net = cli_value(args, "net");
    const char *size = cli_value(args, "size"), *fresh = cli_value(args, "new");
    t48_rule rule = {.rate = 1, .lambda = 0.5f, .steps = 3, .coherent = true, .restarts = 0.5};
    uint64_t seed;
    double optimistic, remember;
    if (!cli_u64(args, "seed", 1, 0, UINT64_MAX, &seed) ||
        !cli_real(args, "optimistic", 0, 0, 1e7, &optimistic) ||
        !cli_real(args, "remember", 0, 1, 1e9, &remember))
        return 2;
    if (remember > 0 && !resume)
        return cli_usage_error(args, "--remember is for a run that --resume goes on from");
    if (fresh && (!resume || !net))
        return cli_usage_error(args, "--new is for stages that --resume with --net adds");
    if (fresh && strcmp(fresh, "empty") != 0 && strcmp(fresh, "copy") != 0)
        return cli_usage_error(args, "--new is empty or copy, not \"%s\"", fresh);
    if (resume) {
        bool copy = fresh && *fresh == 'c';
        if (size || cli_value(args, "seed"))
            return cli_usage_error(args, "--resume takes size and seed from the file");
        if (optimistic > 0 && (!net || copy))
            return cli_usage_error(args, "--resume takes values from the file; --optimistic is for "
                                         "stages that --net adds without --new copy");
        if (t48_train_load(train, resume, err) != LT_OK) return cli_fail(args, err);
        if (net && t48_train_promote(*train, net, copy, (float)optimistic, err) != LT_OK)
            return cli_fail(args, err);
        if (remember > 0) t48_learner_remember(&(*train)->learner, (float)remember);
        return read_rule(args, &(*train)->rule) ? 0 : 2;
    }
    if (!read_rule(args, &rule)) return 2;
    t48_shape shape = {4, 4};
    t48_net_layout layout;
    if (size && t48_shape_parse(size, &shape, err) != LT_OK) return cli_fail(args, err);
    if (t48_net_layout_choose(&layout, shape, net, err) != LT_OK) return cli_fail(args, err);
    if (t48_train_new(train, &layout, &rule, seed, err) != LT_OK) return cli_fail(args, err);
    if (optimistic > 0) t48_learner_fill(&(*train)->learner, (float)optimistic);
    return 0;
}

/* Stages that there are not cannot learn. */
static bool stages_there(const cli_args *args, const t48_train *train)
{
    unsigned stages = train->learner.layout.stages;
    unsigned levels = t48_net_levels(&train->learner.layout); /* games reach no walls */
    const t48_rule *rule = &train->rule;
    if (rule->laid > 0 && t48_shape_cells(train->learner.layout.shape) < 16)
        cli_usage_error(args, "--laid is for 4x4");
    else if (rule->stage >= stages)
        cli_usage_error(args, "--stage %u: this network has %u, from 0 to %u", rule->stage, stages,
                        stages - 1);
    else if (rule->until >= levels)
        cli_usage_error(args, "--until %u: this network has %u, from 0 to %u", rule->until, levels,
                        levels - 1);
    else if (rule->until && rule->until <= rule->stage)
        cli_usage_error(args, "--until %u leaves nothing to learn from --stage %u on", rule->until,
                        rule->stage);
    else
        return true;
    return false;
}

/* A checkpoint that this run does not go on from is kept. */
static lt_status keep_previous(const char *resume, const char *out, lt_error *err)
{
    struct stat old, from;
    if (stat(out, &old) != 0) {
        if (errno == ENOENT) return LT_OK;
        return lt_fail(err, LT_IO, "%s cannot be looked at: %s", out, strerror(errno));
    }
    if (!S_ISREG(old.st_mode)) return LT_OK;
    if (resume && stat(resume, &from) != 0)
        return lt_fail(err, LT_IO, "%s cannot be looked at: %s", resume, strerror(errno));
    if (resume && from.st_dev == old.st_dev && from.st_ino == old.st_ino) return LT_OK;
    lt_text kept;
    lt_text_init(&kept);
    lt_text_printf(&kept, "%s.previous", out);
    lt_status status = LT_OK;
    if (kept.failed || rename(out, lt_text_str(&kept)) != 0)
        status = lt_fail(err, LT_IO, "cannot keep %s as %s.previous: %s", out, out,
                         kept.failed ? "no memory" : strerror(errno));
    else
        printf("the checkpoint that was there is kept as %s\n", lt_text_str(&kept));
    lt_text_release(&kept);
    return status;
}

static int run_training(const cli_args *args, t48_train *train, lt_error *err)
{
    uint64_t games, threads;
    t48_train_limits limits = {.round_moves = 8000000};
    if (!cli_real(args, "time", 0, 0.1, 1e7, &limits.seconds) ||
        !cli_u64(args, "games", 0, 1, UINT64_MAX / 2, &games) ||
        !cli_u64(args, "threads", (uint64_t)lt_cpu_count(), 1, LT_THREADS_MAX, &threads) ||
        !cli_real(args, "anneal", 0.1, 0, 1, &limits.anneal) ||
        !cli_real(args, "checkpoint", 45, 1, 1e7, &limits.checkpoint_seconds) ||
        !cli_real(args, "window", 20, 0.1, 1e7, &limits.window))
        return 2;
    const char *resume = cli_value(args, "resume"), *out = cli_value(args, "out");
    if (!out) out = resume ? resume : "net.train";
    if (lt_writer_try(out, err) != LT_OK || keep_previous(resume, out, err) != LT_OK)
        return cli_fail(args, err);
    limits.games = games;
    limits.threads = (int)threads;
    limits.checkpoint = out;
    lt_control control = cli_control();
    limits.control = &control;
    reporting r = {.out = out, .args = args, .err = err};
    limits.report = report;
    limits.warn = warn;
    limits.report_ctx = &r;
    printf("training %s: %.0f MiB of weights, %d threads, from %llu games\n",
           train->learner.layout.text, (double)t48_learner_bytes(&train->learner.layout) / 1048576,
           limits.threads, (unsigned long long)train->games);
    lt_status status = t48_train_run(train, &limits, err);
    cli_control_done();
    if (status == LT_OK) status = r.status;
    if (status != LT_OK) return cli_fail(args, err);
    printf("saved %s after %llu games and %llu moves\n", out, (unsigned long long)train->games,
           (unsigned long long)train->moves);
    return 0;
}

/* Tables that are to teach are there, or it is an error. */
static int find_teacher(const cli_args *args, t48_train *train, t48_endgame_set **tables)
{
    const char *named = cli_value(args, "tables");
    t48_rules rules = t48_rules_default();
    lt_error err;
    rules.shape = train->learner.layout.shape;
    if (!named || strcmp(named, "none") == 0) return 0;
    if (!t48_endgame_rules(&rules)) return cli_usage_error(args, "--tables is for 4x4");
    bool usual = strcmp(named, "auto") == 0;
    if (t48_endgame_set_open(tables, usual ? NULL : named, &err) != LT_OK)
        return cli_fail(args, &err);
    size_t count = t48_endgame_set_count(*tables);
    if (count == 0)
        return cli_usage_error(args, "--tables: there is none in %s; laatta table build makes them",
                               usual ? "the cache" : named);
    train->learner.teacher = t48_endgame_teacher(*tables);
    printf("%zu endgame table%s\n", count, count == 1 ? " teaches" : "s teach");
    return 0;
}

static int run(const cli_args *args)
{
    t48_train *train = NULL;
    t48_endgame_set *tables = NULL;
    lt_error err = {.status = LT_OK};
    if (args->words) return cli_usage_error(args, "\"%s\" was not expected", args->word[0]);
    int status = prepare(args, &train, &err);
    assert(train || status != 0);
    if (status == 0 && !stages_there(args, train)) status = 2;
    if (status == 0) status = find_teacher(args, train, &tables);
    if (status == 0) status = run_training(args, train, &err);
    t48_train_free(train);
    t48_endgame_set_free(tables);
    return status;
}

const cli_command cmd_train = {
    .name = "train",
    .summary = "let an n-tuple network learn 2048 by playing",
    .synopsis = "[--net SHAPE] [--time SECONDS | --games N] [--out FILE] [--resume FILE] ...",
    .options = options,
    .details =
        "Ends at --time or --games, or at Ctrl-C, and saves; without a limit it goes on.\n"
        "The checkpoint is replaced whole: a killed run loses about a minute.\n"
        "laatta net quantize turns a checkpoint into a network to play with.\n\n"
        "8x6@14 is a network with stages: boards from level 14 (16384) on have weights of\n"
        "their own; 8x6@14@14.13.12 has a third for those with an 8192 and a 4096 besides.\n"
        "--resume with --net adds stages, which know nothing at first, or with --new copy\n"
        "what was known of their boards; --stage and --until let some learn alone.\n"
        "With --rule tc a weight that has met many errors hardly moves any more; --remember 10000\n"
        "lets it move again (docs/LEARNING.md tells what that was worth).\n"
        "8x6+9 has a stage of walls as its last: six tiles from level 9 (512) on, all different,\n"
        "are walls that it is shown alike, and it learns the chance that another 512 gets built\n"
        "and they can merge. 8x6+12-9 has four of them: also for three tiles from level 12 on,\n"
        "four from 11 and five from 10. They learn alone, by --stage, best the last one first and\n"
        "then, by --resume with --net, one more at a time, and try everything if they begin with\n"
        "--optimistic 100000, which is certainty. ntuple:walls=FILE plays with them; laatta net\n"
        "join makes them stages of a network whose others have learned.\n"
        "With --tables a board that an endgame table knows (laatta table) learns what the table\n"
        "says instead of what followed it; --laid brings games to such boards.\n\n"
        "examples:\n"
        "  laatta train --time 600 --out my.train\n"
        "  laatta train --resume my.train --time 3600\n"
        "  laatta train --resume my.train --net 4x6@14 --stage 1 --out staged.train\n"
        "  laatta train --resume my.train --net 4x6@12 --new copy --until 1 --restarts 0\n"
        "  laatta train --net 8x6+9 --stage 1 --optimistic 100000 --time 600 --out six.train\n"
        "  laatta train --resume six.train --net 8x6+10-9 --optimistic 100000 --out five.train\n"
        "  laatta train --resume staged.train --stage 1 --tables auto --laid 0.5\n"
        "  laatta train --net 8x6 --games 100000 --threads 1 --seed 7\n"
        "  laatta train --size 3x3 --time 30 --optimistic 3000\n",
    .run = run,
};
