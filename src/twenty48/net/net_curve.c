/* The learning curve: a CSV table, and an SVG picture drawn without a library. */
#include "twenty48/net/net_train.h"

#include "base/files.h"
#include "base/text.h"

#include <stdio.h>

static lt_status save_text(lt_text *text, const char *path, lt_error *err)
{
    lt_status status = text->failed ? lt_fail(err, LT_NO_MEMORY, "no memory to write %s", path)
                                    : lt_file_save(path, lt_text_str(text), text->length, err);
    lt_text_release(text);
    return status;
}

lt_status t48_train_csv(const t48_train *train, const char *path, lt_error *err)
{
    lt_text out;
    lt_text_init(&out);
    lt_text_puts(&out, "seconds,games,moves,window_games,moves_per_second,mean,half95");
    for (unsigned level = 11; level <= 16; level++)
        lt_text_printf(&out, ",reached_%u", 1u << level);
    lt_text_puts(&out, "\n");
    for (size_t i = 0; i < train->points; i++) {
        const t48_train_point *p = &train->point[i];
        lt_text_printf(&out, "%.1f,%llu,%llu,%llu,%.0f,%.1f,%.1f", p->seconds,
                       (unsigned long long)p->games, (unsigned long long)p->moves,
                       (unsigned long long)p->window, p->rate, p->mean, p->half);
        for (unsigned level = 11; level <= 16; level++)
            lt_text_printf(&out, ",%.4f", p->reached[level]);
        lt_text_puts(&out, "\n");
    }
    return save_text(&out, path, err);
}

enum { WIDTH = 800, HEIGHT = 420, LEFT = 70, RIGHT = 60, TOP = 40, BOTTOM = 45 };

/* A round number of at least `value` / 5, so that an axis has about five marks. */
static double mark_step(double value)
{
    double step = 1;
    while (step * 5 < value) step *= 10;
    if (step >= 10 && step * 0.2 * 5 >= value) return step * 0.2;
    if (step >= 10 && step * 0.5 * 5 >= value) return step * 0.5;
    return step;
}

typedef struct frame {
    double right, top; /* values at the far ends of the axes */
} frame;

static double x_at(const frame *f, double seconds)
{
    return LEFT + (WIDTH - LEFT - RIGHT) * seconds / f->right;
}

static double y_at(double share)
{
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share);
}

static void draw_axes(lt_text *out, const frame *f)
{
    double step = mark_step(f->top);
    for (double v = 0; v <= f->top; v += step)
        lt_text_printf(out,
                       "<path d='M%d %.1fH%d' stroke='#ddd'/><text x='%d' y='%.1f' "
                       "text-anchor='end'>%.0f</text>\n",
                       LEFT, y_at(v / f->top), WIDTH - RIGHT, LEFT - 6, y_at(v / f->top) + 4, v);
    step = mark_step(f->right);
    for (double s = 0; s <= f->right; s += step)
        lt_text_printf(out, "<text x='%.1f' y='%d' text-anchor='middle'>%.0f s</text>\n",
                       x_at(f, s), HEIGHT - BOTTOM + 18, s);
    for (int share = 0; share <= 100; share += 25)
        lt_text_printf(out, "<text x='%d' y='%.1f'>%d %%</text>\n", WIDTH - RIGHT + 6,
                       y_at(share / 100.0) + 4, share);
}

/* Level 0 is the mean score; any other the share of games that reached it. */
static void draw_line(lt_text *out, const frame *f, const t48_train *train, unsigned level,
                      const char *colour)
{
    lt_text_printf(out, "<polyline fill='none' stroke='%s' stroke-width='%d' points='", colour,
                   level ? 1 : 2);
    for (size_t i = 0; i < train->points; i++) {
        const t48_train_point *p = &train->point[i];
        lt_text_printf(out, "%.1f,%.1f ", x_at(f, p->seconds),
                       y_at(level ? p->reached[level] : p->mean / f->top));
    }
    lt_text_puts(out, "'/>\n");
}

lt_status t48_train_svg(const t48_train *train, const char *path, lt_error *err)
{
    static const struct {
        unsigned level;
        const char *colour, *name;
    } lines[] = {{0, "#1a1a1a", "mean score"}, {11, "#edc22e", "2048"}, {12, "#3c9", "4096"},
                 {13, "#39c", "8192"},         {14, "#63c", "16384"},   {15, "#c33", "32768"}};
    frame f = {1, 1};
    for (size_t i = 0; i < train->points; i++) {
        if (train->point[i].seconds > f.right) f.right = train->point[i].seconds;
        if (train->point[i].mean * 1.05 > f.top) f.top = train->point[i].mean * 1.05;
    }
    lt_text out;
    lt_text_init(&out);
    lt_text_printf(&out,
                   "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' "
                   "font-family='sans-serif' font-size='12'>\n"
                   "<rect width='100%%' height='100%%' fill='#fff'/>\n",
                   WIDTH, HEIGHT);
    draw_axes(&out, &f);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        draw_line(&out, &f, train, lines[i].level, lines[i].colour);
        lt_text_printf(&out, "<text x='%zu' y='22' fill='%s'>%s</text>\n", LEFT + 10 + i * 105,
                       lines[i].colour, lines[i].name);
    }
    lt_text_puts(&out, "</svg>\n");
    return save_text(&out, path, err);
}
