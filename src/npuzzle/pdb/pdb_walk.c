/* The distance of a place from nothing: walk home, counting the steps. */
#include "npuzzle/grid_steps.h"
#include "npuzzle/pdb/pdb_table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void np_pdb_locate(const np_pattern *pattern, const uint8_t *board, int cells, uint64_t *mask,
                   uint32_t *rank)
{
    uint8_t index[NP_CELLS_MAX], order[NP_PATTERN_MAX];
    memset(index, UINT8_MAX, sizeof index);
    for (int i = 0; i < pattern->k; i++) index[pattern->tiles[i]] = (uint8_t)i;
    *mask = 0;
    int count = 0;
    for (int c = 0; c < cells; c++) {
        if (index[board[c]] == UINT8_MAX) continue;
        *mask |= 1ull << c;
        order[count++] = index[board[c]];
    }
    *rank = np_rank(order, pattern->k);
}

/* One step to a place that is nearer, known by its bit; moves the blank too. */
static void step_home(const np_pdb *pdb, unsigned mod4, uint64_t *mask, uint32_t *rank, int *blank)
{
    const np_space *s = pdb->space;
    const uint8_t *map = s->maps + s->combos[np_space_combo(s, *mask)].map;
    for (uint64_t rest = *mask; rest; rest &= rest - 1) {
        int cell = (int)lt_ctz64(rest);
        assert(cell >= 0 && cell < 64);
        for (int m = 0; m < 4; m++) {
            int to = np_step(s->rows, s->cols, cell, (np_move)m);
            if (to < 0 || (*mask >> to & 1) || map[to] != map[*blank]) continue;
            uint64_t moved = (*mask ^ (1ull << cell)) | 1ull << to;
            uint32_t turned = np_space_turned(s, *mask, *rank, cell, to);
            if (np_pdb_bit(pdb, moved, cell, turned) != ((mod4 - 1) >> 1 & 1)) continue;
            *mask = moved;
            *rank = turned;
            *blank = cell;
            return;
        }
    }
}

int np_pdb_distance(const np_pdb *pdb, const uint8_t *board, int blank)
{
    const np_space *s = pdb->space;
    const np_pattern *p = &pdb->pattern;
    uint64_t mask, goal = 0;
    uint32_t rank;
    int parity = 0;
    np_pdb_locate(p, board, s->cells, &mask, &rank);
    for (int i = 0; i < p->k; i++) goal |= 1ull << p->tiles[i];
    for (int c = 0; c < s->cells; c++) {
        int tile = board[c];
        if (mask >> c & 1)
            parity += abs(tile / s->cols - c / s->cols) + abs(tile % s->cols - c % s->cols);
    }
    uint32_t home = np_space_block(s, goal, p->goal_blank);
    int distance = 0;
    unsigned mod4 = np_pdb_bit(pdb, mask, blank, rank) << 1 | ((unsigned)parity & 1);
    /* A sound table ends the walk; the cap keeps a damaged one from hanging. */
    while (distance < 1024 && (rank != 0 || np_space_block(s, mask, blank) != home)) {
        step_home(pdb, mod4, &mask, &rank, &blank);
        mod4 = (mod4 - 1) & 3;
        distance++;
    }
    return distance;
}
