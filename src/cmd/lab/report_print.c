/* A report of the lab as text, JSON and CSV. */
#include "cmd/lab/report_print.h"

#include "cmd/cli_json.h"
#include "cmd/lab/settings_csv.h"
#include "lab/lab_bootstrap.h"

#include <stdio.h>

enum { SHOWN_TILES = 4, BOOTSTRAP_MOST = 20000 };

lab_order_by report_best_by(const report_view *v)
{
    return v->by == LAB_BY_REACH ? LAB_BY_REACH : LAB_BY_MEAN;
}

/* The highest tiles that at least one game in a thousand reached, in ascending order. */
static unsigned telling_levels(const lab_report *r, unsigned shown[SHOWN_TILES])
{
    unsigned count = 0;
    for (unsigned level = T48_TILES; level-- > 1 && count < SHOWN_TILES;) {
        uint64_t reached = 0, played = 0;
        for (size_t i = 0; i < r->count; i++) {
            reached += t48_results_reached(&r->rows[i].results, level);
            played += r->rows[i].results.games;
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

static void print_best(const lab_report *r, const report_view *v)
{
    lab_best_of best;
    lt_error err;
    lab_order_by by = report_best_by(v);
    if (lab_report_best(r, by, v->level, &best, &err) != LT_OK) return;
    const lab_row *row = &r->rows[best.best];
    double unit = by == LAB_BY_REACH ? 100 : 1;
    const char *mark = by == LAB_BY_REACH ? " %" : "";
    lab_bootstrap boot;
    t48_results *games = &r->rows[best.best].results;
    if (r->exact && by == LAB_BY_MEAN && games->games > 1 && games->games <= BOOTSTRAP_MOST &&
        lab_bootstrap_mean(t48_results_scores(games), games->games, LAB_BOOTSTRAP_RESAMPLES, 0.95,
                           1, &boot, &err) == LT_OK)
        printf("\nmean of configuration %llu by bootstrap: %.1f [%.1f, %.1f]\n",
               (unsigned long long)row->config->id, boot.estimate, boot.interval.low,
               boot.interval.high);
    if (!best.flattered) return;
    printf("\nconfiguration %llu is the best of %zu: the one picked out of so many was lucky too.\n"
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
        if (r->rows[i].results.games) return true;
    return false;
}

void report_print(const lab_report *r, const report_view *v)
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
    printf("\n\n%7s %7s %10s  %-21s %10s", "config", "games", "mean", "95 % interval",
           r->exact ? "median" : "~median");
    for (unsigned t = 0; t < tiles; t++) printf(" %7u", 1u << shown[t]);
    printf("  settings\n");
    for (size_t i = 0; i < r->count && (v->top == 0 || i < v->top); i++) {
        const lab_row *row = &r->rows[i];
        char name[400], interval[48] = "";
        lab_row_name(row, name, sizeof name);
        if (row->results.games > 1)
            snprintf(interval, sizeof interval,
                     row->score.mean < 10000 ? "[%.1f, %.1f]" : "[%.0f, %.0f]",
                     row->score.mean95.low, row->score.mean95.high);
        printf("%7llu %7llu %10.1f  %-21s %10.0f", (unsigned long long)row->config->id,
               (unsigned long long)row->results.games, row->score.mean, interval,
               row->score.median);
        for (unsigned t = 0; t < tiles; t++) {
            double share;
            t48_results_reach(&row->results, shown[t], 0.95, &share);
            printf(" %5.1f %%", 100 * share);
        }
        printf("  %s\n", name);
    }
    if (v->top && r->count > v->top)
        printf("... and %zu more (--top 0 shows all)\n", r->count - (size_t)v->top);
    print_best(r, v);
}

static json_t *json_row(lab_row *row)
{
    json_t *settings = json_object(), *reached = json_object();
    for (unsigned s = 0; s < row->config->settings; s++)
        json_object_set_new(settings, row->config->setting[s].name,
                            json_string(row->config->setting[s].value));
    for (unsigned level = 1; level < T48_TILES && t48_results_reached(&row->results, level);
         level++) {
        char tile[16];
        double share;
        lt_interval w = t48_results_reach(&row->results, level, 0.95, &share);
        snprintf(tile, sizeof tile, "%u", 1u << level);
        json_object_set_new(reached, tile, json_pack("[f,f,f]", share, w.low, w.high));
    }
    return json_pack("{s:I, s:s, s:o, s:I, s:o, s:o, s:I, s:f}", "config",
                     (json_int_t)row->config->id, "player", row->config->spec, "settings", settings,
                     "games", (json_int_t)row->results.games, "score",
                     cli_json_score(&row->results), "reached", reached, "moves",
                     (json_int_t)row->results.moves, "seconds", row->results.seconds);
}

int report_print_json(const lab_report *r, const report_view *v)
{
    json_t *rows = json_array(), *best = json_null();
    for (size_t i = 0; i < r->count; i++) json_array_append_new(rows, json_row(&r->rows[i]));
    lab_best_of b;
    if (lab_report_best(r, report_best_by(v), v->level, &b, NULL) == LT_OK)
        best = json_pack("{s:I, s:I, s:[f,f], s:[f,f], s:f, s:I, s:b}", "config",
                         (json_int_t)r->rows[b.best].config->id, "of", (json_int_t)b.k, "own95",
                         b.own.low, b.own.high, "joint95", b.joint.low, b.joint.high, "flattery",
                         b.flattery, "rivals", (json_int_t)b.rivals, "certain", b.best_for_certain);
    return cli_print_json(json_pack(
        "{s:s, s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:b, s:o, s:o}", "name", r->experiment.name,
        "kind", lab_kind_name(r->experiment.kind), "state",
        lab_state_name(lab_state_now(&r->experiment, &r->progress)), "player", r->experiment.player,
        "games", (json_int_t)r->progress.games, "finished", (json_int_t)r->progress.finished,
        "failed", (json_int_t)r->progress.failed, "outdated_left_out", (json_int_t)r->left_out,
        "exact", r->exact, "best", best, "configurations", rows));
}

int report_print_csv(const lab_report *r)
{
    settings_csv columns = {.count = 0};
    for (size_t i = 0; i < r->count; i++) settings_csv_add(&columns, r->rows[i].config);
    lt_text out;
    lt_text_init(&out);
    lt_text_puts(&out, "config");
    settings_csv_head(&columns, &out);
    lt_text_puts(&out, ",games,mean,mean_low,mean_high,median,stdev,max,moves,seconds");
    for (unsigned level = 1; level < T48_TILES; level++)
        lt_text_printf(&out, ",reached_%u", 1u << level);
    lt_text_puts(&out, ",player\n");
    for (size_t i = 0; i < r->count; i++) {
        const lab_row *row = &r->rows[i];
        lt_interval mean95 = cli_bounded(&row->score);
        lt_text_printf(&out, "%llu", (unsigned long long)row->config->id);
        settings_csv_row(&columns, row->config, &out);
        lt_text_printf(&out, ",%llu,%.10g,%.10g,%.10g,%.10g,%.10g,%.10g,%llu,%.6f",
                       (unsigned long long)row->results.games, row->score.mean, mean95.low,
                       mean95.high, row->score.median, row->score.stdev, row->score.max,
                       (unsigned long long)row->results.moves, row->results.seconds);
        for (unsigned level = 1; level < T48_TILES; level++)
            lt_text_printf(&out, ",%llu",
                           (unsigned long long)t48_results_reached(&row->results, level));
        lt_text_puts(&out, ",");
        settings_csv_text(&out, row->config->spec);
        lt_text_puts(&out, "\n");
    }
    bool whole = !out.failed;
    if (whole)
        fputs(lt_text_str(&out), stdout);
    else
        fprintf(stderr, "laatta lab report: not enough memory\n");
    lt_text_release(&out);
    return whole ? 0 : 1;
}
