/* Named network shapes, and reading one. */
#include "twenty48/net/net_layout.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

/* The first shape of a board is what is trained unless another is asked for. The
 * 4x6 and 8x6 shapes of 4x4 are the usual ones of the literature, those of smaller
 * boards were found by trying (docs/notebook); "whole" sees the entire board. */
static const struct {
    const char *name;
    t48_shape shape;
    const char *tuples;
} named[] = {
    {"4x6", {4, 4}, "012345,456789,012456,45689a"},
    {"8x6", {4, 4}, "012456,456789,012345,234569,01259a,345678,134567,01489a"},
    {"5x6", {4, 4}, "012345,456789,012456,45689a,01259a"},
    {"6x6", {4, 4}, "012456,456789,012345,45689a,01259a,01489a"},
    {"5x5", {4, 4}, "01234,45678,01245,45689,01569"},
    {"5x4", {4, 4}, "0123,4567,0145,1256,569a"},
    {"4x6", {3, 3}, "012345,013467,012346,012457"},
    {"2x6", {3, 3}, "012345,013467"},
    {"2x6", {2, 4}, "012456,012345"},
    {"2x6", {4, 2}, "012345,012346"},
    {"whole", {2, 3}, "012345"},
    {"whole", {3, 2}, "012345"},
    {"whole", {2, 2}, "0123"},
};
enum { NAMED = sizeof named / sizeof named[0] };

const char *t48_net_layout_name(size_t index, t48_shape shape, const char **tuples)
{
    for (size_t i = 0; i < NAMED; i++)
        if (named[i].shape.rows == shape.rows && named[i].shape.cols == shape.cols &&
            index-- == 0) {
            *tuples = named[i].tuples;
            return named[i].name;
        }
    return NULL;
}

static lt_status refuse(const char *text, t48_shape shape, const char *why, lt_error *err)
{
    lt_text names;
    lt_text_init(&names);
    const char *name, *tuples;
    for (size_t i = 0; (name = t48_net_layout_name(i, shape, &tuples)) != NULL; i++)
        lt_text_printf(&names, "%s%s", i ? ", " : "", name);
    char shown[T48_NET_TEXT];
    lt_status status =
        lt_fail(err, LT_BAD_INPUT,
                "no network shape \"%s\": %s; allowed are %s%s1 to %d tuples such as 0145,1256, "
                "and then the levels at which stages begin, such as @14 or @14.13.12 (with an 8192 "
                "and a 4096), and the first level of walls, such as +9, or +14-9 for six stages of "
                "them",
                lt_quote(shown, sizeof shown, text, strlen(text)), why, lt_text_str(&names),
                names.length ? ", or " : "", T48_NET_TUPLES_MAX);
    lt_text_release(&names);
    return status;
}

static int cell_digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
}

/* A level, written in one way only; 0 if it is none. */
static unsigned parse_level(const char **at)
{
    unsigned level = 0;
    if (**at == '0') return 0;
    for (; **at >= '0' && **at <= '9' && level < 100; ++*at)
        level = 10 * level + (unsigned)(**at - '0');
    return level;
}

/* ".13.12": the tiles that boards of a stage have besides; false if it is not well written. */
static bool parse_with(t48_net_layout *layout, unsigned stage, const char **at)
{
    unsigned above = layout->begins[stage];
    while (**at == '.') {
        ++*at;
        unsigned level = parse_level(at);
        if (level == 0 || level >= above) return false;
        layout->with[stage] |= 1u << level;
        above = level;
    }
    return true;
}

/* "9" or "14-9": the stages of walls; NULL, or what is wrong. */
static const char *parse_walls(t48_net_layout *layout, const char **at)
{
    unsigned first = parse_level(at), last = first;
    if (**at == '-') {
        ++*at;
        last = parse_level(at);
        if (last >= first) return "levels of walls fall, as in +14-9";
    }
    if (last < T48_CRUNCH_LAST_LEAST || last > T48_CRUNCH_LAST_MAX)
        return "the last walls begin at a level from 3 to 10";
    if (first - last >= T48_CRUNCH_WALLS) return "there are at most six stages of walls";
    layout->walls = last;
    layout->fewest = T48_CRUNCH_WALLS - (first - last);
    for (unsigned level = first; level >= last; level--) {
        if (layout->stages == T48_NET_STAGES_MAX) return "there are at most 8 stages";
        layout->begins[layout->stages++] = T48_NET_NO_LEVEL + level;
    }
    return NULL;
}

/* "@13@14@14.13+9": where the stages after the first begin, and the walls of the last. */
static const char *parse_stages(t48_net_layout *layout, const char *at)
{
    layout->stages = 1;
    while (*at == '@') {
        at++;
        unsigned level = parse_level(&at), last = layout->begins[layout->stages - 1];
        if (layout->stages == T48_NET_STAGES_MAX) return "there are at most 8 stages";
        if (level == 0) return "a level of a stage is a number";
        if (level < last || level > 15) return "stages begin at rising levels from 1 to 15";
        unsigned stage = layout->stages++, before = layout->with[stage - 1];
        layout->begins[stage] = level;
        if (!parse_with(layout, stage, &at)) return "levels of other tiles fall";
        if (level == last && (layout->with[stage] == before || (before & ~layout->with[stage])))
            return "a stage at the level of the one before it asks for more tiles";
    }
    if (*at == '+') {
        at++;
        const char *wrong = parse_walls(layout, &at);
        if (wrong) return wrong;
        if (*at == '@' || *at == '+') return "after walls no stage follows";
    }
    return *at ? "a level of a stage is a number" : NULL;
}

/* The runs of a tuple, from its mask. */
static void find_runs(t48_net_layout *layout, unsigned tuple)
{
    unsigned cells = 0, *runs = &layout->runs[tuple];
    t48_net_run *run = layout->run[tuple];
    for (unsigned n = 0; n < 16; n++) {
        if (!(layout->mask[tuple] >> (4 * n) & 1)) continue;
        uint32_t shift = 4 * (n - cells);
        if (*runs == 0 || run[*runs - 1].shift != shift)
            run[(*runs)++] = (t48_net_run){.shift = shift};
        run[*runs - 1].mask |= 15u << (4 * cells++);
    }
}

lt_status t48_net_layout_parse(t48_net_layout *layout, t48_shape shape, const char *text,
                               lt_error *err)
{
    *layout = (t48_net_layout){.shape = shape, .symmetries = t48_symmetries(shape)};
    if (!t48_shape_fits_board(shape))
        return lt_fail(err, LT_UNSUPPORTED, "networks are for boards up to 4x4, not %dx%d",
                       shape.rows, shape.cols);
    size_t length = strcspn(text, "@+");
    const char *name, *found, *stages = text + length;
    if (strlen(text) >= sizeof layout->text) return refuse(text, shape, "it is too long", err);
    snprintf(layout->text, sizeof layout->text, "%s", text);
    for (size_t i = 0; (name = t48_net_layout_name(i, shape, &found)) != NULL; i++)
        if (strlen(name) == length && strncmp(name, text, length) == 0)
            snprintf(layout->text, sizeof layout->text, "%s%s", found, stages);
    const char *wrong = parse_stages(layout, stages);
    if (!wrong && layout->walls && t48_shape_cells(shape) < 16) wrong = "walls are for 4x4";
    if (wrong) return refuse(text, shape, wrong, err);

    for (const char *at = layout->text;; at++) {
        unsigned n = layout->tuples, cells = 0;
        if (n == T48_NET_TUPLES_MAX) return refuse(text, shape, "too many tuples", err);
        for (; *at && *at != ',' && *at != '@' && *at != '+'; at++) {
            int cell = cell_digit(*at);
            if (cell < 0 || cell >= (int)t48_shape_cells(shape))
                return refuse(text, shape, "a cell is one hex digit of the board", err);
            uint64_t nibble = 15ull << (16 * (cell / shape.cols) + 4 * (cell % shape.cols));
            if (layout->mask[n] & nibble) return refuse(text, shape, "a cell comes twice", err);
            layout->mask[n] |= nibble;
            cells++;
        }
        if (cells < 1 || cells > T48_NET_CELLS_MAX)
            return refuse(text, shape, "a tuple has 1 to 7 cells", err);
        find_runs(layout, n);
        layout->offset[n] = layout->stage_size;
        layout->stage_size += 1u << (4 * cells);
        layout->tuples++;
        layout->size = (uint64_t)layout->stages * layout->stage_size;
        if (layout->size > INT32_MAX) return refuse(text, shape, "its tables are too large", err);
        if (*at != ',') break;
    }
    layout->lookups = layout->tuples * layout->symmetries;
    return LT_OK;
}

lt_status t48_net_layout_choose(t48_net_layout *layout, t48_shape shape, const char *text,
                                lt_error *err)
{
    const char *tuples;
    if (!text) text = t48_net_layout_name(0, shape, &tuples);
    if (!text && t48_shape_fits_board(shape))
        return lt_fail(err, LT_BAD_INPUT,
                       "no network shape is known for %ux%u; name its tuples, e.g. 012,345",
                       shape.rows, shape.cols);
    return t48_net_layout_parse(layout, shape, text ? text : "", err);
}
