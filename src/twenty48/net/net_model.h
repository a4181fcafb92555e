/* What the packed form of a table knows of a weight before it is coded, shared
 * word for word by the packer and the unpacker.
 *
 * A table is coded row by row; a row is the 16 weights that differ in the lowest
 * cell only. Its neighbours are the rows in which one other cell is one level
 * lower; they come earlier in the table.
 *
 *   row       alive?    whether any of its weights is other than 0
 *             scale     0 .. 15: its weights are multiples of 2^scale steps
 *   weight    alive?    other than 0
 *             sign, length (bits of |weight| >> scale), the bits below the highest
 *
 * Neighbours tell little about the value of a weight and much about its size, so
 * nothing is predicted: the sizes and signs around a weight choose the adaptive
 * bits that it is coded with. */
#ifndef T48_NET_MODEL_H
#define T48_NET_MODEL_H

#include "twenty48/net/net_coder.h"
#include "twenty48/net/net_layout.h"

#include <stdlib.h>
#include <string.h>

enum { T48_SCALES = 16, T48_LENGTHS = 16, T48_SIZES = 24, T48_SIGNS = 16 };
enum { T48_NEIGHBOURS = T48_NET_CELLS_MAX - 1 };

typedef struct t48_model {
    t48_bit row[1 << T48_NEIGHBOURS][16];      /* by neighbours alive, highest level */
    t48_bit scale[T48_SCALES + 1][T48_SCALES]; /* by the neighbours' mean; a tree */
    t48_bit weight[T48_SIZES][8][4][4];        /* by size around, neighbours, row, highest level */
    t48_bit sign[T48_SIGNS];
    t48_bit length[T48_SIZES][2][T48_LENGTHS];
    t48_bit below[T48_LENGTHS][4]; /* the two bits below the highest; a tree */
} t48_model;

static inline void t48_model_init(t48_model *model)
{
    t48_bit *bit = (t48_bit *)(void *)model;
    for (size_t i = 0; i < sizeof *model / sizeof *bit; i++) bit[i] = (t48_bit){32768, 32768};
}

/* A table being coded: its weights, and of every row 0 or 1 + its scale. */
typedef struct t48_table {
    int16_t *weight;
    uint8_t *row;
    unsigned cells;
} t48_table;

/* A row and what lies around it. */
typedef struct t48_around {
    unsigned neighbours; /* rows that there are */
    unsigned alive;      /* a mask of those that are alive */
    unsigned highest;    /* level in the row's cells but the lowest, */
    unsigned phase;      /* and in four parts */
    unsigned scale;      /* mean of the neighbours; T48_SCALES: none is alive */
    int32_t sum[T48_NET_ROW],
        size[T48_NET_ROW];      /* of the neighbouring weights and of their sizes */
    uint8_t count[T48_NET_ROW]; /* of those that are not 0 */
} t48_around;

static inline unsigned t48_bit_length(uint32_t x)
{
    return x ? 32u - (unsigned)__builtin_clz(x) : 0;
}

static inline void t48_look_around(const t48_table *table, size_t row, t48_around *a)
{
    unsigned alive = 0, scales = 0;
    a->neighbours = a->alive = a->highest = 0;
    for (unsigned k = 0; k + 1 < table->cells; k++) {
        unsigned level = (unsigned)(row >> (4 * k)) & 15;
        if (level > a->highest) a->highest = level;
        if (level == 0) continue;
        a->neighbours++;
        unsigned state = table->row[row - ((size_t)1 << (4 * k))];
        if (state == 0) continue;
        a->alive |= 1u << k;
        scales += state - 1;
        alive++;
    }
    a->scale = alive ? (scales + alive / 2) / alive : T48_SCALES;
    a->phase = a->highest > 12 ? 3 : a->highest > 10 ? 2 : a->highest > 8;
}

/* The sums over the neighbouring weights, which only a row that is alive needs. */
static inline void t48_look_closer(const t48_table *table, size_t row, t48_around *a)
{
    memset(a->sum, 0, sizeof a->sum);
    memset(a->size, 0, sizeof a->size);
    memset(a->count, 0, sizeof a->count);
    for (unsigned k = 0; k < T48_NEIGHBOURS; k++) {
        if (!(a->alive >> k & 1)) continue;
        const int16_t *near = table->weight + (row - ((size_t)1 << (4 * k))) * T48_NET_ROW;
        for (unsigned i = 0; i < T48_NET_ROW; i++) {
            a->sum[i] += near[i];
            a->size[i] += near[i] < 0 ? -near[i] : near[i];
            a->count[i] = (uint8_t)(a->count[i] + (near[i] != 0));
        }
    }
}

/* A mean size, in eighths of a scale's unit: two classes for each doubling. */
static inline unsigned t48_size_class(int32_t sum, unsigned count, unsigned scale)
{
    if (count == 0) return T48_SIZES - 1;
    uint32_t mean = (uint32_t)sum * 8 / count >> scale;
    if (mean < 2) return mean;
    unsigned length = t48_bit_length(mean), class = 2 * length - 2 + (mean >> (length - 2) & 1);
    return class < T48_SIZES - 2 ? class : T48_SIZES - 2;
}

static inline unsigned t48_sign_class(int32_t sum, unsigned count, unsigned scale)
{
    if (count == 0) return 0;
    uint32_t mean = (uint32_t)(sum < 0 ? -sum : sum) * 4 / count >> scale;
    unsigned length = t48_bit_length(mean);
    if (length > 7) length = 7;
    return sum < 0 ? 8 + length : length;
}

/* The adaptive bits of weight i of a row, given the two weights before it. */
typedef struct t48_bits {
    t48_bit *alive, *sign, *length;
} t48_bits;

static inline t48_bits t48_bits_of(t48_model *model, const t48_around *a, unsigned i,
                                   unsigned scale, int32_t last, int32_t before)
{
    int32_t size = a->size[i] + (last < 0 ? -last : last);
    unsigned alive = a->count[i] + (last != 0);
    unsigned around = t48_size_class(size, a->neighbours + (i > 0), scale);
    unsigned beside = t48_size_class(size, alive, scale);
    return (t48_bits){
        &model->weight[around][a->count[i]][(last != 0) * 2 + (before != 0)][a->phase],
        &model->sign[t48_sign_class(a->sum[i] + last, alive, scale)],
        model->length[beside][a->count[i] > 2]};
}

#endif
