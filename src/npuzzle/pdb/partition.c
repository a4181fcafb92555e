/* Reading, finding and choosing partitions. */
#include "npuzzle/pdb/partition.h"

#include "base/files.h"
#include "base/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char *name, *text;
} texts[] = {
#define X(name, text) {name, text},
#include "partitions.inc"
#undef X
};

/* Snakes chosen without asking stay below this many arrangements a table, if so many
 * tables cover the board. */
static const uint64_t QUICK_PLACES = 8000000;

typedef struct picture {
    char letter[NP_CELLS_MAX];
    int cells, rows, cols;
    bool quick;
} picture;

static lt_status take_line(picture *pic, const char *name, const char *line, size_t length,
                           lt_error *err)
{
    int count = 0;
    while (length > 0 && isspace((unsigned char)line[length - 1])) length--;
    if (length == 5 && memcmp(line, "quick", 5) == 0) {
        pic->quick = true;
        return LT_OK;
    }
    for (size_t i = 0; i < length && line[i] != '#'; i++) {
        if (line[i] == ' ' || line[i] == '\t') continue;
        if (!(line[i] == '.' || (line[i] >= 'a' && line[i] <= 'z')) || pic->cells == NP_CELLS_MAX)
            return lt_fail(err, LT_BAD_INPUT,
                           "partition %s: a row has a letter a to z for each tile's pattern and "
                           "one . for the blank",
                           name);
        pic->letter[pic->cells++] = line[i];
        count++;
    }
    if (count == 0) return LT_OK;
    if (pic->rows > 0 && count != pic->cols)
        return lt_fail(err, LT_BAD_INPUT, "partition %s: row %d has %d cells, the first has %d",
                       name, pic->rows + 1, count, pic->cols);
    pic->cols = count;
    pic->rows++;
    return LT_OK;
}

/* One pattern for each letter, in the order of the letters' first tiles. */
static lt_status group(np_partition *p, const picture *pic, lt_error *err)
{
    int group_of[26], blanks = 0;
    memset(group_of, -1, sizeof group_of);
    for (int c = 0; c < pic->cells; c++) {
        if (pic->letter[c] == '.') {
            p->goal_blank = (uint8_t)c;
            blanks++;
            continue;
        }
        int *g = &group_of[pic->letter[c] - 'a'];
        if (*g < 0) {
            if (p->groups == NP_GROUPS_MAX)
                return lt_fail(err, LT_BAD_INPUT, "partition %s: more than %d patterns", p->name,
                               NP_GROUPS_MAX);
            *g = p->groups++;
        }
        np_pattern *pattern = &p->pattern[*g];
        if (pattern->k == NP_PATTERN_MAX)
            return lt_fail(err, LT_BAD_INPUT, "partition %s: pattern %c has more than %d tiles",
                           p->name, pic->letter[c], NP_PATTERN_MAX);
        pattern->tiles[pattern->k++] = (uint8_t)c;
    }
    if (blanks != 1)
        return lt_fail(err, LT_BAD_INPUT, "partition %s: %d cells are marked as the blank", p->name,
                       blanks);
    for (int g = 0; g < p->groups; g++) {
        p->pattern[g].rows = p->rows;
        p->pattern[g].cols = p->cols;
        p->pattern[g].goal_blank = p->goal_blank;
    }
    return LT_OK;
}

lt_status np_partition_parse(np_partition *p, const char *name, const char *text, size_t length,
                             lt_error *err)
{
    memset(p, 0, sizeof *p);
    snprintf(p->name, sizeof p->name, "%s", name);
    picture pic = {.cells = 0};
    for (size_t at = 0; at < length;) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t one = end ? (size_t)(end - (text + at)) : length - at;
        LT_TRY(take_line(&pic, p->name, text + at, one, err));
        at += one + 1;
    }
    if (pic.rows < NP_SIDE_MIN || pic.cols < NP_SIDE_MIN || pic.cells > NP_SPACE_CELLS_MAX)
        return lt_fail(err, LT_BAD_INPUT,
                       "partition %s: a picture of a board of %dx%d to %d cells is expected",
                       p->name, NP_SIDE_MIN, NP_SIDE_MIN, NP_SPACE_CELLS_MAX);
    p->rows = (uint8_t)pic.rows;
    p->cols = (uint8_t)pic.cols;
    p->quick = pic.quick;
    return group(p, &pic, err);
}

size_t np_partition_count(void)
{
    return sizeof texts / sizeof texts[0];
}

lt_status np_partition_get(np_partition *p, size_t index, lt_error *err)
{
    /* A file's name is SHAPE_NAME. */
    const char *name = strchr(texts[index].name, '_');
    return np_partition_parse(p, name ? name + 1 : texts[index].name, texts[index].text,
                              strlen(texts[index].text), err);
}

static bool fits(const np_partition *p, const np_frame *f)
{
    return p->rows == f->rows && p->cols == f->cols && p->goal_blank == f->goal_blank;
}

static int snake_tables(const np_frame *f, int size)
{
    return (f->cells - 2 + size) / size;
}

static lt_status make_snake(np_partition *p, const np_frame *f, int size, lt_error *err)
{
    if (f->cells > NP_SPACE_CELLS_MAX || snake_tables(f, size) > NP_GROUPS_MAX ||
        size > f->cells - 2)
        return lt_fail(err, LT_UNSUPPORTED,
                       "pattern tables cannot cover a %dx%d board with %d tiles each (at most %d "
                       "tables, %d cells)",
                       f->rows, f->cols, size, NP_GROUPS_MAX, NP_SPACE_CELLS_MAX);
    picture pic = {.rows = f->rows, .cols = f->cols, .cells = f->cells};
    memset(p, 0, sizeof *p);
    snprintf(p->name, sizeof p->name, "snake-%d", size);
    p->rows = f->rows;
    p->cols = f->cols;
    int count = 0;
    for (int i = 0; i < f->cells; i++) {
        int r = i / f->cols, c = i % f->cols;
        int cell = r * f->cols + (r % 2 ? f->cols - 1 - c : c);
        pic.letter[cell] = cell == f->goal_blank ? '.' : (char)('a' + count++ / size);
    }
    return group(p, &pic, err);
}

static lt_status unknown(const np_frame *f, const char *name, lt_error *err)
{
    lt_text names;
    lt_text_init(&names);
    np_partition p;
    for (size_t i = 0; i < np_partition_count(); i++)
        if (np_partition_get(&p, i, NULL) == LT_OK && fits(&p, f))
            lt_text_printf(&names, "%s, ", p.name);
    char shown[64];
    lt_status status =
        lt_fail(err, LT_BAD_INPUT,
                "no partition \"%s\" for a %dx%d board with this goal; there are %ssnake-2 to "
                "snake-%d, and files (a name with a /)",
                lt_quote(shown, sizeof shown, name, strlen(name)), f->rows, f->cols,
                lt_text_str(&names), NP_PATTERN_MAX);
    lt_text_release(&names);
    return status;
}

lt_status np_partition_find(np_partition *p, const np_frame *f, const char *name, lt_error *err)
{
    if (strchr(name, '/')) {
        char *text;
        size_t length;
        LT_TRY(lt_file_load(name, 65536, &text, &length, err));
        lt_status status = np_partition_parse(p, name, text, length, err);
        free(text);
        LT_TRY(status);
        if (!fits(p, f))
            return lt_fail(err, LT_BAD_INPUT, "partition %s is for another board or goal", name);
        return LT_OK;
    }
    if (strncmp(name, "snake-", 6) == 0 && name[6] >= '2' && name[6] <= '0' + NP_PATTERN_MAX &&
        name[7] == '\0')
        return make_snake(p, f, name[6] - '0', err);
    for (size_t i = 0; i < np_partition_count(); i++) {
        LT_TRY(np_partition_get(p, i, err));
        if (fits(p, f) && strcmp(p->name, name) == 0) return LT_OK;
    }
    return unknown(f, name, err);
}

static uint64_t places(int cells, int k)
{
    uint64_t n = 1;
    for (int i = 0; i < k; i++) n *= (uint64_t)(cells - i);
    return n;
}

uint64_t np_partition_bytes(const np_partition *p)
{
    uint64_t sum = 0;
    for (int g = 0; g < p->groups; g++) {
        np_space *space;
        if (np_space_new(&space, p->rows, p->cols, p->pattern[g].k, NULL) != LT_OK) continue;
        sum += np_space_bits(space) / 8 + LT_SEAL_SIZE;
        np_space_free(space);
    }
    return sum;
}

static bool all_cached(const np_partition *p)
{
    lt_text path;
    lt_text_init(&path);
    bool all = true;
    for (int g = 0; g < p->groups && all; g++)
        all = np_pdb_path(&p->pattern[g], &path, NULL) == LT_OK &&
              access(lt_text_str(&path), R_OK) == 0;
    lt_text_release(&path);
    return all;
}

lt_status np_partition_choose(np_partition *chosen, const np_frame *f, bool no_cache, lt_error *err)
{
    np_partition p;
    uint64_t most = 0;
    bool found = false;
    for (size_t i = 0; i < np_partition_count(); i++) {
        LT_TRY(np_partition_get(&p, i, err));
        if (!fits(&p, f)) continue;
        uint64_t size = 0;
        for (int g = 0; g < p.groups; g++) size += places(f->cells, p.pattern[g].k);
        bool cached = !no_cache && all_cached(&p);
        if ((cached && size > most) || (most == 0 && p.quick)) {
            *chosen = p;
            found = true;
            if (cached) most = size;
        }
    }
    if (found) return LT_OK;
    int size = 2;
    while (size < NP_PATTERN_MAX && size + 1 <= f->cells - 2 &&
           (places(f->cells, size + 1) <= QUICK_PLACES || snake_tables(f, size) > NP_GROUPS_MAX))
        size++;
    return make_snake(chosen, f, size, err);
}
