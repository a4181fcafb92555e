/* Endgame tables of 2048: exact chances that the small tiles of a late 4x4 board build the
 * tile they lack while the large ones stand still. docs/ENDGAMES.md tells how, and
 * laatta/exact.h has the exact values of small boards. Unstable.
 *
 * A board belongs to a pattern if its tiles of the target's level and above are all
 * different and stand where the pattern, turned or mirrored, has its walls. Of several
 * patterns the one with the highest target answers. A set is only read, by any number of
 * threads at once. */
#ifndef LAATTA_ENDGAMES_H
#define LAATTA_ENDGAMES_H

#include "laatta/control.h"
#include "laatta/game.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct t48_endgame_set t48_endgame_set;

/* Opens every table of a directory (NULL: the user's cache). Files that are damaged or
 * of another version are passed over: `laatta table check` says why. */
LT_API lt_status t48_endgame_set_open(t48_endgame_set **set, const char *directory, lt_error *err);
LT_API void t48_endgame_set_free(t48_endgame_set *set);
LT_API size_t t48_endgame_set_count(const t48_endgame_set *set);
/* Equal for sets of equal content. */
LT_API uint64_t t48_endgame_set_content(const t48_endgame_set *set);

/* The rules that tables are made for: 4x4, one new tile in ten a 4. */
LT_API bool t48_endgame_rules(const t48_rules *rules);

/* What the tables say of a 4x4 board right after a move, before the new tile: the
 * probability, and the name of the pattern (may be NULL), which lives as long as the set.
 * False if none of them knows the board. */
LT_API bool t48_endgame_chance(const t48_endgame_set *set, t48_board after, double *chance,
                               const char **pattern);

/* Builds the table of a pattern, which is one of laatta's ("L-256") or a file's (a name
 * with a /), into a file that appears only when it is whole. threads 0: one per
 * processor. `path` NULL: where players look for it. */
LT_API lt_status t48_endgame_make(const char *pattern, const char *path, int threads,
                                  const lt_control *control, lt_error *err);

/* The names of laatta's patterns; NULL past the last one. */
LT_API const char *t48_endgame_pattern_name(size_t index);

#ifdef __cplusplus
}
#endif
#endif
