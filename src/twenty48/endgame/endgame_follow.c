/* The table that follows, while one of a pattern with a + is built. */
#include "twenty48/endgame/endgame_follow.h"

#include <stdio.h>
#include <string.h>

t48_pattern t48_endgame_following(const t48_pattern *pattern)
{
    t48_pattern after = t48_pattern_after(pattern), each, best = {0};
    for (size_t i = 0; i < t48_pattern_count(); i++) {
        if (t48_pattern_get(&each, i, NULL) != LT_OK || each.target != after.target ||
            t48_pattern_canonical(&each) != t48_pattern_canonical(&after))
            continue;
        if (!best.name[0] || each.others > best.others) best = each;
    }
    if (best.name[0]) return best;
    snprintf(after.name, sizeof after.name, "the pattern with a # in place of the +");
    return after;
}

lt_status t48_endgame_follow_open(t48_endgame_follow *follow, const t48_pattern *pattern,
                                  const char *path, lt_error *err)
{
    *follow = (t48_endgame_follow){.target = pattern->target};
    if (!pattern->next) return LT_OK;
    t48_pattern after = t48_endgame_following(pattern);
    char name[48];
    lt_text file;
    lt_text_init(&file);
    const char *slash = strrchr(path, '/');
    t48_endgame_file(&after, name);
    lt_text_add(&file, path, slash ? (size_t)(slash - path) + 1 : 0);
    lt_text_puts(&file, name);
    lt_error reason;
    lt_status status = t48_endgame_table_open(&follow->table, lt_text_str(&file), true, &reason);
    lt_text_release(&file);
    if (status != LT_OK)
        return lt_fail(err, status,
                       "%s goes on in the table of %s, which has to be built first: %s",
                       pattern->name, after.name, reason.text);
    return LT_OK;
}

void t48_endgame_follow_release(t48_endgame_follow *follow)
{
    t48_endgame_table_free(follow->table);
    follow->table = NULL;
}

uint32_t t48_endgame_follow_worth(const void *ctx, t48_board after)
{
    const t48_endgame_follow *f = ctx;
    unsigned chance;
    uint64_t made = t48_from_level(after, f->target) & ~t48_from_level(after, T48_WALL);
    if (made & (made - 1)) return T48_CERTAIN; /* both at once */
    if (!t48_endgame_table_look(f->table, after, &chance)) return 0;
    return (uint32_t)((uint64_t)chance * T48_CERTAIN / T48_ENDGAME_CERTAIN);
}
