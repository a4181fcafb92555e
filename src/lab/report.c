/* One pass over the results, in whatever order the store has them; then each
 * configuration's scores lie together and are sorted, so that equal results give
 * equal reports. Cost: 16 bytes a game and a sort. */
#include "lab/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct sample {
    uint32_t row;
    float seconds;
    double score;
} sample;

typedef struct reader {
    lab_report *report;
    sample *samples;
    size_t count, room;
    size_t at; /* the row of the last result */
    bool failed;
} reader;

static bool take(void *ctx, const lab_result *result)
{
    reader *r = ctx;
    if (r->count == r->room) {
        size_t room = r->room ? 2 * r->room : 1024;
        sample *grown = realloc(r->samples, room * sizeof *grown);
        if (!grown) {
            r->failed = true;
            return false;
        }
        r->samples = grown;
        r->room = room;
    }
    /* Results of one configuration mostly come together. */
    if (r->report->configs[r->at].id != result->config) {
        const lab_config *found =
            lab_config_find(r->report->configs, r->report->count, result->config);
        if (!found) return true;
        r->at = (size_t)(found - r->report->configs);
    }
    lab_row *row = &r->report->rows[r->at];
    unsigned level = result->outcome.max_level;
    row->played++;
    row->moves += result->outcome.moves;
    row->reached[level < LAB_LEVELS ? level : LAB_LEVELS - 1]++;
    r->samples[r->count++] =
        (sample){(uint32_t)r->at, (float)result->seconds, (double)result->outcome.score};
    return true;
}

static lt_status arrange(reader *r, lt_error *err)
{
    lab_report *report = r->report;
    report->scores = malloc((r->count ? r->count : 1) * sizeof *report->scores);
    size_t *next = malloc((report->count ? report->count : 1) * sizeof *next);
    if (!report->scores || !next) {
        free(next);
        return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    }
    size_t offset = 0;
    for (size_t i = 0; i < report->count; i++) {
        report->rows[i].scores = report->scores + offset;
        next[i] = offset;
        offset += report->rows[i].played;
    }
    for (size_t i = 0; i < r->count; i++) {
        report->scores[next[r->samples[i].row]++] = r->samples[i].score;
        report->rows[r->samples[i].row].seconds += (double)r->samples[i].seconds;
    }
    free(next);
    for (size_t i = 0; i < report->count; i++) {
        lab_row *row = &report->rows[i];
        row->score = lt_summarise(row->scores, row->played);
        for (unsigned level = LAB_LEVELS - 1; level-- > 0;)
            row->reached[level] += row->reached[level + 1];
    }
    return LT_OK;
}

static void leave_outdated_out(lab_report *report)
{
    size_t kept = 0;
    for (size_t i = 0; i < report->count; i++)
        if (!report->configs[i].outdated) report->configs[kept++] = report->configs[i];
    report->left_out = report->count - kept;
    report->count = kept;
}

lt_status lab_report_read(lab_store *store, const char *name, bool outdated, lab_report *report,
                          lt_error *err)
{
    *report = (lab_report){0};
    reader r = {.report = report};
    lt_status status = lab_find(store, name, &report->experiment, err);
    uint64_t id = report->experiment.id;
    if (status == LT_OK) status = lab_progress_of(store, id, &report->progress, err);
    if (status == LT_OK) status = lab_configs(store, id, &report->configs, &report->count, err);
    if (status == LT_OK && !outdated) leave_outdated_out(report);
    if (status == LT_OK) {
        report->rows = calloc(report->count ? report->count : 1, sizeof *report->rows);
        if (!report->rows) status = lt_fail(err, LT_NO_MEMORY, "not enough memory");
    }
    for (size_t i = 0; status == LT_OK && i < report->count; i++)
        report->rows[i].config = &report->configs[i];
    if (status == LT_OK && report->count)
        status = lab_results(store, id, 0, 0, false, take, &r, err);
    if (status == LT_OK && r.failed) status = lt_fail(err, LT_NO_MEMORY, "not enough memory");
    if (status == LT_OK) status = arrange(&r, err);
    free(r.samples);
    if (status != LT_OK) lab_report_release(report);
    return status;
}

void lab_report_release(lab_report *report)
{
    free(report->experiment.plan);
    free(report->configs);
    free(report->rows);
    free(report->scores);
    *report = (lab_report){0};
}

lt_interval lab_row_reach(const lab_row *row, unsigned level, double *share)
{
    *share = row->played ? (double)row->reached[level] / (double)row->played : 0;
    return lt_wilson95(row->reached[level], row->played);
}

void lab_row_name(const lab_row *row, char *out, size_t size)
{
    size_t at = 0;
    out[0] = '\0';
    for (unsigned i = 0; i < row->config->settings && at < size; i++) {
        int wrote = snprintf(out + at, size - at, "%s%s=%s", i ? " " : "",
                             row->config->setting[i].name, row->config->setting[i].value);
        at += wrote > 0 ? (size_t)wrote : 0;
    }
    if (!row->config->settings) snprintf(out, size, "%s", row->config->spec);
}

/* --- ranking -------------------------------------------------------------------- */

static double worth(const lab_row *row, lab_order_by by, unsigned level)
{
    if (by == LAB_BY_CONFIG) return -(double)row->config->id;
    if (!row->played) return -INFINITY;
    if (by == LAB_BY_MEAN) return row->score.mean;
    if (by == LAB_BY_MEDIAN) return row->score.median;
    return (double)row->reached[level] / (double)row->played;
}

typedef struct ranked {
    double worth;
    lab_row row;
} ranked;

static int best_first(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    if (x->worth != y->worth) return x->worth < y->worth ? 1 : -1;
    return x->row.config->id < y->row.config->id ? -1 : 1;
}

void lab_report_sort(lab_report *report, lab_order_by by, unsigned level)
{
    ranked *order = malloc((report->count ? report->count : 1) * sizeof *order);
    if (!order) return; /* unsorted is better than nothing */
    for (size_t i = 0; i < report->count; i++)
        order[i] = (ranked){worth(&report->rows[i], by, level), report->rows[i]};
    qsort(order, report->count, sizeof *order, best_first);
    for (size_t i = 0; i < report->count; i++) report->rows[i] = order[i].row;
    free(order);
}

lt_status lab_report_best(const lab_report *report, lab_order_by by, unsigned level,
                          lab_best_of *best, lt_error *err)
{
    lab_sums *sums = calloc(report->count ? report->count : 1, sizeof *sums);
    if (!sums) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    for (size_t i = 0; i < report->count; i++) {
        const lab_row *row = &report->rows[i];
        double n = (double)row->played, p = n > 0 ? (double)row->reached[level] / n : 0;
        sums[i].games = row->played;
        if (by == LAB_BY_REACH) {
            sums[i].mean = p;
            sums[i].squares = n * p * (1 - p);
        } else {
            sums[i].mean = row->score.mean;
            sums[i].squares = row->score.stdev * row->score.stdev * (n > 1 ? n - 1 : 0);
        }
    }
    lt_status status = lab_best_of_sums(sums, report->count,
                                        by == LAB_BY_REACH ? LAB_RATE : LAB_MEAN, 0.95, best, err);
    free(sums);
    return status;
}
