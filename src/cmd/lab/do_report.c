/* laatta lab report: what an experiment has shown. */
#include "cmd/lab/cli_lab.h"
#include "cmd/lab/report_html.h"
#include "cmd/lab/settings_csv.h"

#include "base/files.h"
#include "base/text.h"
#include "lab/lab_bootstrap.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_ROWS = 20, SHOWN_TILES = 4, BOOTSTRAP_MOST = 20000 };

static const cli_option options[] = {
    {"sort", "mean|median|reach:TILE|config", "by what; config: as queued (default mean)"},
    {"top", "N", "how many configurations to show (default 20; 0: all)"},
    {"json", NULL, "print one JSON object"},
    {"csv", NULL, "print all configurations as CSV"},
    {"outdated", NULL, "show what outdated versions played too (see laatta lab versions)"},
    {"html", "FILE", "write a page with tables and charts"},
    CLI_LAB_DB,
    {0},
};

typedef struct view {
    lab_order_by by;
    unsigned level; /* of reach */
    const char *text;
} view;

static bool parse_view(const cli_args *args, view *v)
{
    unsigned long long tile;
    *v = (view){LAB_BY_MEAN, 11, cli_value(args, "sort")};
    if (!v->text) v->text = "mean";
    if (strcmp(v->text, "mean") == 0) return true;
    if (strcmp(v->text, "median") == 0) {
        v->by = LAB_BY_MEDIAN;
        return true;
    }
    if (strcmp(v->text, "config") == 0) {
        v->by = LAB_BY_CONFIG;
        return true;
    }
    if (strncmp(v->text, "reach:", 6) == 0 && lt_parse_u64(v->text + 6, strlen(v->text + 6), &tile))
        for (v->level = 1; v->level < LAB_LEVELS; v->level++)
            if (1ull << v->level == tile) {
                v->by = LAB_BY_REACH;
                return true;
            }
    cli_usage_error(
        args, "--sort takes mean, median, config or reach:TILE (2 to 131072), not \"%s\"", v->text);
    return false;
}

/* The tiles that tell configurations apart: reached by some games and not by all. */
static unsigned telling_levels(const lab_report *r, unsigned shown[SHOWN_TILES])
{
    unsigned count = 0;
    for (unsigned level = LAB_LEVELS; level-- > 1 && count < SHOWN_TILES;) {
        uint64_t reached = 0, played = 0;
        for (size_t i = 0; i < r->count; i++) {
            reached += r->rows[i].reached[level];
            played += r->rows[i].played;
        }
        if (reached * 1000 >= played && reached > 0) shown[count++] = level;
    }
    for (unsigned i = 0; i < count / 2; i++) {
        unsigned swap = shown[i];
        shown[i] = shown[count - 1 - i];
        shown[count - 1 - i] = swap;
    }
    return count;
}

static void print_best(const lab_report *r, const view *v)
{
    lab_best_of best;
    lt_error err;
    lab_order_by by = v->by == LAB_BY_REACH ? LAB_BY_REACH : LAB_BY_MEAN;
    if (lab_report_best(r, by, v->level, &best, &err) != LT_OK) return;
    const lab_row *row = &r->rows[best.best];
    double unit = by == LAB_BY_REACH ? 100 : 1;
    const char *mark = by == LAB_BY_REACH ? " %" : "";
    lab_bootstrap boot;
    if (by == LAB_BY_MEAN && row->played > 1 && row->played <= BOOTSTRAP_MOST &&
        lab_bootstrap_mean(row->scores, row->played, LAB_BOOTSTRAP_RESAMPLES, 0.95, 1, &boot,
                           &err) == LT_OK)
        printf("\nmean of configuration %llu by bootstrap: %.1f [%.1f, %.1f]\n",
               (unsigned long long)row->config->id, boot.estimate, boot.interval.low,
               boot.interval.high);
    if (!best.flattered) return;
    printf(
        "\nconfiguration %llu is the best of %zu: whoever is picked out of so many was lucky too.\n"
        "Its own interval [%.6g, %.6g]%s flatters it; [%.6g, %.6g]%s holds although it was\n"
        "chosen. ",
        (unsigned long long)row->config->id, best.k, unit * best.own.low, unit * best.own.high,
        mark, unit * best.joint.low, unit * best.joint.high, mark);
    if (best.best_for_certain)
        printf("No other reaches into that: it is the best, at 95 %%.\n");
    else
        printf("%zu others reach into that and may be as good; laatta lab race tells more.\n",
               best.rivals);
}

static bool any_game(const lab_report *r)
{
    for (size_t i = 0; i < r->count; i++)
        if (r->rows[i].played) return true;
    return false;
}

static void print_table(const lab_report *r, const view *v, uint64_t top)
{
    unsigned shown[SHOWN_TILES], tiles = telling_levels(r, shown);
    const lab_progress *p = &r->progress;
    printf("%s (%s, %s): %zu configurations, %llu of %llu games finished", r->experiment.name,
           lab_kind_name(r->experiment.kind),
           lab_state_name(lab_state_now(&r->experiment, &r->progress)), r->count,
           (unsigned long long)p->finished, (unsigned long long)p->games);
    if (r->left_out)
        printf(", %zu configurations of outdated versions left out (--outdated shows them)",
               r->left_out);
    if (p->failed) printf(", %llu failed", (unsigned long long)p->failed);
    if (!r->count && r->left_out) {
        printf("\n");
        return;
    }
    if (!any_game(r)) {
        printf("\nno game has been played yet (laatta lab work plays, laatta lab status %s tells "
               "more)\n",
               r->experiment.name);
        return;
    }
    printf("\n\n%7s %7s %10s  %-21s %10s", "config", "games", "mean", "95 % interval", "median");
    for (unsigned t = 0; t < tiles; t++) printf(" %7u", 1u << shown[t]);
    printf("  settings\n");
    for (size_t i = 0; i < r->count && (top == 0 || i < top); i++) {
        const lab_row *row = &r->rows[i];
        char name[400], interval[48] = "";
        lab_row_name(row, name, sizeof name);
        if (row->played > 1)
            snprintf(interval, sizeof interval,
                     row->score.mean < 10000 ? "[%.1f, %.1f]" : "[%.0f, %.0f]",
                     row->score.mean95.low, row->score.mean95.high);
        printf("%7llu %7llu %10.1f  %-21s %10.0f", (unsigned long long)row->config->id,
               (unsigned long long)row->played, row->score.mean, interval, row->score.median);
        for (unsigned t = 0; t < tiles; t++) {
            double share;
            lab_row_reach(row, shown[t], &share);
            printf(" %5.1f %%", 100 * share);
        }
        printf("  %s\n", name);
    }
    if (top && r->count > top)
        printf("... and %zu more (--top 0 shows all)\n", r->count - (size_t)top);
    print_best(r, v);
}

static json_t *json_row(const lab_row *row)
{
    json_t *settings = json_object(), *reached = json_object();
    for (unsigned s = 0; s < row->config->settings; s++)
        json_object_set_new(settings, row->config->setting[s].name,
                            json_string(row->config->setting[s].value));
    for (unsigned level = 1; level < LAB_LEVELS && row->reached[level]; level++) {
        char tile[16];
        double share;
        lt_interval w = lab_row_reach(row, level, &share);
        snprintf(tile, sizeof tile, "%u", 1u << level);
        json_object_set_new(reached, tile, json_pack("[f,f,f]", share, w.low, w.high));
    }
    bool interval = row->played > 1;
    return json_pack("{s:I, s:s, s:o, s:I, s:{s:f, s:f, s:f, s:f, s:[f,f]}, s:o, s:I, s:f}",
                     "config", (json_int_t)row->config->id, "player", row->config->spec, "settings",
                     settings, "games", (json_int_t)row->played, "score", "mean", row->score.mean,
                     "median", row->score.median, "stdev", row->score.stdev, "max", row->score.max,
                     "mean95", interval ? row->score.mean95.low : row->score.mean,
                     interval ? row->score.mean95.high : row->score.mean, "reached", reached,
                     "moves", (json_int_t)row->moves, "seconds", row->seconds);
}

static int print_json(const lab_report *r, const view *v)
{
    json_t *rows = json_array(), *best = json_null();
    for (size_t i = 0; i < r->count; i++) json_array_append_new(rows, json_row(&r->rows[i]));
    lab_best_of b;
    if (lab_report_best(r, v->by == LAB_BY_REACH ? LAB_BY_REACH : LAB_BY_MEAN, v->level, &b,
                        NULL) == LT_OK)
        best = json_pack("{s:I, s:I, s:[f,f], s:[f,f], s:f, s:I, s:b}", "config",
                         (json_int_t)r->rows[b.best].config->id, "of", (json_int_t)b.k, "own95",
                         b.own.low, b.own.high, "joint95", b.joint.low, b.joint.high, "flattery",
                         b.flattery, "rivals", (json_int_t)b.rivals, "certain", b.best_for_certain);
    return cli_print_json(json_pack(
        "{s:s, s:s, s:s, s:s, s:I, s:I, s:I, s:o, s:o}", "name", r->experiment.name, "kind",
        lab_kind_name(r->experiment.kind), "state",
        lab_state_name(lab_state_now(&r->experiment, &r->progress)), "player", r->experiment.player,
        "games", (json_int_t)r->progress.games, "finished", (json_int_t)r->progress.finished,
        "failed", (json_int_t)r->progress.failed, "best", best, "configurations", rows));
}

static void print_csv(const lab_report *r)
{
    settings_csv columns = {.count = 0};
    for (size_t i = 0; i < r->count; i++) settings_csv_add(&columns, r->rows[i].config);
    lt_text line;
    lt_text_init(&line);
    lt_text_puts(&line, "config");
    settings_csv_head(&columns, &line);
    lt_text_puts(&line, ",games,mean,mean_low,mean_high,median,stdev,max,moves,seconds");
    for (unsigned level = 1; level < LAB_LEVELS; level++)
        lt_text_printf(&line, ",reached_%u", 1u << level);
    printf("%s,player\n", lt_text_str(&line));
    for (size_t i = 0; i < r->count; i++) {
        const lab_row *row = &r->rows[i];
        bool interval = row->played > 1;
        lt_text_clear(&line);
        lt_text_printf(&line, "%llu", (unsigned long long)row->config->id);
        settings_csv_row(&columns, row->config, &line);
        lt_text_printf(&line, ",%llu,%.10g,%.10g,%.10g,%.10g,%.10g,%.10g,%llu,%.6f",
                       (unsigned long long)row->played, row->score.mean,
                       interval ? row->score.mean95.low : row->score.mean,
                       interval ? row->score.mean95.high : row->score.mean, row->score.median,
                       row->score.stdev, row->score.max, (unsigned long long)row->moves,
                       row->seconds);
        for (unsigned level = 1; level < LAB_LEVELS; level++)
            lt_text_printf(&line, ",%llu", (unsigned long long)row->reached[level]);
        lt_text_puts(&line, ",");
        settings_csv_text(&line, row->config->spec);
        printf("%s\n", lt_text_str(&line));
    }
    lt_text_release(&line);
}

static lt_status write_html(const lab_report *r, const view *v, const char *path, lt_error *err)
{
    lt_text page;
    lab_best_of best;
    lab_order_by by = v->by == LAB_BY_REACH ? LAB_BY_REACH : LAB_BY_MEAN;
    bool any = lab_report_best(r, by, v->level, &best, NULL) == LT_OK;
    lt_text_init(&page);
    report_html(&page, r, v->text, v->level, any ? &best : NULL);
    lt_status status = page.failed ? lt_fail(err, LT_NO_MEMORY, "not enough memory")
                                   : lt_file_save(path, page.data, page.length, err);
    lt_text_release(&page);
    return status;
}

static int run(const cli_args *args)
{
    view v;
    uint64_t top;
    lab_report report;
    lt_error err;
    int status = 2;
    if (args->words != 1) return cli_usage_error(args, "one experiment is needed");
    if (!parse_view(args, &v) || !cli_u64(args, "top", SHOWN_ROWS, 0, 1000000, &top)) return 2;
    lab_store *store = cli_lab_read(args, &status);
    if (!store) return status;
    lt_status read =
        lab_report_read(store, args->word[0], cli_flag(args, "outdated"), &report, &err);
    lab_close(store);
    if (read != LT_OK) return cli_fail(args, &err);
    lab_report_sort(&report, v.by, v.level);
    status = 0;
    const char *html = cli_value(args, "html");
    if (html) {
        if (write_html(&report, &v, html, &err) != LT_OK)
            status = cli_fail(args, &err);
        else if (!cli_flag(args, "json") && !cli_flag(args, "csv"))
            printf("%s written\n", html);
    }
    if (cli_flag(args, "csv"))
        print_csv(&report);
    else if (cli_flag(args, "json"))
        status = print_json(&report, &v);
    else if (!html)
        print_table(&report, &v, top);
    lab_report_release(&report);
    return status;
}

const cli_command lab_do_report = {
    .name = "lab report",
    .summary = "compare the configurations of an experiment, with intervals",
    .synopsis = "NAME [--sort BY] [--top N] [--json | --csv | --html FILE] [--db URL]",
    .options = options,
    .details =
        "Intervals are at 95 %: Student's for means, Wilson's for shares. Whoever looks for\n"
        "the best of many finds a lucky one too; the report says how much that may be.\n"
        "\n"
        "examples:\n"
        "  laatta lab report first --sort reach:2048\n"
        "  laatta lab report first --html first.html\n"
        "  laatta lab report first --csv > first.csv\n",
    .run = run,
};
