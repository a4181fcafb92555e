/* Opening the tables of a partition and valuing boards with them. */
#include "npuzzle/pdb/pdb_set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* From the cache if it is there and sound, else built. A table that cannot be
 * saved costs the next run time, not this one its answer. */
static lt_status open_pdb(np_pdb_set *s, int group, const np_resources *resources, lt_error *err)
{
    const np_pattern *pattern = &s->partition.pattern[group];
    const np_space *space = s->space[pattern->k];
    np_pdb *pdb = &s->pdb[group];
    lt_text path;
    lt_text_init(&path);
    lt_error reason = {.status = LT_OK};
    bool placed = !resources->no_cache && np_pdb_path(pattern, &path, &reason) == LT_OK;
    lt_status status = LT_OK;
    if (!placed || np_pdb_load(pdb, pattern, space, lt_text_str(&path), NULL) != LT_OK) {
        status = np_pdb_build(pdb, pattern, space, resources, err);
        if (status == LT_OK && placed) np_pdb_save(pdb, lt_text_str(&path), &reason);
    }
    if (s->unsaved.status == LT_OK) s->unsaved = reason;
    lt_text_release(&path);
    return status;
}

static void map_cells(np_pdb_set *s, bool reflect)
{
    const np_frame *f = &s->frame;
    int cols = f->cols;
    s->mirrored = reflect && f->rows == f->cols &&
                  f->goal_blank % cols * cols + f->goal_blank / cols == f->goal_blank;
    for (int g = 0; g < s->groups; g++)
        for (int i = 0; i < s->partition.pattern[g].k; i++)
            s->group_of[s->partition.pattern[g].tiles[i]] = (uint8_t)g;
    for (int c = 0; s->mirrored && c < f->cells; c++) {
        s->mirror_cell[c] = (uint8_t)(c % cols * cols + c / cols);
        s->mirror_group_of[c] = s->group_of[s->mirror_cell[c]];
    }
}

lt_status np_pdb_set_new(np_pdb_set **set, const np_frame *frame, const np_partition *partition,
                         bool reflect, const np_resources *resources, lt_error *err)
{
    *set = NULL;
    np_pdb_set *s = calloc(1, sizeof *s);
    if (!s) return lt_fail(err, LT_NO_MEMORY, "no memory for pattern tables");
    s->frame = *frame;
    s->partition = *partition;
    s->groups = partition->groups;
    snprintf(s->description, sizeof s->description, "pdb %s", partition->name);
    map_cells(s, reflect);
    lt_status status = LT_OK;
    for (int g = 0; g < s->groups && status == LT_OK; g++) {
        const np_pattern *p = &partition->pattern[g];
        if (!s->space[p->k]) status = np_space_new(&s->space[p->k], p->rows, p->cols, p->k, err);
        if (status == LT_OK) status = open_pdb(s, g, resources, err);
    }
    if (status != LT_OK)
        np_pdb_set_free(s);
    else
        *set = s;
    return status;
}

void np_pdb_set_free(np_pdb_set *s)
{
    if (!s) return;
    for (int g = 0; g < s->groups; g++) np_pdb_close(&s->pdb[g]);
    for (int k = 0; k <= NP_PATTERN_MAX; k++) np_space_free(s->space[k]);
    free(s);
}

static int start_side(const np_pdb_set *s, np_pdb_place *place, const uint8_t *board, int blank)
{
    int sum = 0;
    for (int g = 0; g < s->groups; g++) {
        uint32_t rank;
        np_pdb_locate(&s->partition.pattern[g], board, s->frame.cells, &place[g].mask, &rank);
        place[g].rank = (uint16_t)rank;
        place[g].distance = (uint8_t)np_pdb_distance(&s->pdb[g], board, blank);
        sum += place[g].distance;
    }
    return sum;
}

int np_pdb_set_start(const np_pdb_set *s, np_pdb_state *state, const uint8_t *board, int blank)
{
    memset(state, 0, sizeof *state);
    state->plain_sum = start_side(s, state->plain, board, blank);
    if (s->mirrored) {
        uint8_t mirror[NP_SPACE_CELLS_MAX];
        for (int c = 0; c < s->frame.cells; c++)
            mirror[s->mirror_cell[c]] = s->mirror_cell[board[c]];
        state->mirror_sum = start_side(s, state->mirror, mirror, s->mirror_cell[blank]);
    }
    return state->plain_sum > state->mirror_sum ? state->plain_sum : state->mirror_sum;
}

int np_pdb_set_apply(const np_pdb_set *s, np_pdb_state *state, int tile, int from, int to)
{
    int g = s->group_of[tile];
    np_pdb_place moved = np_pdb_moved(&s->pdb[g], state->plain[g], from, to);
    state->plain_sum += moved.distance - state->plain[g].distance;
    state->plain[g] = moved;
    if (s->mirrored) {
        int m = s->mirror_group_of[tile];
        moved =
            np_pdb_moved(&s->pdb[m], state->mirror[m], s->mirror_cell[from], s->mirror_cell[to]);
        state->mirror_sum += moved.distance - state->mirror[m].distance;
        state->mirror[m] = moved;
    }
    return state->plain_sum > state->mirror_sum ? state->plain_sum : state->mirror_sum;
}
