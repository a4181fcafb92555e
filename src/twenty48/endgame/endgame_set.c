/* A set of tables: opened together, asked by the shape of a board. */
#include "twenty48/endgame/endgame.h"

#include "base/bits.h"
#include "base/dirs.h"
#include "twenty48/endgame/endgame_table.h"

#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TABLES_MAX = 31 }; /* a table and a turn fit a byte, and 0 is none */

/* The patterns of one target. */
typedef struct shapes {
    unsigned target;
    uint8_t known[65536]; /* by where the large tiles are: 8 * table + turn + 8, or 0 */
} shapes;

struct t48_endgame_set {
    t48_endgame_table *table[TABLES_MAX]; /* the highest target first, then by walls */
    size_t count, damaged;
    shapes *shapes[T48_TARGET_MAX + 1]; /* one for each target there is, the highest first */
    uint64_t content;
};

static int by_target(const void *a, const void *b)
{
    const t48_pattern *x = &(*(t48_endgame_table *const *)a)->pattern;
    const t48_pattern *y = &(*(t48_endgame_table *const *)b)->pattern;
    if (x->target != y->target) return x->target > y->target ? -1 : 1;
    if (x->walls != y->walls) return x->walls > y->walls ? 1 : -1;
    return (x->next > y->next) - (x->next < y->next);
}

static void add_table(t48_endgame_set *set, const char *path)
{
    lt_error ignored;
    t48_endgame_table *table;
    if (set->count == TABLES_MAX ||
        t48_endgame_table_open(&table, path, false, &ignored) != LT_OK) {
        set->damaged++;
        return;
    }
    set->table[set->count++] = table;
}

static lt_status add_shapes(t48_endgame_set *set, lt_error *err)
{
    size_t targets = 0;
    for (size_t i = 0; i < set->count; i++) {
        const t48_pattern *p = &set->table[i]->pattern;
        if (targets == 0 || set->shapes[targets - 1]->target != p->target) {
            set->shapes[targets] = calloc(1, sizeof **set->shapes);
            if (!set->shapes[targets]) return lt_fail(err, LT_NO_MEMORY, "no memory for tables");
            set->shapes[targets++]->target = p->target;
        }
        /* The turn that brings such a board to the pattern's own orientation. */
        for (unsigned turn = 0; turn < 8; turn++)
            for (unsigned back = 0; back < 8; back++) {
                uint16_t seen = t48_walls_turned(p->walls, turn);
                if (t48_walls_turned(seen, back) == p->walls)
                    set->shapes[targets - 1]->known[seen] = (uint8_t)(8 * i + back + 8);
            }
        uint64_t one = set->table[i]->sealed.checksum;
        set->content = (set->content ^ one) * 0x9e3779b97f4a7c15u;
    }
    return LT_OK;
}

lt_status t48_endgame_set_open(t48_endgame_set **set, const char *directory, lt_error *err)
{
    *set = NULL;
    lt_text path, in;
    lt_text_init(&path);
    lt_text_init(&in);
    lt_status status = LT_OK;
    t48_endgame_set *s = calloc(1, sizeof *s);
    if (!s) status = lt_fail(err, LT_NO_MEMORY, "no memory for tables");
    if (directory) lt_text_puts(&in, directory);
    if (status == LT_OK && !directory) status = lt_cache_path("endgame", &in, err);
    DIR *files = status == LT_OK ? opendir(lt_text_str(&in)) : NULL;
    if (directory && status == LT_OK && !files)
        status =
            lt_fail(err, LT_BAD_INPUT, "there is no directory %s to look for tables in", directory);
    for (struct dirent *entry; files && (entry = readdir(files));) {
        const char *suffix = strrchr(entry->d_name, '.');
        if (!suffix || strcmp(suffix, T48_ENDGAME_SUFFIX) != 0) continue;
        lt_text_clear(&path);
        lt_text_printf(&path, "%s/%s", lt_text_str(&in), entry->d_name);
        add_table(s, lt_text_str(&path));
    }
    if (files) closedir(files);
    if (status == LT_OK) {
        qsort(s->table, s->count, sizeof(t48_endgame_table *), by_target);
        status = add_shapes(s, err);
    }
    lt_text_release(&path);
    lt_text_release(&in);
    if (status == LT_OK)
        *set = s;
    else
        t48_endgame_set_free(s);
    return status;
}

void t48_endgame_set_free(t48_endgame_set *set)
{
    if (!set) return;
    for (size_t i = 0; i < set->count; i++) t48_endgame_table_free(set->table[i]);
    for (size_t i = 0; i <= T48_TARGET_MAX; i++) free(set->shapes[i]);
    free(set);
}

size_t t48_endgame_set_count(const t48_endgame_set *set)
{
    return set->count;
}

size_t t48_endgame_set_damaged(const t48_endgame_set *set)
{
    return set->damaged;
}

uint64_t t48_endgame_set_content(const t48_endgame_set *set)
{
    return set->content;
}

bool t48_endgame_rules(const t48_rules *rules)
{
    return rules->shape.rows == 4 && rules->shape.cols == 4 && fabs(rules->fours - 0.1) < 1e-9;
}

/* A bit at the foot of nibble i becomes bit i. */
static inline unsigned gathered(uint64_t feet)
{
    feet = (feet | feet >> 3 | feet >> 6 | feet >> 9) & 0x000f000f000f000full;
    return (unsigned)((feet | feet >> 12 | feet >> 24 | feet >> 36) & 0xffff);
}

static inline bool all_differ(t48_board board, uint64_t feet)
{
    uint32_t seen = 0;
    for (; feet; feet &= feet - 1) {
        uint32_t level = 1u << (board >> lt_ctz64(feet) & 15);
        if (seen & level) return false;
        seen |= level;
    }
    return true;
}

bool t48_endgame_ask(const t48_endgame_set *set, t48_board after, t48_endgame_answer *answer)
{
    for (shapes *const *s = set->shapes; *s; s++) {
        uint64_t feet = t48_from_level(after, (*s)->target);
        unsigned known = (*s)->known[gathered(feet)];
        if (!known || !all_differ(after, feet)) continue;
        const t48_endgame_table *table = set->table[known / 8 - 1];
        /* The first of two builds a tile that is not there yet. */
        if (table->pattern.next && t48_from_level(after, (*s)->target + 1) != feet) continue;
        if (!t48_endgame_table_look(table, t48_turned(after, known & 7), &answer->chance)) continue;
        answer->pattern = &table->pattern;
        return true;
    }
    return false;
}

bool t48_endgame_chance(const t48_endgame_set *set, t48_board after, double *chance,
                        const char **pattern)
{
    const t48_pattern *known;
    if (!t48_endgame_probe(set, after, chance, &known)) return false;
    if (pattern) *pattern = known->name;
    return true;
}
