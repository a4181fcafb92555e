/* seven in vector registers: the boards that the moves of a board make, slid and valued at
 * once. Lane 3 - dir holds the board after the move `dir`. Sums are taken of cells in bytes:
 * of every row the first and the third cell in `even`, the second and the fourth in `odd`.
 *
 *   bits   0- 7   8-15  16-23  24-31  ...  56-63
 *   even   0 0    0 2    1 0    1 2   ...   3 2     row and column
 *   odd    0 1    0 3    1 1    1 3   ...   3 3
 *
 * So a row further down is 16 bits further up, and the cell before one of `odd` is the
 * same byte of `even`. There are no branches on what is found: whether a move is legal or
 * makes a large tile cannot be foreseen, and a wrong guess costs more than the sums. */
#include "twenty48/eval/seven_ahead.h"

#if defined(__AVX2__)

#define T48_LANES 4
#include "twenty48/lanes.h"
#include "twenty48/rows.h"

typedef pairs cells;

static inline cells smaller_of(cells a, cells b)
{
    return (cells)_mm256_min_epu8((__m256i)a, (__m256i)b);
}

static inline cells larger_of(cells a, cells b)
{
    return (cells)_mm256_max_epu8((__m256i)a, (__m256i)b);
}

/* The sum of a lane's bytes. */
static inline lanes sum_of(cells x)
{
    return (lanes)_mm256_sad_epu8((__m256i)x, _mm256_setzero_si256());
}

/* The same byte everywhere. */
static inline cells byte(uint8_t x)
{
    return (cells)_mm256_set1_epi8((char)x);
}

/* Rows become columns, and the order of both is reversed; done twice it changes nothing. */
static inline lanes turn(lanes b)
{
    lanes a = (b & all(0x0f0ff0f00f0ff0f0ull)) | ((b & all(0x00000f0f00000f0full)) << 20) |
              ((b & all(0xf0f00000f0f00000ull)) >> 20);
    return (a & all(0x00ff00ffff00ff00ull)) | ((a & all(0x0000000000ff00ffull)) << 40) |
           ((a & all(0xff00ff0000000000ull)) >> 40);
}

/* The boards after left, down, right and up; `made` are their tiles that were merged. */
static inline lanes moves_of(t48_board board, lanes *made)
{
    const lanes vertical = {0, ~0ull, 0, ~0ull}, far = {0, 0, ~0ull, ~0ull};
    lanes b = all(board);
    b = pick(vertical, turn(b), b);
    b = slide_left(pick(far, mirror(b), b), made);
    b = pick(far, mirror(b), b);
    return pick(vertical, turn(b), b);
}

/* Tiles, and the nearest tile of the line up to each cell, itself included, from the left
 * and from the right, from above and from below. 0 if there is none. */
typedef struct halves {
    cells even, odd;
} halves;

static inline halves tiles_of(lanes b)
{
    const lanes low = all(0x0f0f0f0f0f0f0f0full);
    return (halves){(cells)(b & low), (cells)(b >> 4 & low)};
}

/* x, and y where x is empty */
static inline cells or_else(cells x, cells y)
{
    return x | (y & (cells)(x == 0));
}

static inline halves from_left(halves t)
{
    cells even = or_else(t.even, (cells)((rows)t.odd << 8)), odd = or_else(t.odd, t.even);
    return (halves){or_else(even, (cells)((rows)even << 8)), or_else(odd, (cells)((rows)odd << 8))};
}

static inline halves from_right(halves t)
{
    cells even = or_else(t.even, t.odd), odd = or_else(t.odd, (cells)((rows)t.even >> 8));
    return (halves){or_else(even, (cells)((rows)even >> 8)), or_else(odd, (cells)((rows)odd >> 8))};
}

static inline cells from_below(cells x)
{
    x = or_else(x, (cells)((lanes)x >> 16));
    return or_else(x, (cells)((lanes)x >> 32));
}

static inline cells from_above(cells x)
{
    x = or_else(x, (cells)((lanes)x << 16));
    return or_else(x, (cells)((lanes)x << 32));
}

/* What neighbours add to smoothness, signed; nothing where one is empty. */
static inline cells smoothness_of(cells a, cells b)
{
    cells low = smaller_of(a, b), high = larger_of(a, b);
    return ((low + low) & (cells)(low == high)) - ((high - low) & (cells)(low != 0));
}

/* The value of rows and columns modulo 2^32, in the lower half of the lanes. Bytes are added
 * as 128 (terms of smoothness) or 16 (a line's rise) more than they are. */
static inline lanes lines_of(const seven_scale *w, halves t, halves left, halves below)
{
    cells smooth = smoothness_of(t.even, (cells)((rows)left.odd << 8)) +
                   smoothness_of(t.odd, left.even) +
                   smoothness_of(t.even, (cells)((lanes)below.even >> 16)) +
                   smoothness_of(t.odd, (cells)((lanes)below.odd >> 16));
    /* To the right: a row's last tile less its first cell. */
    rows right = ((rows)left.odd >> 8) - ((rows)t.even & each(0xff));
    /* Upwards: a column's highest tile less its lowest cell. */
    cells up = (cells)(((lanes)below.even & all(0xffff)) | (lanes)below.odd << 48) -
               (cells)((lanes)t.even >> 48 | ((lanes)t.odd & all(0xffffull << 48)));
    return multiply(sum_of(smooth + byte(128)) - all(8 * 128), all((uint64_t)w->smoothness)) +
           multiply(sum_of((cells)(right + each(16))) - all(4 * 16), all((uint64_t)w->row_rise)) +
           multiply(sum_of(up + (cells)all(0x1010000000001010ull)) - all(4 * 16),
                    all((uint64_t)w->col_rise));
}

/* The largest byte of each lane, in the lowest byte of it. */
static inline lanes largest_of(cells x)
{
    x = larger_of(x, (cells)((lanes)x >> 32));
    x = larger_of(x, (cells)((lanes)x >> 16));
    x = larger_of(x, (cells)((lanes)x >> 8));
    return (lanes)x & all(0xff);
}

/* Bits for nibbles of 6 or more, one each up to 13. */
static inline lanes large_of(lanes x)
{
    return (x & all(0x8888888888888888ull)) | (x & x << 1 & all(0x4444444444444444ull));
}

static inline void store(void *to, lanes x)
{
    _mm256_store_si256(to, (__m256i)x);
}

/* What is asked of the boards after moves, packed in 64 bits each:
 *
 *   bits  0-31  value of rows and columns
 *        32-39  number of empty cells
 *        40-47  2 * highest level, and 1 if a corner has it
 *        48-55  the highest level that was made, or SEVEN_ILLEGAL */
static inline lanes packed_of(const seven_scale *w, t48_board board, lanes after, lanes made)
{
    halves t = tiles_of(after), left = from_left(t), new = tiles_of(made);
    halves below = {from_below(t.even), from_below(t.odd)};
    cells corners = (cells)(((lanes)t.even & all(0x00ff0000000000ffull)) |
                            ((lanes)t.odd & all(0xff0000000000ff00ull)));
    lanes empty = sum_of(-((cells)(t.even == 0) + (cells)(t.odd == 0)));
    lanes highest = largest_of(larger_of(t.even, t.odd));
    lanes in_corner = (lanes)(highest == largest_of(corners));
    lanes illegal = (lanes)(after == all(board)) & all(SEVEN_ILLEGAL);
    return (lines_of(w, t, left, below) & all(0xffffffffu)) | empty << 32 |
           (highest + highest - in_corner) << 40 |
           (largest_of(larger_of(new.even, new.odd)) | illegal) << 48;
}

static inline t48_value value_of(const seven_scale *w, uint64_t packed)
{
    return (int32_t)packed + w->empty[packed >> 32 & 255] + w->highest[packed >> 40 & 255] +
           w->made[packed >> 48];
}

/* The share of a move, as eval_seven.c rounds it: line by line. */
static t48_value share_of(const seven_scale *w, t48_board board, t48_dir dir)
{
    const int32_t *slide = w->slide[dir == T48_RIGHT || dir == T48_DOWN];
    t48_board lines = dir == T48_UP || dir == T48_DOWN ? t48_transpose(board) : board;
    return (t48_value)slide[t48_row(lines, 0)] + slide[t48_row(lines, 1)] +
           slide[t48_row(lines, 2)] + slide[t48_row(lines, 3)];
}

/* The values after the moves of each board. */
static void values_of(const seven_scale *w, const t48_board *board, unsigned count,
                      t48_value (*value)[T48_DIRS])
{
    /* What one large tile is worth is known from its level; several may share a line and be
     * rounded together, which is rare enough for tables. */
    lanes several = all(w->slides_matter), packed[T48_DIRS];
    for (unsigned i = 0; i < count; i++) {
        lanes made, after = moves_of(board[i], &made), large = large_of(made);
        several |= large & (large - 1);
        packed[i] = packed_of(w, board[i], after, made);
        for (unsigned d = 0; d < T48_DIRS; d++) value[i][d] = value_of(w, packed[i][3 - d]);
    }
    if (__builtin_expect(_mm256_testz_si256((__m256i)several, (__m256i)several), 1)) return;
    for (unsigned i = 0; i < count; i++)
        for (unsigned d = 0; d < T48_DIRS; d++) {
            unsigned made = (unsigned)(packed[i][3 - d] >> 48);
            if (made == SEVEN_ILLEGAL) continue;
            value[i][d] += share_of(w, board[i], (t48_dir)d) - w->made[made];
        }
}

/* --- new tiles ------------------------------------------------------------------ */

/* What a tile of level 1 or 2 adds to smoothness beside another one. */
static inline cells beside(cells x, int level)
{
    __m256i one = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 2, -1, -2, -3, -4, -5, -6, -7, -8, -9, -10, -11, -12, -13, -14));
    __m256i two = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, -1, 4, -1, -2, -3, -4, -5, -6, -7, -8, -9, -10, -11, -12, -13));
    return (cells)_mm256_shuffle_epi8(level == 1 ? one : two, (__m256i)x);
}

/* What a new tile on an empty cell changes, for half the cells of every lane. */
typedef struct seven_change {
    _Alignas(32) int8_t smooth[4][8], row[4][8], col[4][8];
} seven_change;

static inline void change_of(seven_change *out, int level, cells left, cells right, cells above,
                             cells below, cells first)
{
    cells t = byte((uint8_t)level), bottom = (cells)all(0xffffull << 48);
    cells was = smoothness_of(left, right) + smoothness_of(above, below);
    store(out->smooth, (lanes)(beside(left, level) + beside(right, level) + beside(above, level) +
                               beside(below, level) - was));
    store(out->row, (lanes)(((t - left) & (cells)(right == 0)) - (t & first)));
    store(out->col, (lanes)(((t - below) & (cells)(above == 0)) - (t & bottom)));
}

typedef struct seven_changes {
    seven_change half[4]; /* a 2 in even cells, a 4 in them, a 2 in odd cells, a 4 in them */
    _Alignas(32) int8_t taken[2][4][8]; /* even and odd cells that are not empty: -1 */
} seven_changes;

static inline void seven_changes_of(lanes boards, seven_changes *out)
{
    halves t = tiles_of(boards), left = from_left(t), right = from_right(t);
    halves above = {from_above(t.even), from_above(t.odd)};
    halves below = {from_below(t.even), from_below(t.odd)};
    for (int level = 1; level <= 2; level++) {
        change_of(&out->half[level - 1], level, left.even, right.even, above.even, below.even,
                  (cells)each(0xff));
        change_of(&out->half[level + 1], level, left.odd, right.odd, above.odd, below.odd, byte(0));
    }
    store(out->taken[0], (lanes)(t.even != 0));
    store(out->taken[1], (lanes)(t.odd != 0));
}

static inline __m256i widened(const int8_t *x)
{
    return _mm256_cvtepi8_epi32(_mm_loadl_epi64((const __m128i *)x));
}

static inline __m256i weighed(int32_t weight, const int8_t *x)
{
    return _mm256_mullo_epi32(_mm256_set1_epi32(weight), widened(x));
}

static inline __m256i least_of(__m256i x)
{
    x = _mm256_min_epi32(x, _mm256_permute2x128_si256(x, x, 1));
    x = _mm256_min_epi32(x, _mm256_shuffle_epi32(x, 0x4e));
    return _mm256_min_epi32(x, _mm256_shuffle_epi32(x, 0xb1));
}

/* The first placement of the least value, 2 * cell + level - 1, on the board of a lane. */
static inline unsigned seven_worst(const seven_scale *w, const seven_changes *c, unsigned lane)
{
    const __m256i never = _mm256_set1_epi32(INT32_MAX);
    __m256i v[4], least = never;
    for (int k = 0; k < 4; k++) {
        const seven_change *h = &c->half[k];
        __m256i sum = _mm256_add_epi32(_mm256_add_epi32(weighed(w->smoothness, h->smooth[lane]),
                                                        weighed(w->row_rise, h->row[lane])),
                                       weighed(w->col_rise, h->col[lane]));
        v[k] = _mm256_blendv_epi8(sum, never, widened(c->taken[k / 2][lane]));
        least = _mm256_min_epi32(least, v[k]);
    }
    least = least_of(least);
    for (int k = 0; k < 4; k++) v[k] = _mm256_cmpeq_epi32(v[k], least);
    /* Four bytes of each, the first half of them below; then byte j of the k-th to 4 j + k. */
    __m256i found =
        _mm256_packs_epi16(_mm256_packs_epi32(v[0], v[1]), _mm256_packs_epi32(v[2], v[3]));
    found = _mm256_shuffle_epi8(found, _mm256_broadcastsi128_si256(_mm_setr_epi8(
                                           0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15)));
    return lt_ctz64((uint32_t)_mm256_movemask_epi8(found));
}

/* Whether a nibble is 3 or more, and 14 or more. */
static inline bool has_three(t48_board b)
{
    return ((b & 0xccccccccccccccccull) | (b & b >> 1 & T48_ONES)) != 0;
}

static inline bool has_fourteen(t48_board b)
{
    return (b & b >> 1 & b >> 2 & 2 * T48_ONES) != 0;
}

bool seven_ahead(const seven_scale *scale, t48_board board, bool leaves, t48_ahead *ahead)
{
    /* A new tile must not be the highest, and two moves must not make two 15s. */
    if (!has_three(board) || has_fourteen(board)) return false;
    lanes made, after = moves_of(board, &made);
    seven_changes changes;
    seven_changes_of(after, &changes);
    t48_board placed[T48_DIRS];
    unsigned count = 0;
    for (unsigned d = 0; d < T48_DIRS; d++) {
        unsigned lane = 3 - d, worst = seven_worst(scale, &changes, lane);
        ahead->after[d] = after[lane];
        ahead->placed[d] = placed[count] = after[lane] | (1ull + worst % 2) << (worst / 2 * 4);
        ahead->leaf[d] = (uint8_t)count;
        count += after[lane] != board;
    }
    if (leaves) values_of(scale, placed, count, ahead->leaves);
    return true;
}

#else

bool seven_ahead(const seven_scale *scale, t48_board board, bool leaves, t48_ahead *ahead)
{
    (void)scale, (void)board, (void)leaves, (void)ahead;
    return false;
}

#endif
