/* The tables that follow, while one of a pattern with a + is built. */
#include "twenty48/endgame/endgame_follow.h"

#include <stdio.h>
#include <string.h>

/* Whether a pattern goes on where `after` has all its walls: it builds the same tile once more, or
 * two of half of it. */
static bool goes_on(const t48_pattern *pattern, const t48_pattern *after)
{
    if (t48_pattern_canonical(pattern) >> 16 != t48_pattern_canonical(after) >> 16) return false;
    return pattern->target + (pattern->next != 0) == after->target;
}

/* Whether `one` is the better of two patterns that both go on. */
static bool better(const t48_pattern *one, const t48_pattern *other)
{
    if (!other->name[0]) return true;
    if (!one->next != !other->next) return one->next;
    return one->others > other->others;
}

t48_pattern t48_endgame_following(const t48_pattern *pattern)
{
    t48_pattern after = t48_pattern_after(pattern), each, best = {0};
    for (size_t i = 0; i < t48_pattern_count(); i++)
        if (t48_pattern_get(&each, i, NULL) == LT_OK && goes_on(&each, &after) &&
            better(&each, &best))
            best = each;
    if (best.name[0]) return best;
    snprintf(after.name, sizeof after.name, "the pattern with a # in place of the +");
    return after;
}

/* Opens the table of a pattern that follows `first`, in the directory of `path`. */
static lt_status open_next(t48_endgame_follow *follow, const t48_pattern *first,
                           const t48_pattern *after, const char *path, lt_error *err)
{
    char name[48];
    lt_text file;
    lt_text_init(&file);
    const char *slash = strrchr(path, '/');
    t48_endgame_file(after, name);
    lt_text_add(&file, path, slash ? (size_t)(slash - path) + 1 : 0);
    lt_text_puts(&file, name);
    lt_error reason;
    lt_status status =
        t48_endgame_table_open(&follow->table[follow->tables], lt_text_str(&file), true, &reason);
    lt_text_release(&file);
    if (status != LT_OK)
        return lt_fail(err, status,
                       "%s goes on in the table of %s, which has to be built first: %s",
                       first->name, after->name, reason.text);
    follow->tables++;
    return LT_OK;
}

lt_status t48_endgame_follow_open(t48_endgame_follow *follow, const t48_pattern *pattern,
                                  const char *path, lt_error *err)
{
    *follow = (t48_endgame_follow){.target = pattern->target};
    t48_pattern first = *pattern;
    while (first.next && follow->tables < T48_FOLLOW_MAX) {
        t48_pattern after = t48_endgame_following(&first);
        lt_status status = open_next(follow, &first, &after, path, err);
        if (status != LT_OK) {
            t48_endgame_follow_release(follow);
            return status;
        }
        first = after;
    }
    return LT_OK;
}

void t48_endgame_follow_release(t48_endgame_follow *follow)
{
    while (follow->tables > 0) t48_endgame_table_free(follow->table[--follow->tables]);
}

uint32_t t48_endgame_follow_worth(const void *ctx, t48_board after)
{
    const t48_endgame_follow *f = ctx;
    unsigned chance;
    uint64_t made = t48_from_level(after, f->target) & ~t48_from_level(after, T48_TWIN);
    if (made & (made - 1)) return T48_CERTAIN; /* both at once */
    /* Each has another number of walls, so at most one knows the board. */
    for (unsigned i = 0; i < f->tables; i++)
        if (t48_endgame_table_look(f->table[i], after, &chance))
            return (uint32_t)((uint64_t)chance * T48_CERTAIN / T48_ENDGAME_CERTAIN);
    return 0;
}
