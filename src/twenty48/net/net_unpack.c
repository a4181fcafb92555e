/* Unpacking the tables of a network: the model of net_model.h, read. Whatever the
 * bytes are, only the tables are written to, and bytes that do not end where the
 * tables do are refused. */
#include "twenty48/net/net_pack.h"

#include <stdlib.h>
#include <string.h>

/* |weight| >> scale, at least 1. */
static inline uint32_t read_size(t48_reader *r, t48_model *model, t48_bit *lengths)
{
    unsigned length = 1;
    while (length < T48_LENGTHS - 1 && t48_read(r, &lengths[length])) length++;
    uint32_t size = 1;
    t48_bit *below = model->below[length];
    if (length > 1) size = 2 | t48_read(r, &below[1]);
    if (length > 2) size = size << 1 | t48_read(r, &below[size & 1 ? 3 : 2]);
    if (length > 3) size = size << (length - 3) | t48_read_even(r, length - 3);
    return size;
}

static bool read_row(t48_reader *r, t48_model *model, t48_table *table, size_t row)
{
    t48_around around;
    t48_look_around(table, row, &around);
    if (!t48_read(r, &model->row[around.alive][around.highest])) return true;
    unsigned scale = 1;
    while (scale < T48_SCALES) scale = scale << 1 | t48_read(r, &model->scale[around.scale][scale]);
    scale -= T48_SCALES;
    t48_look_closer(table, row, &around);
    int16_t *weight = table->weight + row * T48_NET_ROW;
    int32_t last = 0, before = 0;
    table->row[row] = (uint8_t)(scale + 1);
    for (unsigned i = 0; i < T48_NET_ROW; i++) {
        t48_bits bits = t48_bits_of(model, &around, i, scale, last, before);
        before = last;
        last = 0;
        if (!t48_read(r, bits.alive)) continue;
        bool negative = t48_read(r, bits.sign);
        uint32_t size = read_size(r, model, bits.length) << scale;
        if (size > INT16_MAX) return false;
        last = negative ? -(int32_t)size : (int32_t)size;
        weight[i] = (int16_t)last;
    }
    return r->missing == 0;
}

static bool read_table(t48_reader *r, t48_model *model, t48_table *table)
{
    size_t rows = (size_t)1 << (4 * (table->cells - 1));
    for (size_t row = 0; row < rows; row++)
        if (!read_row(r, model, table, row)) return false;
    return true;
}

static lt_status no_memory(const char *name, lt_error *err)
{
    return lt_fail(err, LT_NO_MEMORY, "no memory to unpack %s", name);
}

static lt_status damaged(const char *name, lt_error *err)
{
    return lt_fail(err, LT_DAMAGED, "%s is damaged: its weights cannot be unpacked", name);
}

/* The weights of a row, of which `base` are those they differ from; false if one does not
 * fit. Counts those that are other than 0. */
static bool finish_row(int16_t weight[T48_NET_ROW], const int16_t base[T48_NET_ROW], uint64_t *kept)
{
    for (unsigned i = 0; i < T48_NET_ROW; i++) {
        int32_t whole = weight[i] + base[i];
        if (whole > INT16_MAX || whole < -INT16_MAX) return false;
        weight[i] = (int16_t)whole;
        *kept += whole != 0;
    }
    return true;
}

/* Room for one more row; NULL if there is no memory. */
static int16_t *next_row(t48_net_rows *to)
{
    if (to->count == to->room) {
        size_t room = 2 * to->room;
        int16_t *grown = realloc(to->weight, room * sizeof *grown);
        if (!grown) return NULL;
        to->weight = grown;
        to->room = room;
    }
    to->count += T48_NET_ROW;
    return to->weight + to->count - T48_NET_ROW;
}

/* Adds the rows of a table that have weights, and leaves the table zeroed. `base` tells where
 * the rows are that they are differences from; a row without any is that row itself. Without
 * a base it is the row of zeros that is there first. */
static lt_status keep_rows(t48_net_rows *to, size_t first, const uint32_t *base, t48_table *table,
                           uint64_t *kept)
{
    size_t rows = (size_t)1 << (4 * (table->cells - 1));
    for (size_t row = 0; row < rows; row++) {
        uint32_t from = base ? base[row] : 0;
        if (from == 0 && !table->row[row]) continue; /* zeroed by the caller */
        int16_t *weight = table->weight + row * T48_NET_ROW;
        if (!finish_row(weight, to->weight + from, kept)) return LT_DAMAGED;
        if (table->row[row]) {
            int16_t *own = next_row(to);
            if (!own) return LT_NO_MEMORY;
            memcpy(own, weight, T48_NET_ROW * sizeof *own);
            from = (uint32_t)(own - to->weight);
        }
        memset(weight, 0, T48_NET_ROW * sizeof *weight);
        to->row[first + row] = from;
    }
    return LT_OK;
}

lt_status t48_unpack(const t48_net_layout *layout, unsigned differences, const uint8_t *bytes,
                     size_t length, t48_net_rows *to, uint64_t *kept, const char *name,
                     lt_error *err)
{
    enum { ROOM = 1 << 16 };
    t48_pack_room room;
    if (!t48_pack_room_init(&room, layout)) return no_memory(name, err);
    to->room = ROOM;
    to->count = T48_NET_ROW;
    to->weight = calloc(to->room, sizeof *to->weight);
    int16_t *one = calloc(room.rows, T48_NET_ROW * sizeof *one);
    t48_reader reader;
    t48_reader_init(&reader, bytes, length);
    lt_status status = to->weight && one ? LT_OK : LT_NO_MEMORY;
    *kept = 0;
    for (unsigned t = 0; status == LT_OK && t < t48_net_tables(layout); t++) {
        t48_table table = t48_pack_table(&room, layout, t, one);
        const uint32_t *base = NULL;
        if (differences >> (t / layout->tuples) & 1)
            base = to->row + t48_net_table(layout, t - layout->tuples) / T48_NET_ROW;
        if (read_table(&reader, room.model, &table))
            status = keep_rows(to, t48_net_table(layout, t) / T48_NET_ROW, base, &table, kept);
        else
            status = LT_DAMAGED;
    }
    free(one);
    t48_pack_room_release(&room);
    if (status == LT_NO_MEMORY) return no_memory(name, err);
    return status == LT_OK && t48_reader_done(&reader) ? LT_OK : damaged(name, err);
}
