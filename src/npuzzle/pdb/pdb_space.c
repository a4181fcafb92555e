/* Numbering the places of k tiles and the blank's region. */
#include "npuzzle/pdb/pdb_space.h"

#include "npuzzle/grid_steps.h"

#include <stdlib.h>
#include <string.h>

uint32_t np_rank(const uint8_t *order, int k)
{
    uint32_t rank = 0;
    for (int i = 0; i < k; i++) {
        uint32_t smaller = 0;
        for (int j = i + 1; j < k; j++) smaller += order[j] < order[i];
        rank = rank * (uint32_t)(k - i) + smaller;
    }
    return rank;
}

void np_unrank(uint8_t *order, int k, uint32_t rank)
{
    uint8_t digit[NP_PATTERN_MAX];
    for (int i = k - 1; i >= 0; i--) {
        digit[i] = (uint8_t)(rank % (uint32_t)(k - i));
        rank /= (uint32_t)(k - i);
    }
    uint32_t left = (1u << k) - 1;
    for (int i = 0; i < k; i++) {
        uint32_t bit = (uint32_t)lt_nth_bit(left, digit[i]);
        order[i] = (uint8_t)lt_ctz64(bit);
        left &= ~bit;
    }
}

/* turn for all i, j: unrank, carry the i-th tile to place j, rank again. */
static void fill_turns(np_space *s)
{
    int k = s->k;
    for (int i = 0; i < k; i++)
        for (int j = 0; j < k; j++) {
            uint16_t *turn = s->turn + (size_t)(i * k + j) * s->ranks;
            for (uint32_t rank = 0; rank < s->ranks; rank++) {
                uint8_t order[NP_PATTERN_MAX];
                np_unrank(order, k, rank);
                uint8_t tile = order[i];
                memmove(order + i, order + i + 1, (size_t)(k - 1 - i));
                memmove(order + j + 1, order + j, (size_t)(k - 1 - j));
                order[j] = tile;
                turn[rank] = (uint16_t)np_rank(order, k);
            }
        }
}

static uint64_t choose(int n, int k)
{
    if (k < 0 || k > n) return 0;
    uint64_t c = 1;
    for (int i = 0; i < k; i++) c = c * (uint64_t)(n - i) / (uint64_t)(i + 1);
    return c;
}

/* Masks in the order of their high half, then by rank of the low half. */
static void fill_combos(np_space *s)
{
    int low_bits = s->split, high_bits = s->cells - s->split;
    uint32_t seen[NP_SPACE_CELLS_MAX + 1] = {0};
    for (uint32_t low = 0; low < 1u << low_bits; low++) s->low[low] = seen[lt_popcount64(low)]++;
    uint32_t sum = 0;
    for (uint32_t high = 0; high < 1u << high_bits; high++) {
        s->high[high] = sum;
        sum += (uint32_t)choose(low_bits, s->k - (int)lt_popcount64(high));
    }
    s->combo_count = sum;
}

/* Regions of the empty cells; writes them to `map` and returns how many. */
static int find_regions(const np_space *s, uint64_t mask, uint8_t *map)
{
    uint64_t first_column = 0;
    for (int r = 0; r < s->rows; r++) first_column |= 1ull << (r * s->cols);
    uint64_t all = (1ull << s->cells) - 1, last_column = first_column << (s->cols - 1);
    uint64_t empty = all & ~mask;
    int count = 0;
    while (empty) {
        uint64_t region = empty & -empty, before;
        do {
            before = region;
            region |= region << s->cols | region >> s->cols | (region & ~last_column) << 1 |
                      (region & ~first_column) >> 1;
            region &= empty;
        } while (region != before);
        empty &= ~region;
        for (uint64_t rest = region; rest; rest &= rest - 1) map[lt_ctz64(rest)] = (uint8_t)count;
        count++;
    }
    return count;
}

/* Numbers the blocks; maps with one region all share the map of zeros. */
static bool fill_blocks(np_space *s)
{
    uint64_t end = 1ull << s->cells;
    size_t used = (size_t)s->cells, room = (size_t)s->cells * 1024;
    s->maps = calloc(room, 1);
    for (uint64_t mask = (1ull << s->k) - 1; s->maps && mask < end; mask = np_next_mask(mask)) {
        if (used + (size_t)s->cells > room) {
            uint8_t *grown = realloc(s->maps, room * 2);
            if (!grown) return false;
            memset(grown + room, 0, room);
            s->maps = grown;
            room *= 2;
        }
        np_combo *combo = &s->combos[np_space_combo(s, mask)];
        memset(s->maps + used, 0, (size_t)s->cells);
        int regions = find_regions(s, mask, s->maps + used);
        combo->block = s->block_count;
        combo->map = regions > 1 ? (uint32_t)used : 0;
        if (regions > 1) used += (size_t)s->cells;
        s->block_count += (uint32_t)regions;
    }
    return s->maps != NULL;
}

lt_status np_space_new(np_space **space, int rows, int cols, int k, lt_error *err)
{
    *space = NULL;
    int cells = rows * cols;
    if (cells > NP_SPACE_CELLS_MAX || k < 1 || k > NP_PATTERN_MAX || k > cells - 2)
        return lt_fail(err, LT_UNSUPPORTED,
                       "a pattern of %d tiles on a %dx%d board; patterns have 1 to %d tiles, on "
                       "boards of at most %d cells",
                       k, rows, cols, cells - 2 < NP_PATTERN_MAX ? cells - 2 : NP_PATTERN_MAX,
                       NP_SPACE_CELLS_MAX);
    if (choose(cells, k) > 8000000)
        return lt_fail(err, LT_UNSUPPORTED, "patterns of %d tiles are too large on a %dx%d board",
                       k, rows, cols);
    np_space *s = calloc(1, sizeof *s);
    if (!s) return lt_fail(err, LT_NO_MEMORY, "no memory for a pattern");
    s->rows = rows;
    s->cols = cols;
    s->cells = cells;
    s->k = k;
    s->split = (cells + 1) / 2;
    s->ranks = 1;
    for (int i = 2; i <= k; i++) s->ranks *= (uint32_t)i;
    s->stride = (s->ranks + 63) / 64 * 64;
    s->low = calloc(1ull << s->split, sizeof *s->low);
    s->high = calloc(1ull << (cells - s->split), sizeof *s->high);
    s->combos = calloc(choose(cells, k), sizeof *s->combos);
    s->turn = malloc((size_t)(k * k) * s->ranks * sizeof *s->turn);
    bool ok = s->low && s->high && s->combos && s->turn;
    if (ok) {
        fill_combos(s);
        fill_turns(s);
        ok = fill_blocks(s);
    }
    if (!ok) {
        np_space_free(s);
        return lt_fail(err, LT_NO_MEMORY, "no memory for a pattern");
    }
    *space = s;
    return LT_OK;
}

void np_space_free(np_space *s)
{
    if (!s) return;
    free(s->low);
    free(s->high);
    free(s->combos);
    free(s->maps);
    free(s->turn);
    free(s);
}
