/* Packing the tables of a network: the model of net_model.h, written. What is
 * written is chosen row by row: all scales near the best are tried, and for every
 * weight the nearest multiple, the one below it and 0, at the price of their bits
 * as the model stands. */
#include "twenty48/net/net_pack.h"

#include <math.h>

enum { PRICES_BITS = 10 };
#define LN2 0.69314718f

typedef struct packer {
    const t48_weight *learned;
    const int16_t *base; /* rounded weights that these are differences from; NULL: none */
    const float *count;
    float step;
    float price;
    t48_model *model;
    t48_table table;
    t48_writer writer;
    double squares;
    uint64_t kept;
    float bits[(1 << PRICES_BITS) + 1]; /* what a bit of this chance costs, in bits */
} packer;

static inline float bit_price(const packer *p, const t48_bit *bit, bool one)
{
    uint32_t chance = t48_bit_chance(bit) >> (16 - PRICES_BITS);
    return p->bits[one ? chance : (1u << PRICES_BITS) - chance];
}

static float size_price(const packer *p, const t48_bit *lengths, uint32_t size)
{
    unsigned length = t48_bit_length(size);
    const t48_bit *below = p->model->below[length];
    float price = 0;
    for (unsigned n = 1; n < length; n++) price += bit_price(p, &lengths[n], true);
    if (length < T48_LENGTHS - 1) price += bit_price(p, &lengths[length], false);
    if (length > 1) price += bit_price(p, &below[1], size >> (length - 2) & 1);
    if (length > 2)
        price += bit_price(p, &below[size >> (length - 2) & 1 ? 3 : 2], size >> (length - 3) & 1);
    return length > 3 ? price + (float)(length - 3) : price;
}

static void write_size(packer *p, t48_bit *lengths, uint32_t size)
{
    unsigned length = t48_bit_length(size);
    t48_bit *below = p->model->below[length];
    for (unsigned n = 1; n < length; n++) t48_write(&p->writer, &lengths[n], true);
    if (length < T48_LENGTHS - 1) t48_write(&p->writer, &lengths[length], false);
    if (length > 1) t48_write(&p->writer, &below[1], size >> (length - 2) & 1);
    if (length > 2)
        t48_write(&p->writer, &below[size >> (length - 2) & 1 ? 3 : 2], size >> (length - 3) & 1);
    if (length > 3) t48_write_even(&p->writer, size & ((1u << (length - 3)) - 1), length - 3);
}

/* A row to be written: its weights, or what they differ by from those of the stage before,
 * and how much each counts. */
typedef struct wanted_row {
    float value[T48_NET_ROW], count[T48_NET_ROW];
} wanted_row;

/* What a weight counts that its stage has not learned and the stage before has: it is 0 if
 * bits cost nothing, and else what it was there. */
#define HARDLY 1e-6f

static void want_row(const packer *p, size_t row, wanted_row *wanted)
{
    for (unsigned i = 0; i < T48_NET_ROW; i++) {
        size_t at = row * T48_NET_ROW + i;
        float base = p->base ? (float)p->base[at] * p->step : 0;
        wanted->value[i] = p->learned[at].value - base;
        wanted->count[i] = p->count[at] > 0 || base == 0 ? p->count[at] : HARDLY;
    }
}

/* Whether the weight that a difference leads to can be written. */
static inline bool within(const packer *p, size_t at, int32_t rounded)
{
    int32_t whole = rounded + (p->base ? p->base[at] : 0);
    return whole >= -INT16_MAX && whole <= INT16_MAX;
}

/* The best rounding of a row to a scale, and its squares + price * bits. */
static float round_row(const packer *p, size_t row, const wanted_row *wanted, const t48_around *a,
                       unsigned scale, int16_t rounded[T48_NET_ROW])
{
    const float *count = wanted->count;
    float unit = p->step * (float)(1u << scale), sum = 0;
    int32_t last = 0, before = 0, most = INT16_MAX >> scale;
    for (unsigned i = 0; i < T48_NET_ROW; i++) {
        t48_bits bits = t48_bits_of(p->model, a, i, scale, last, before);
        float value = wanted->value[i], size = fabsf(value);
        float best = count[i] * value * value + p->price * bit_price(p, bits.alive, false);
        before = last;
        last = 0;
        int32_t nearest = count[i] > 0 ? (int32_t)lrintf(fminf(size / unit, (float)most)) : 0;
        if (nearest > 0) {
            float sign = bit_price(p, bits.alive, true) + bit_price(p, bits.sign, value < 0);
            for (int32_t n = nearest; n > 0 && n >= nearest - 1; n--) {
                float error = size - (float)n * unit;
                float cost = count[i] * error * error +
                             p->price * (sign + size_price(p, bits.length, (uint32_t)n));
                int32_t signed_n = (value < 0 ? -n : n) * (1 << scale);
                if (cost >= best || !within(p, row * T48_NET_ROW + i, signed_n)) continue;
                best = cost;
                last = signed_n;
            }
        }
        rounded[i] = (int16_t)last;
        sum += best;
    }
    return sum;
}

static void write_row(packer *p, size_t row, const t48_around *a, unsigned scale,
                      const int16_t rounded[T48_NET_ROW])
{
    p->table.row[row] = (uint8_t)(scale + 1);
    for (unsigned n = 1, bit = T48_SCALES / 2; bit > 0; bit /= 2) {
        bool one = (scale & bit) != 0;
        t48_write(&p->writer, &p->model->scale[a->scale][n], one);
        n = n << 1 | one;
    }
    int32_t last = 0, before = 0;
    for (unsigned i = 0; i < T48_NET_ROW; i++) {
        t48_bits bits = t48_bits_of(p->model, a, i, scale, last, before);
        before = last;
        last = rounded[i];
        t48_write(&p->writer, bits.alive, last != 0);
        if (last == 0) continue;
        t48_write(&p->writer, bits.sign, last < 0);
        write_size(p, bits.length, (uint32_t)(last < 0 ? -last : last) >> scale);
    }
    memcpy(p->table.weight + row * T48_NET_ROW, rounded, T48_NET_ROW * sizeof *rounded);
}

/* The scale at which one more bit for a weight saves what it costs, were all
 * weights of the row alike: a unit u has the mean squared error u^2 / 12. */
static int likely_scale(const packer *p, const wanted_row *wanted)
{
    float sum = 0, touched = 0;
    for (unsigned i = 0; i < T48_NET_ROW; i++) {
        sum += wanted->count[i];
        touched += wanted->count[i] > 0;
    }
    if (touched <= 0) return -1;
    float unit = sqrtf(6 * p->price * touched / (sum * LN2)) / p->step;
    float scale = rintf(log2f(unit));
    return scale < 0 ? 0 : scale > 14 ? 14 : (int)scale;
}

static void pack_row(packer *p, size_t row)
{
    t48_around a;
    t48_look_around(&p->table, row, &a);
    t48_bit *alive = &p->model->row[a.alive][a.highest];
    float dead = 0, best = 0;
    wanted_row wanted;
    want_row(p, row, &wanted);
    int likely = likely_scale(p, &wanted), chosen = -1;
    int16_t rounded[2][T48_NET_ROW];
    if (likely >= 0) {
        for (unsigned i = 0; i < T48_NET_ROW; i++)
            dead += wanted.count[i] * wanted.value[i] * wanted.value[i];
        best = dead + p->price * bit_price(p, alive, false);
        t48_look_closer(&p->table, row, &a);
        for (int scale = likely > 2 ? likely - 2 : 0; scale <= likely + 1; scale++) {
            float price = bit_price(p, alive, true);
            for (unsigned n = 1, bit = T48_SCALES / 2; bit > 0; bit /= 2) {
                bool one = ((unsigned)scale & bit) != 0;
                price += bit_price(p, &p->model->scale[a.scale][n], one);
                n = n << 1 | one;
            }
            float cost =
                round_row(p, row, &wanted, &a, (unsigned)scale, rounded[1]) + p->price * price;
            if (cost >= best) continue;
            best = cost;
            chosen = scale;
            memcpy(rounded[0], rounded[1], sizeof rounded[0]);
        }
    }
    t48_write(&p->writer, alive, chosen >= 0);
    if (chosen < 0) {
        p->squares += (double)dead;
        return;
    }
    write_row(p, row, &a, (unsigned)chosen, rounded[0]);
    for (unsigned i = 0; i < T48_NET_ROW; i++) {
        float error = wanted.value[i] - (float)rounded[0][i] * p->step;
        p->squares += (double)(wanted.count[i] * error * error);
    }
}

unsigned t48_pack_differences(const t48_learner *learner, const t48_usage *usage)
{
    const t48_net_layout *layout = &learner->layout;
    unsigned stages = 0;
    for (unsigned s = 1; s < layout->stages; s++) {
        const t48_weight *mine = learner->weight + (size_t)s * layout->stage_size;
        const t48_weight *before = mine - layout->stage_size;
        const float *count = usage->count + (size_t)s * layout->stage_size;
        double whole = 0, difference = 0;
        for (size_t i = 0; i < layout->stage_size; i++) {
            if (count[i] <= 0) continue;
            double value = (double)mine[i].value, change = value - (double)before[i].value;
            whole += (double)count[i] * value * value;
            difference += (double)count[i] * change * change;
        }
        if (difference < whole) stages |= 1u << s;
    }
    return stages;
}

/* The weights that those of table t are coded as differences from: the same table of the
 * stage before, if the stage's bit is set in `differences`. NULL: from none. */
static int16_t *base_of(const t48_net_layout *layout, unsigned differences, unsigned t,
                        int16_t *weight)
{
    if (!(differences >> (t / layout->tuples) & 1)) return NULL;
    return weight + t48_net_table(layout, t - layout->tuples);
}

bool t48_pack(const t48_learner *learner, const t48_usage *usage, unsigned differences, float step,
              double price, int16_t *weight, uint8_t *bytes, size_t room, t48_packed *packed)
{
    const t48_net_layout *layout = &learner->layout;
    t48_pack_room own;
    packer *p = malloc(sizeof *p);
    if (!p || !t48_pack_room_init(&own, layout)) {
        free(p);
        return false;
    }
    p->step = step;
    p->price = (float)price;
    p->model = own.model;
    p->squares = 0;
    p->kept = 0;
    p->bits[0] = PRICES_BITS + 1;
    for (int i = 1; i <= 1 << PRICES_BITS; i++) p->bits[i] = PRICES_BITS - log2f((float)i);
    t48_writer_init(&p->writer, bytes, room);
    for (unsigned t = 0; t < t48_net_tables(layout); t++) {
        p->table = t48_pack_table(&own, layout, t, weight + t48_net_table(layout, t));
        p->base = base_of(layout, differences, t, weight);
        p->learned = learner->weight + t48_net_table(layout, t);
        p->count = usage->count + t48_net_table(layout, t);
        size_t rows = (size_t)1 << (4 * (p->table.cells - 1));
        for (size_t row = 0; row < rows; row++) pack_row(p, row);
        for (size_t i = 0; i < rows * T48_NET_ROW; i++) {
            if (p->base) p->table.weight[i] = (int16_t)(p->table.weight[i] + p->base[i]);
            p->kept += p->table.weight[i] != 0;
        }
    }
    t48_writer_finish(&p->writer);
    *packed = (t48_packed){p->writer.length, p->kept, p->squares};
    t48_pack_room_release(&own);
    free(p);
    return true;
}
