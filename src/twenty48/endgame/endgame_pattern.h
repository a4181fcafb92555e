/* Patterns: which endgames of 2048 have a table.
 *
 * Late in a game the large tiles are all different and hardly move while the small
 * ones build the tile that lets them collapse. A pattern is a picture of that:
 *
 *   about  six large tiles, a row and two
 *   target 512                                  the tile to build on the free cells
 *   tier   small                                what `laatta table build` calls it (optional)
 *   ####                                        # a wall: a tile of the target or larger,
 *   ##..                                          all different
 *   ....                                        . a free cell: smaller tiles, or none
 *   ....
 *
 * A free cell drawn as + makes it the first of two: the new tile counts what the pattern with a
 * wall on the + makes of the board (endgame_follow.h).
 *
 * More pictures may follow: how else the walls may stand in between, since they slide as well
 * (endgame_family.h). Moves within these shapes are allowed.
 *
 * A wall drawn as * is a tile of the target itself, and the new one counts only if it comes to
 * merge with it. Beside a + it is a tile of twice the target, the next to merge when the second
 * one has been built, and the new tile counts in full only beside it. Then every picture has one.
 *
 * The files of data/patterns are part of the library; any other file may be named. */
#ifndef T48_ENDGAME_PATTERN_H
#define T48_ENDGAME_PATTERN_H

#include "laatta/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    T48_FREE_MAX = 12,  /* free cells: two halves of six */
    T48_TARGET_MIN = 3, /* levels */
    T48_TARGET_MAX = 11,
    T48_OTHERS_MAX = 47
};

typedef enum t48_tier { T48_TIER_NONE, T48_TIER_SMALL, T48_TIER_LARGE } t48_tier;

typedef struct t48_pattern {
    char name[48];
    char about[96];
    uint16_t walls; /* bit i: cell i, row by row */
    uint16_t next;  /* the free cell that becomes a wall; 0: none does, success is the end */
    uint16_t twin;  /* the wall that the new tile has to merge with; with `next`, to lie beside */
    uint8_t target; /* level */
    uint8_t tier;   /* t48_tier; the large one has the small one's patterns too */
    uint8_t others;
    uint16_t other[T48_OTHERS_MAX]; /* other shapes that the walls may take, */
    uint16_t other_twin[T48_OTHERS_MAX];
} t48_pattern;

lt_status t48_pattern_parse(t48_pattern *pattern, const char *name, const char *text, size_t length,
                            lt_error *err);

/* Refuses a pattern without free cells, or with a target that they have no room for. */
lt_status t48_pattern_check(const t48_pattern *pattern, lt_error *err);

/* The patterns of the library. */
size_t t48_pattern_count(void);
lt_status t48_pattern_get(t48_pattern *pattern, size_t index, lt_error *err);

/* By name, or by file (a name with a /). */
lt_status t48_pattern_find(t48_pattern *pattern, const char *name, lt_error *err);

/* A tier by name; T48_TIER_NONE if it is none. */
t48_tier t48_tier_find(const char *name);
const char *t48_tier_name(t48_tier tier);
/* The level of the wall that is drawn as a *. */
static inline unsigned t48_pattern_twin_level(const t48_pattern *pattern)
{
    return pattern->target + (pattern->next != 0);
}
static inline bool t48_pattern_in_tier(const t48_pattern *pattern, t48_tier tier)
{
    return pattern->tier != T48_TIER_NONE && pattern->tier <= tier;
}

/* The walls, turned or mirrored: bit 0 of `turn` mirrors left and right, bit 1 then
 * top and bottom, bit 2 then rows and columns. */
uint16_t t48_walls_turned(uint16_t walls, unsigned turn);
/* The least of the eight, walls above next and twin: equal for patterns of one and the same shape.
 */
uint32_t t48_pattern_canonical(const t48_pattern *pattern);
/* A number of the other shapes and of what the first one does not tell, the same however they are
 * turned and in whatever order they are drawn; 0 if there is nothing of that. */
uint32_t t48_pattern_family(const t48_pattern *pattern);

/* What comes after success: the pattern with a wall where `next` is. */
static inline t48_pattern t48_pattern_after(const t48_pattern *pattern)
{
    return (t48_pattern){.walls = pattern->walls | pattern->next, .target = pattern->target};
}

#endif
