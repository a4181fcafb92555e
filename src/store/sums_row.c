/* Rows of sums as text and numbers, and back: what is read must add up. */
#include "store/sums_row.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = SUMS_COLUMNS - 2, SCORES };

/* --- writing -------------------------------------------------------------------- */

/* One entry of a list of counts; `next` is the number after the last one's. */
static void put_count(lt_text *out, uint64_t *next, uint64_t number, uint64_t games)
{
    if (*next) lt_text_puts(out, " ");
    lt_text_printf(out, "%llu", (unsigned long long)(number + 1 - *next));
    if (games != 1) lt_text_printf(out, ":%llu", (unsigned long long)games);
    *next = number + 1;
}

bool sums_row_write(const t48_results *r, lt_text *levels, lt_text *scores,
                    store_value row[SUMS_COLUMNS])
{
    uint64_t next = 0;
    lt_text_clear(levels);
    lt_text_clear(scores);
    for (unsigned i = 0; i <= T48_LEVEL_MAX; i++)
        if (r->largest[i]) put_count(levels, &next, i, r->largest[i]);
    next = 0;
    for (uint64_t i = 0; i < r->bin_count; i++)
        put_count(scores, &next, r->bins[i].bin, r->bins[i].games);
    size_t at = SUMS_FIGURES;
#define PUT(column, member) row[at++] = store_u64(r->member);
    SUMS_LIST(PUT)
#undef PUT
    row[at++] = store_text(lt_text_str(levels));
    row[at++] = store_text(lt_text_str(scores));
    return !levels->failed && !scores->failed;
}

/* --- reading ---------------------------------------------------------------------- */

/* At most 18 digits, which cannot overflow; a report reads millions of them. */
static bool take_number(const char **at, uint64_t *number)
{
    const char *from = *at;
    uint64_t value = 0;
    for (; *from >= '0' && *from <= '9' && from - *at < 18; from++)
        value = 10 * value + (uint64_t)(*from - '0');
    if (from == *at) return false;
    *number = value;
    *at = from;
    return true;
}

/* Takes an entry of a list of counts; false at its end, and where it cannot be read:
 * then *at does not stand at the end. */
static bool take_count(const char **at, uint64_t *next, uint64_t *number, uint64_t *games)
{
    const char *from = *at;
    uint64_t gap;
    if (!*from || (*next && *from++ != ' ')) return false;
    *games = 1;
    if (!take_number(&from, &gap) || gap == 0 || gap > UINT32_MAX) return false;
    if (*from == ':') {
        from++;
        if (!take_number(&from, games) || *games == 0) return false;
    }
    *number = *next + gap - 1;
    *next = *number + 1;
    *at = from;
    return true;
}

static uint64_t read_levels(const char *text, t48_results *r)
{
    uint64_t next = 0, level, games, all = 0;
    while (take_count(&text, &next, &level, &games)) {
        if (level > T48_LEVEL_MAX) return UINT64_MAX;
        r->largest[level] = games;
        all += games;
    }
    return *text ? UINT64_MAX : all;
}

static uint64_t read_scores(const char *text, t48_results *r)
{
    uint64_t next = 0, bin, games, all = 0, most = t48_score_bin_of(UINT64_MAX);
    /* An entry takes two characters at least, the first one. */
    r->bin_room = strlen(text) / 2 + 1;
    r->bins = calloc(r->bin_room, sizeof *r->bins);
    if (!r->bins) return UINT64_MAX;
    while (take_count(&text, &next, &bin, &games)) {
        if (bin > most) return UINT64_MAX;
        r->bins[r->bin_count++] = (t48_score_bin){.bin = (unsigned)bin, .games = games};
        all += games;
    }
    return *text ? UINT64_MAX : all;
}

void sums_row_read(store_row *row, bool whole, t48_results *r)
{
    unsigned at = SUMS_FIGURES;
    *r = (t48_results){.binned = true};
#define GET(column, member) r->member = store_row_count(row, at++, #column);
    SUMS_LIST(GET)
#undef GET
    r->seconds = (double)r->microseconds / 1e6;
    const char *levels = store_row_text(row, LEVELS, "levels");
    if (!store_row_ok(row)) return;
    if (read_levels(levels, r) != r->games)
        store_row_refuse(row, "levels", "other games than it counts");
    if (!whole) return;
    const char *scores = store_row_text(row, SCORES, "scores");
    if (!store_row_ok(row)) return;
    uint64_t scored = read_scores(scores, r);
    if (!r->bins)
        row->status = lt_fail(row->err, LT_NO_MEMORY, "not enough memory");
    else if (scored != r->games)
        store_row_refuse(row, "scores", "other games than it counts");
    if (!store_row_ok(row) || !r->games) return;
    assert(r->bin_count > 0);
    if (r->lowest > r->highest || r->bins[0].bin != t48_score_bin_of(r->lowest) ||
        r->bins[r->bin_count - 1].bin != t48_score_bin_of(r->highest))
        store_row_refuse(row, "score_min", "a score outside of those it counts");
}
