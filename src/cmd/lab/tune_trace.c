/* The trace of a tuning as an SVG picture, drawn without a library: the score with
 * its interval above, each parameter's place in its range below. */
#include "cmd/lab/tune_trace.h"

#include "base/files.h"
#include "base/text.h"

#include <math.h>

enum { WIDTH = 800, HEIGHT = 560, LEFT = 80, RIGHT = 150, TOP = 40, MIDDLE = 300, BOTTOM = 45 };

static const char *const colours[] = {"#c33", "#39c", "#3c9", "#63c", "#e80", "#888"};
enum { COLOURS = sizeof colours / sizeof colours[0] };

typedef struct frame {
    double low, high; /* scores at the ends of the upper axis */
    size_t count;
} frame;

static double x_at(const frame *f, size_t step)
{
    double share = f->count > 1 ? (double)step / (double)(f->count - 1) : 0.5;
    return LEFT + (WIDTH - LEFT - RIGHT) * share;
}

static double upper(const frame *f, double score)
{
    return TOP + (MIDDLE - 30 - TOP) * (f->high - score) / (f->high - f->low);
}

static double lower(double share)
{
    return MIDDLE + (HEIGHT - BOTTOM - MIDDLE) * (1 - share);
}

static void put_mark(lt_text *out, double y, double value)
{
    lt_text_printf(out,
                   "<path d='M%d %.1fH%d' stroke='#ddd'/><text x='%d' y='%.1f' "
                   "text-anchor='end'>%.4g</text>\n",
                   LEFT, y, WIDTH - RIGHT, LEFT - 6, y + 4, value);
}

static frame frame_of(const tune_trace *trace)
{
    frame f = {INFINITY, -INFINITY, trace->count};
    for (size_t i = 0; i < trace->count; i++) {
        const lab_tune_step *s = &trace->steps[i];
        f.low = fmin(f.low, isfinite(s->interval.low) ? s->interval.low : s->score);
        f.high = fmax(f.high, isfinite(s->interval.high) ? s->interval.high : s->score);
    }
    if (!(f.low < f.high)) {
        f.low = trace->count ? f.low - 1 : 0;
        f.high = f.low + 2;
    }
    return f;
}

static void draw_score(lt_text *out, const frame *f, const tune_trace *trace)
{
    for (int i = 0; i <= 4; i++) {
        double score = f->low + (f->high - f->low) * i / 4;
        put_mark(out, upper(f, score), score);
    }
    for (size_t i = 0; i < trace->count; i++) {
        lt_interval w = trace->steps[i].interval;
        if (isfinite(w.low) && isfinite(w.high))
            lt_text_printf(out, "<path d='M%.1f %.1fV%.1f' stroke='#bbb' stroke-width='3'/>\n",
                           x_at(f, i), upper(f, w.low), upper(f, w.high));
    }
    lt_text_puts(out, "<polyline fill='none' stroke='#1a1a1a' stroke-width='2' points='");
    for (size_t i = 0; i < trace->count; i++)
        lt_text_printf(out, "%.1f,%.1f ", x_at(f, i), upper(f, trace->steps[i].score));
    lt_text_puts(out, "'/>\n");
}

static void draw_parameter(lt_text *out, const frame *f, const tune_trace *trace, uint32_t p)
{
    const lab_tune_param *param = &trace->config->params[p];
    const char *colour = colours[p % COLOURS];
    double range = param->high - param->low, last = 0.5;
    lt_text_printf(out, "<polyline fill='none' stroke='%s' points='", colour);
    for (size_t i = 0; i < trace->count; i++) {
        last = (trace->steps[i].mean[p] - param->low) / range;
        lt_text_printf(out, "%.1f,%.1f ", x_at(f, i), lower(last));
    }
    lt_text_puts(out, "'/>\n");
    if (trace->count)
        lt_text_printf(out, "<text x='%d' y='%.1f' fill='%s'>%s %.4g</text>\n", WIDTH - RIGHT + 6,
                       lower(last) + 4, colour, trace->keys[p],
                       trace->steps[trace->count - 1].mean[p]);
}

lt_status tune_trace_svg(const tune_trace *trace, const char *path, lt_error *err)
{
    frame f = frame_of(trace);
    lt_text out;
    lt_text_init(&out);
    lt_text_printf(&out,
                   "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' "
                   "font-family='sans-serif' font-size='12'>\n"
                   "<rect width='100%%' height='100%%' fill='#fff'/>\n"
                   "<text x='%d' y='22'>%s: %s of all points of an iteration, with 95 %% "
                   "interval; below, the parameters within their ranges</text>\n",
                   WIDTH, HEIGHT, LEFT, trace->title, trace->metric);
    draw_score(&out, &f, trace);
    for (int i = 0; i <= 4; i++) put_mark(&out, lower(i / 4.0), i / 4.0);
    for (uint32_t p = 0; p < trace->config->dims; p++) draw_parameter(&out, &f, trace, p);
    for (size_t i = 0; i < trace->count; i += trace->count / 8 + 1)
        lt_text_printf(&out, "<text x='%.1f' y='%d' text-anchor='middle'>%zu</text>\n", x_at(&f, i),
                       HEIGHT - BOTTOM + 18, i + 1);
    lt_text_printf(&out, "<text x='%d' y='%d'>iteration</text>\n</svg>\n", WIDTH - RIGHT + 6,
                   HEIGHT - BOTTOM + 18);
    lt_status status = out.failed ? lt_fail(err, LT_NO_MEMORY, "no memory to write %s", path)
                                  : lt_file_save(path, lt_text_str(&out), out.length, err);
    lt_text_release(&out);
    return status;
}
