/* Packing the tables of a network and unpacking them. */
#ifndef T48_NET_PACK_H
#define T48_NET_PACK_H

#include "twenty48/net/net_learn.h"
#include "twenty48/net/net_model.h"

/* What both directions need besides the weights. */
typedef struct t48_pack_room {
    t48_model *model;
    uint8_t *row; /* states of the largest table's rows */
    size_t rows;
} t48_pack_room;

static inline void t48_pack_room_release(t48_pack_room *room)
{
    free(room->model);
    free(room->row);
}

static inline bool t48_pack_room_init(t48_pack_room *room, const t48_net_layout *layout)
{
    size_t rows = 1;
    for (unsigned t = 0; t < layout->tuples; t++) {
        size_t these = (size_t)1 << (4 * (t48_net_table_cells(layout, t) - 1));
        if (these > rows) rows = these;
    }
    *room = (t48_pack_room){malloc(sizeof *room->model), malloc(rows), rows};
    if (!room->model || !room->row) {
        t48_pack_room_release(room);
        return false;
    }
    t48_model_init(room->model);
    return true;
}

/* Table t with these weights, of which no row is known yet. */
static inline t48_table t48_pack_table(t48_pack_room *room, const t48_net_layout *layout,
                                       unsigned t, int16_t *weight)
{
    memset(room->row, 0, room->rows);
    return (t48_table){weight, room->row, t48_net_table_cells(layout, t)};
}

/* The rows of all tables that have a weight other than 0, or another than the stage before:
 * most rows have none, and stages that began as a copy share most. */
typedef struct t48_net_rows {
    uint32_t *row;      /* of every row of all tables: where its weights begin; zeroed */
    int16_t *weight;    /* from the heap, for the caller to free, also after a failure;
                           first a row of zeros */
    size_t count, room; /* weights there are, and fit */
} t48_net_rows;

/* Fills rows from bytes. `kept`: the weights other than 0. */
lt_status t48_unpack(const t48_net_layout *layout, unsigned differences, const uint8_t *bytes,
                     size_t length, t48_net_rows *rows, uint64_t *kept, const char *name,
                     lt_error *err);

/* How often each weight is looked at, for weighing errors: see net_usage.c. */
typedef struct t48_usage {
    float *count;  /* a weight; 0 only for weights that were never touched */
    double boards; /* looked at in all */
} t48_usage;

/* What a packing came to. */
typedef struct t48_packed {
    size_t length;
    uint64_t kept;  /* weights other than 0 */
    double squares; /* sum over weights of count * error^2, in points^2 */
} t48_packed;

/* The stages that are nearer to the one before them than to nothing, a bit for each: those
 * that began as a copy of it. Coded as differences they take less. */
unsigned t48_pack_differences(const t48_learner *learner, const t48_usage *usage);

/* Rounds and packs the weights of a learner, so that squares + price * bits is as
 * small as it gets row by row. `weight` (zeroed) gets the rounded weights, in
 * `step` points; bytes beyond `room` are counted and not written. False if there
 * is no memory. */
bool t48_pack(const t48_learner *learner, const t48_usage *usage, unsigned differences, float step,
              double price, int16_t *weight, uint8_t *bytes, size_t room, t48_packed *packed);

#endif
