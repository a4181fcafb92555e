/* Endgame tables, as players use them: the tables that are there, and what they say
 * about a board.
 *
 * A board belongs to a pattern if its tiles of the target's level and above are all
 * different and stand where the pattern, turned or mirrored, has its walls. Then the
 * table knows the probability that the smaller tiles build a new tile of the target
 * without moving a wall, played best. Of several patterns the one with the highest
 * target answers. A set is only read, by any number of threads. */
#ifndef T48_ENDGAME_H
#define T48_ENDGAME_H

#include "laatta/board.h"
#include "laatta/game.h"
#include "twenty48/endgame/endgame_pattern.h"

typedef struct t48_endgame_set t48_endgame_set;

/* Opens every table of a directory (NULL: the user's cache). Files that are damaged or
 * of another version are passed over and counted: `laatta table check` says why. */
lt_status t48_endgame_set_open(t48_endgame_set **set, const char *directory, lt_error *err);
void t48_endgame_set_free(t48_endgame_set *set);

size_t t48_endgame_set_count(const t48_endgame_set *set);
size_t t48_endgame_set_damaged(const t48_endgame_set *set);
/* Equal for sets of equal content. */
uint64_t t48_endgame_set_content(const t48_endgame_set *set);

/* The rules that tables are made for: 4x4, one new tile in ten a 4. */
bool t48_endgame_rules(const t48_rules *rules);

/* What a table says of a 4x4 board right after a move (before the new tile). */
typedef struct t48_endgame_answer {
    unsigned chance; /* in 1/65535 */
    const t48_pattern *pattern;
} t48_endgame_answer;
bool t48_endgame_ask(const t48_endgame_set *set, t48_board after, t48_endgame_answer *answer);

/* The same as a probability. */
static inline bool t48_endgame_probe(const t48_endgame_set *set, t48_board after, double *p,
                                     const t48_pattern **pattern)
{
    t48_endgame_answer answer;
    if (!t48_endgame_ask(set, after, &answer)) return false;
    *p = answer.chance / 65535.0;
    if (pattern) *pattern = answer.pattern;
    return true;
}

#endif
