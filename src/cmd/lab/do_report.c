/* laatta lab report: what an experiment has shown. */
#include "cmd/lab/cli_lab.h"
#include "cmd/lab/report_html.h"
#include "cmd/lab/report_print.h"

#include "base/files.h"
#include "lab/lab_metric.h"

#include <stdio.h>
#include <string.h>

enum { SHOWN_ROWS = 20 };

static const cli_option options[] = {
    {"sort", "mean|median|reach:TILE|config", "by what; config: as queued (default mean)"},
    {"top", "N", "how many configurations to show (default 20; 0: all)"},
    {"json", NULL, "print one JSON object"},
    {"csv", NULL, "print all configurations as CSV"},
    {"exact", NULL, "read every game, for exact medians (default: up to 20,000 games)"},
    {"outdated", NULL, "show what outdated versions played too (see laatta lab versions)"},
    {"html", "FILE", "write a page with tables and charts"},
    CLI_LAB_DB,
    {0},
};

static bool parse_view(const cli_args *args, report_view *v)
{
    lab_metric metric;
    *v = (report_view){.by = LAB_BY_CONFIG, .level = 11, .text = cli_value(args, "sort")};
    if (!v->text) v->text = "mean";
    if (!cli_u64(args, "top", SHOWN_ROWS, 0, 1000000, &v->top)) return false;
    if (strcmp(v->text, "config") == 0) return true;
    if (lab_metric_parse(v->text, true, &metric, NULL) == LT_OK) {
        if (metric.kind == LAB_METRIC_REACH) v->level = metric.level;
        v->by = metric.kind == LAB_METRIC_REACH    ? LAB_BY_REACH
                : metric.kind == LAB_METRIC_MEDIAN ? LAB_BY_MEDIAN
                                                   : LAB_BY_MEAN;
        if (v->by != LAB_BY_MEAN || metric.kind == LAB_METRIC_MEAN) return true;
    }
    cli_usage_error(
        args, "--sort takes mean, median, config or reach:TILE (2 to 131072), not \"%s\"", v->text);
    return false;
}

static lt_status write_html(const lab_report *r, const report_view *v, const char *path,
                            lt_error *err)
{
    lt_text page;
    lab_best_of best;
    bool any = lab_report_best(r, report_best_by(v), v->level, &best, NULL) == LT_OK;
    lt_text_init(&page);
    report_html(&page, r, v->text, v->level, any ? &best : NULL);
    lt_status status = page.failed ? lt_fail(err, LT_NO_MEMORY, "not enough memory")
                                   : lt_file_save(path, page.data, page.length, err);
    lt_text_release(&page);
    return status;
}

static int run(const cli_args *args)
{
    if (args->words != 1) return cli_usage_error(args, "one experiment is needed");
    report_view v;
    int status = 2;
    lab_store *store = parse_view(args, &v) ? cli_lab_read(args, &status) : NULL;
    if (!store) return status;
    lab_report report;
    lt_error err;
    unsigned flags = (cli_flag(args, "outdated") ? LAB_REPORT_OUTDATED : 0) |
                     (cli_flag(args, "exact") ? LAB_REPORT_GAMES : 0);
    /* What nobody is shown need not be read. */
    bool all = cli_flag(args, "csv") || cli_flag(args, "json") || cli_value(args, "html") ||
               !v.top || v.top > LAB_REPORT_TOP || v.by == LAB_BY_MEDIAN;
    lt_status read = all ? lab_report_read(store, args->word[0], flags, &report, &err)
                         : lab_report_top(store, args->word[0], flags, v.by, v.level, (size_t)v.top,
                                          &report, &err);
    lab_close(store);
    if (read != LT_OK) return cli_fail(args, &err);
    if (all) lab_report_sort(&report, v.by, v.level);
    status = 0;
    const char *html = cli_value(args, "html");
    if (html) {
        if (write_html(&report, &v, html, &err) != LT_OK)
            status = cli_fail(args, &err);
        else if (!cli_flag(args, "json") && !cli_flag(args, "csv"))
            printf("%s written\n", html);
    }
    if (cli_flag(args, "csv"))
        status = report_print_csv(&report);
    else if (cli_flag(args, "json"))
        status = report_print_json(&report, &v);
    else if (!html)
        report_print(&report, &v);
    lab_report_release(&report);
    return status;
}

const cli_command lab_do_report = {
    .name = "lab report",
    .summary = "compare the configurations of an experiment, with intervals",
    .synopsis = "NAME [--sort BY] [--top N] [--exact] [--json | --csv | --html FILE] [--db URL]",
    .options = options,
    .details = "Intervals are at 95 %: Student's for means, Wilson's for shares. The best of\n"
               "many was lucky too; the report says how much that may be.\n"
               "\n"
               "Beyond 20,000 games the sums are read that the database keeps of every\n"
               "configuration: a report of any size takes a moment, and all figures are exact\n"
               "but medians and quantiles, which may be off by 0.8 % (~). --exact reads\n"
               "every game instead.\n"
               "\n"
               "examples:\n"
               "  laatta lab report first --sort reach:2048\n"
               "  laatta lab report first --html first.html\n"
               "  laatta lab report first --csv > first.csv\n",
    .run = run,
};
