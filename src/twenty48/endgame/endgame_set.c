/* A set of tables: opened together, asked by the shape of a board. */
#include "twenty48/endgame/endgame.h"

#include "base/bits.h"
#include "base/dirs.h"
#include "twenty48/endgame/endgame_table.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { TABLES_MAX = 65535 }; /* their numbers fit 16 bits, and 0 is none */

/* By where the large tiles are: table + 1, or 0. */
typedef uint16_t by_walls[65536];

/* The patterns of one target. Two may have the same walls: the first of two steps (with
 * `next`), which answers only while no wall is of the target itself, and a plain one. */
typedef struct shapes {
    unsigned target;
    by_walls known;
    by_walls *second; /* the plain one behind a first step; NULL: there is none such */
} shapes;

struct t48_endgame_set {
    t48_endgame_table **table; /* by merit, see there */
    size_t count, room, damaged, left_out;
    shapes *shapes[T48_TARGET_MAX + 1]; /* one for each target there is, the highest first */
    uint64_t content;
};

static int descending(uint64_t a, uint64_t b)
{
    return (a < b) - (a > b);
}

/* The highest target first; of the same walls first steps, then whose walls may move the most, then
 * whoever knows more boards. The same files are in the same order in any directory. */
static int by_merit(const void *a, const void *b)
{
    const t48_endgame_table *x = *(t48_endgame_table *const *)a;
    const t48_endgame_table *y = *(t48_endgame_table *const *)b;
    uint32_t left = t48_pattern_canonical(&x->pattern), right = t48_pattern_canonical(&y->pattern);
    int order = descending(x->pattern.target, y->pattern.target);
    if (!order) order = descending(x->pattern.next != 0, y->pattern.next != 0);
    if (!order) order = descending(x->pattern.others, y->pattern.others);
    if (!order) order = descending(right >> 16, left >> 16);
    if (!order) order = descending(x->sealed.length, y->sealed.length);
    return order ? order : descending(y->sealed.checksum, x->sealed.checksum);
}

static lt_status add_table(t48_endgame_set *set, const char *path, lt_error *err)
{
    t48_endgame_table *table;
    if (set->count == set->room) {
        size_t room = set->room ? 2 * set->room : 32;
        t48_endgame_table **more = realloc(set->table, room * sizeof(t48_endgame_table *));
        if (!more) return lt_fail(err, LT_NO_MEMORY, "no memory for tables");
        set->table = more;
        set->room = room;
    }
    lt_status status = t48_endgame_table_open(&table, path, false, err);
    if (status == LT_NO_MEMORY) return status; /* without it play would be another, in silence */
    if (status == LT_OK)
        set->table[set->count++] = table;
    else
        set->damaged++;
    return LT_OK;
}

/* Where table `i` goes for boards of such walls: NULL where others answer for it already. */
static lt_status place_of(t48_endgame_set *set, shapes *s, size_t i, uint16_t walls,
                          uint16_t **place, lt_error *err)
{
    *place = &s->known[walls];
    if (!**place) return LT_OK;
    bool behind = set->table[**place - 1]->pattern.next && !set->table[i]->pattern.next;
    if (behind && !s->second) {
        s->second = calloc(1, sizeof *s->second);
        if (!s->second) return lt_fail(err, LT_NO_MEMORY, "no memory for tables");
    }
    if (behind) *place = &(*s->second)[walls];
    if (!behind || **place) *place = NULL;
    return LT_OK;
}

/* Every orientation of a table's shapes; false when others have all of them. */
static lt_status add_walls(t48_endgame_set *set, shapes *s, size_t i, bool *added, lt_error *err)
{
    const t48_family *family = &set->table[i]->family;
    uint16_t *place;
    *added = false;
    for (size_t at = 0; at < t48_known_size(family); at++) {
        uint16_t walls = (uint16_t)at;
        if (!family->known[at]) continue;
        LT_TRY(place_of(set, s, i, walls, &place, err));
        if (!place) continue;
        *added = true;
        *place = (uint16_t)(i + 1);
    }
    return LT_OK;
}

static lt_status add_shapes(t48_endgame_set *set, lt_error *err)
{
    size_t targets = 0, kept = 0;
    for (size_t i = 0; i < set->count; i++) {
        t48_endgame_table *table = set->table[i];
        bool added = false;
        if (targets == 0 || set->shapes[targets - 1]->target != table->pattern.target) {
            set->shapes[targets] = calloc(1, sizeof **set->shapes);
            if (!set->shapes[targets]) return lt_fail(err, LT_NO_MEMORY, "no memory for tables");
            set->shapes[targets++]->target = table->pattern.target;
        }
        set->table[i] = set->table[kept];
        set->table[kept] = table;
        if (kept < TABLES_MAX) LT_TRY(add_walls(set, set->shapes[targets - 1], kept, &added, err));
        if (!added) continue;
        kept++;
        set->content = (set->content ^ table->sealed.checksum) * 0x9e3779b97f4a7c15u;
    }
    set->left_out = set->count - kept;
    for (size_t i = kept; i < set->count; i++) t48_endgame_table_free(set->table[i]);
    set->count = kept;
    return LT_OK;
}

/* Every table of a directory. That one is not there is no error, that it cannot be read is:
 * without tables play would be another, in silence. */
static lt_status add_directory(t48_endgame_set *set, const char *directory, lt_error *err)
{
    lt_text path;
    lt_text_init(&path);
    errno = 0;
    DIR *files = opendir(directory);
    lt_status status = LT_OK;
    while (files && status == LT_OK) {
        errno = 0;
        struct dirent *entry = readdir(files);
        if (!entry) break;
        const char *suffix = strrchr(entry->d_name, '.');
        if (!suffix || strcmp(suffix, T48_ENDGAME_SUFFIX) != 0) continue;
        lt_text_clear(&path);
        lt_text_printf(&path, "%s/%s", directory, entry->d_name);
        status = path.failed ? lt_fail(err, LT_NO_MEMORY, "no memory for tables")
                             : add_table(set, lt_text_str(&path), err);
    }
    bool none = errno == 0 || errno == ENOENT || errno == ENOTDIR || errno == EACCES;
    if (status == LT_OK && !none)
        status = lt_fail(err, errno == ENOMEM ? LT_NO_MEMORY : LT_IO,
                         "%s cannot be searched for tables: %s", directory, strerror(errno));
    if (files) closedir(files);
    lt_text_release(&path);
    return status;
}

lt_status t48_endgame_set_open(t48_endgame_set **set, const char *directory, lt_error *err)
{
    *set = NULL;
    t48_endgame_set *s = calloc(1, sizeof *s);
    if (!s) return lt_fail(err, LT_NO_MEMORY, "no memory for tables");
    lt_text usual;
    lt_text_init(&usual);
    struct stat there;
    lt_status status = directory ? LT_OK : lt_cache_path("endgame", &usual, err);
    if (directory && (stat(directory, &there) != 0 || !S_ISDIR(there.st_mode)))
        status =
            lt_fail(err, LT_BAD_INPUT, "there is no directory %s to look for tables in", directory);
    if (status == LT_OK)
        status = add_directory(s, directory ? directory : lt_text_str(&usual), err);
    lt_text_release(&usual);
    if (status == LT_OK) {
        if (s->count) qsort(s->table, s->count, sizeof(t48_endgame_table *), by_merit);
        status = add_shapes(s, err);
    }
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
    free(set->table);
    for (size_t i = 0; i <= T48_TARGET_MAX; i++) {
        if (set->shapes[i]) free(set->shapes[i]->second);
        free(set->shapes[i]);
    }
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

size_t t48_endgame_set_left_out(const t48_endgame_set *set)
{
    return set->left_out;
}

uint64_t t48_endgame_set_content(const t48_endgame_set *set)
{
    return set->content;
}

bool t48_endgame_rules(const t48_rules *rules)
{
    return rules->shape.rows == 4 && rules->shape.cols == 4 && fabs(rules->fours - 0.1) < 1e-9;
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

static bool answers(const t48_endgame_set *set, unsigned known, t48_board after, uint64_t feet,
                    t48_endgame_answer *answer)
{
    const t48_endgame_table *table = set->table[known - 1];
    /* The first of two builds a tile that is not there yet. */
    if (table->pattern.next && t48_from_level(after, table->pattern.target + 1) != feet)
        return false;
    if (!t48_endgame_table_look(table, after, &answer->chance)) return false;
    answer->pattern = &table->pattern;
    return true;
}

bool t48_endgame_ask(const t48_endgame_set *set, t48_board after, t48_endgame_answer *answer)
{
    for (shapes *const *s = set->shapes; *s; s++) {
        uint64_t feet = t48_from_level(after, (*s)->target);
        unsigned walls = t48_gathered(feet), known = (*s)->known[walls];
        if (!known || !all_differ(after, feet)) continue;
        if (answers(set, known, after, feet, answer)) return true;
        known = (*s)->second ? (*(*s)->second)[walls] : 0;
        if (known && answers(set, known, after, feet, answer)) return true;
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
