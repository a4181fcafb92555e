/* Drawings are SVG, made here: bars with intervals, and a histogram. */
#include "cmd/lab/report_html.h"

#include "cmd/cli_json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CHART_ROWS = 40, TABLE_ROWS = 2000, BINS = 48, WIDTH = 860, LABEL = 300, BAR = 18 };

static void put_escaped(lt_text *out, const char *text)
{
    for (; *text; text++) switch (*text) {
        case '<': lt_text_puts(out, "&lt;"); break;
        case '>': lt_text_puts(out, "&gt;"); break;
        case '&': lt_text_puts(out, "&amp;"); break;
        case '"': lt_text_puts(out, "&quot;"); break;
        default: lt_text_add(out, text, 1);
        }
}

enum { NUMBER = 32 };

/* A score without a fraction, a share with some digits of it. */
static const char *plain(char out[NUMBER], double value)
{
    snprintf(out, NUMBER, fabs(value) < 1000 ? "%.4g" : "%.0f", value);
    return out;
}

static void put_head(lt_text *out, const lab_report *r)
{
    lt_text_puts(out, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                      "<meta name=\"viewport\" content=\"width=device-width\">"
                      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                      "style-src 'unsafe-inline'\"><title>");
    put_escaped(out, r->experiment.name);
    lt_text_puts(out, " - laatta lab</title><style>\n"
                      "body{font:15px/1.45 system-ui,sans-serif;margin:2em auto;max-width:64em;"
                      "padding:0 1em;color:#3c3a32;background:#faf8ef}\n"
                      "table{border-collapse:collapse;font-variant-numeric:tabular-nums;"
                      "display:block;overflow-x:auto}\n"
                      "td,th{padding:.25em .7em;text-align:right;border-bottom:1px solid #d8cfc3}\n"
                      "td{white-space:nowrap}code{overflow-wrap:anywhere}\n"
                      "td.n,th.n{text-align:left}\n.warn{background:#f9e3b4;padding:.6em 1em;"
                      "border-radius:6px}\nsvg{max-width:100%;height:auto}\n"
                      "svg text{font:12px system-ui,sans-serif;fill:currentColor}\n"
                      "@media(prefers-color-scheme:dark){body{background:#1f1d1a;color:#e8e2d6}"
                      "td,th{border-color:#4a453d}.warn{background:#5a4413}}\n"
                      "</style></head><body>\n<h1>");
    put_escaped(out, r->experiment.name);
    lt_text_printf(out, "</h1>\n<p>%s, %llu configurations, %llu of %llu games finished",
                   lab_kind_name(r->experiment.kind), (unsigned long long)r->count,
                   (unsigned long long)r->progress.finished, (unsigned long long)r->progress.games);
    if (r->progress.failed)
        lt_text_printf(out, ", %llu failed", (unsigned long long)r->progress.failed);
    lt_text_puts(out, ". Player: <code>");
    put_escaped(out, r->experiment.player);
    lt_text_printf(out, "</code>, board %ux%u, seed %llu.</p>\n", r->experiment.rules.shape.rows,
                   r->experiment.rules.shape.cols, (unsigned long long)r->experiment.seed);
}

static void put_warning(lt_text *out, const lab_report *r, const lab_best_of *best)
{
    if (!best || !best->flattered) return;
    char name[400], number[4][NUMBER];
    lab_row_name(&r->rows[best->best], name, sizeof name);
    lt_text_printf(out,
                   "<p class=\"warn\"><b>The best of %zu.</b> The one picked out of so many was "
                   "lucky too: its own interval [%s, %s] flatters it; [%s, %s] holds "
                   "although it was chosen. %zu others may be as good: ",
                   best->k, plain(number[0], best->own.low), plain(number[1], best->own.high),
                   plain(number[2], best->joint.low), plain(number[3], best->joint.high),
                   best->rivals);
    put_escaped(out, name);
    lt_text_puts(out, best->best_for_certain ? " is the best for certain, at 95 %.</p>\n"
                                             : " need not be the best.</p>\n");
}

typedef struct bar {
    double value, low, high;
} bar;

static bar mean_of(const lab_row *row, unsigned level)
{
    (void)level;
    return (bar){row->score.mean, row->score.mean95.low, row->score.mean95.high};
}

static bar reach_of(const lab_row *row, unsigned level)
{
    bar b;
    lt_interval i = t48_results_reach(&row->results, level, 0.95, &b.value);
    b.value *= 100;
    b.low = 100 * i.low;
    b.high = 100 * i.high;
    return b;
}

static void put_bars(lt_text *out, const lab_report *r, const char *title, const char *unit,
                     unsigned level, bar (*of)(const lab_row *, unsigned))
{
    size_t rows = 0;
    double top = 0;
    for (; rows < r->count && rows < CHART_ROWS && r->rows[rows].results.games; rows++) {
        bar b = of(&r->rows[rows], level);
        if (b.value > top) top = b.value;
        if (isfinite(b.high) && b.high > top) top = b.high;
    }
    if (!rows || top <= 0) return;
    double scale = (WIDTH - LABEL - 90) / top;
    lt_text_printf(out, "<h2>%s</h2>\n<svg viewBox=\"0 0 %d %zu\" role=\"img\">\n", title, WIDTH,
                   rows * (BAR + 6) + 6);
    for (size_t i = 0; i < rows; i++) {
        bar b = of(&r->rows[i], level);
        char name[400], number[NUMBER];
        double y = (double)i * (BAR + 6) + 3;
        double high = isfinite(b.high) ? b.high : b.value, low = isfinite(b.low) ? b.low : b.value;
        if (low < 0) low = 0;
        lab_row_name(&r->rows[i], name, sizeof name);
        if (strlen(name) > 46) strcpy(name + 43, "...");
        lt_text_printf(out, "<text x=\"%d\" y=\"%.0f\" text-anchor=\"end\">", LABEL - 8, y + 14);
        put_escaped(out, name);
        lt_text_printf(out,
                       "</text><rect x=\"%d\" y=\"%.0f\" width=\"%.1f\" height=\"%d\" rx=\"3\" "
                       "fill=\"#edc22e\"/><path d=\"M%.1f %.0fH%.1f\" stroke=\"#8f5a2a\" "
                       "stroke-width=\"2\"/><text x=\"%.1f\" y=\"%.0f\">%s%s</text>\n",
                       LABEL, y, b.value * scale, BAR, LABEL + low * scale, y + BAR / 2.0,
                       LABEL + high * scale, LABEL + high * scale + 6, y + 14,
                       plain(number, b.value), unit);
    }
    lt_text_puts(out, "</svg>\n");
}

static void put_histogram(lt_text *out, const lab_row *row)
{
    double low = row->score.min, high = row->score.max;
    if (high <= low) return;
    uint64_t count[BINS], most = 0;
    t48_results_histogram(&row->results, low, (high - low) / BINS, BINS, count);
    for (unsigned i = 0; i < BINS; i++)
        if (count[i] > most) most = count[i];
    char name[400];
    lab_row_name(row, name, sizeof name);
    lt_text_puts(out, "<h2>Scores of ");
    put_escaped(out, name);
    lt_text_printf(out, "</h2>\n<svg viewBox=\"0 0 %d 220\" role=\"img\">\n", WIDTH);
    for (int i = 0; i < BINS; i++) {
        double h = 180.0 * (double)count[i] / (double)most;
        lt_text_printf(out,
                       "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
                       "fill=\"#f2b179\"><title>%llu games</title></rect>\n",
                       10 + i * (WIDTH - 20.0) / BINS, 190 - h, (WIDTH - 20.0) / BINS - 1, h,
                       (unsigned long long)count[i]);
    }
    lt_text_printf(out,
                   "<text x=\"10\" y=\"210\">%.0f</text><text x=\"%d\" y=\"210\" "
                   "text-anchor=\"end\">%.0f points</text></svg>\n",
                   low, WIDTH - 10, high);
}

static void put_table(lt_text *out, const lab_report *r, const char *ordered_by)
{
    unsigned lowest = T48_TILES, highest = 0;
    for (size_t i = 0; i < r->count; i++)
        for (unsigned level = 7; level < T48_TILES; level++)
            if (t48_results_reached(&r->rows[i].results, level)) {
                if (level < lowest) lowest = level;
                if (level > highest) highest = level;
            }
    lt_text_printf(out,
                   "<h2>All configurations, by %s</h2>\n<table><tr><th>config</th><th class=\"n\">"
                   "settings</th><th>games</th><th>mean</th><th>95 %% interval</th>"
                   "<th>%smedian</th><th>best</th>",
                   ordered_by, r->exact ? "" : "~");
    for (unsigned level = lowest; level <= highest; level++)
        lt_text_printf(out, "<th>%u</th>", 1u << level);
    lt_text_puts(out, "</tr>\n");
    for (size_t i = 0; i < r->count && i < TABLE_ROWS; i++) {
        const lab_row *row = &r->rows[i];
        char name[400];
        lt_interval mean95 = cli_bounded(&row->score);
        lab_row_name(row, name, sizeof name);
        lt_text_printf(out, "<tr><td>%llu</td><td class=\"n\">",
                       (unsigned long long)row->config->id);
        put_escaped(out, name);
        lt_text_printf(out,
                       "</td><td>%llu</td><td>%.0f</td><td>%.0f to %.0f</td><td>%.0f</td>"
                       "<td>%.0f</td>",
                       (unsigned long long)row->results.games, row->score.mean, mean95.low,
                       mean95.high, row->score.median, row->score.max);
        for (unsigned level = lowest; level <= highest; level++) {
            double share;
            lt_interval w = t48_results_reach(&row->results, level, 0.95, &share);
            lt_text_printf(out, "<td title=\"%.1f to %.1f %%\">%.1f %%</td>", 100 * w.low,
                           100 * w.high, 100 * share);
        }
        lt_text_puts(out, "</tr>\n");
    }
    lt_text_puts(out, "</table>\n");
    if (r->count > TABLE_ROWS)
        lt_text_printf(out, "<p>%zu more are left out; --csv has all.</p>\n",
                       r->count - TABLE_ROWS);
}

void report_html(lt_text *out, const lab_report *report, const char *ordered_by, unsigned level,
                 const lab_best_of *best)
{
    char title[64];
    put_head(out, report);
    put_warning(out, report, best);
    put_bars(out, report, "Mean score, with 95 % intervals", "", 0, mean_of);
    snprintf(title, sizeof title, "Games that reached %u", 1u << level);
    put_bars(out, report, title, " %", level, reach_of);
    if (report->count) put_histogram(out, &report->rows[0]);
    put_table(out, report, ordered_by);
    lt_text_puts(out, "<p>Intervals at 95 %: Student's for means, Wilson's for shares; of one "
                      "configuration each, as if it were alone.");
    if (!report->exact) lt_text_puts(out, " Medians are within 0.8 % (laatta lab report --exact).");
    lt_text_puts(out, "</p>\n</body></html>\n");
}
