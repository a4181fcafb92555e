/* What an evaluation is: one const t48_eval_ops in a file eval_NAME.c.
 *
 * Values are fixed-point integers, `unit` standing for 1.0, so that every machine
 * computes the same. An evaluation has a plain form for grids of any size, and a
 * compiled one for 64-bit boards that must agree with it to the last bit. A term that depends on
 * the last move (what it merged, what it moved) is computed before the move and added by the
 * search. */
#ifndef T48_EVAL_H
#define T48_EVAL_H

#include "laatta/player.h"

typedef int64_t t48_value;

typedef struct t48_eval_ops t48_eval_ops;

/* An evaluation of 4x4 boards that is a sum over rows and columns, each at the edge
 * of the board or not: tables of 65536 values, of which eight add up within 32 bits. */
typedef struct t48_lines {
    const int32_t *edge, *inner;
} t48_lines;

/* What lies ahead of a board: after every move the board, the same if the move is not legal,
 * and with the new tile that makes it worst; of equal ones the first cell's, and the 2. */
typedef struct t48_ahead {
    t48_board after[T48_DIRS], placed[T48_DIRS];
    uint8_t leaf[T48_DIRS]; /* of a legal move: where in `leaves` its board `placed` is */
    /* The values after its moves, with the moves' shares; below T48_ILLEGAL: not legal. */
    t48_value leaves[T48_DIRS][T48_DIRS];
} t48_ahead;

#define T48_ILLEGAL (-((t48_value)1 << 60))

typedef struct t48_eval {
    const t48_eval_ops *ops;
    lt_params params;
    t48_shape shape;
    t48_value unit; /* 1.0 */
    t48_value dead; /* a board without moves */
    void *memory;   /* ops->memory_size bytes, what `compile` made */
} t48_eval;

struct t48_eval_ops {
    t48_eval_info info;
    t48_value unit; /* 1.0 */
    double dead;    /* what a board without moves is worth to a search */
    size_t memory_size;
    /* Fills eval->memory for eval->params and eval->shape. */
    void (*compile)(t48_eval *eval);
    /* A 64-bit board comes with its transposition, which searches carry along. */
    t48_value (*board)(const t48_eval *eval, t48_board board, t48_board transposed);
    t48_value (*grid)(const t48_eval *eval, const t48_grid *grid);
    /* Optional: the tables of which `board` is the sum on 4x4; false if it is not. */
    bool (*lines)(const t48_eval *eval, t48_lines *lines);
    /* The share of the last move, from the board before it; NULL if there is none.
     * `uses_move` tells whether it is worth asking with the weights at hand. */
    bool (*uses_move)(const t48_eval *eval);
    t48_value (*board_move)(const t48_eval *eval, t48_board before, t48_board transposed,
                            t48_dir dir);
    t48_value (*grid_move)(const t48_eval *eval, const t48_grid *before, t48_dir dir);
    /* Optional: value[2 * i] and value[2 * i + 1] become the values of the board with
     * a 2 and with a 4 on the empty cell whose nibble is at shift[i]. */
    void (*board_places)(const t48_eval *eval, t48_board board, t48_board transposed,
                         const uint8_t *shift, unsigned count, t48_value *value);
    /* Optional: looks ahead on 4x4, to `leaves` only if asked; false for boards that have to
     * be looked at move by move. */
    bool (*board_ahead)(const t48_eval *eval, t48_board board, bool leaves, t48_ahead *ahead);
    /* Terms of the position `after` the move `dir` from `before`; returns how many. */
    unsigned (*explain)(const t48_eval *eval, const t48_grid *before, t48_dir dir,
                        const t48_grid *after, t48_term *terms);
};

/* Whether a corner of the grid holds a tile of this level. */
static inline bool t48_grid_in_corner(const t48_grid *grid, unsigned level)
{
    unsigned cells = t48_shape_cells(grid->shape), cols = grid->shape.cols;
    return grid->level[0] == level || grid->level[cols - 1] == level ||
           grid->level[cells - cols] == level || grid->level[cells - 1] == level;
}

/* Writes terms out of features, the weights being the evaluation's first parameters. */
unsigned t48_eval_terms(const t48_eval *eval, const double *feature, unsigned count,
                        t48_term *terms);

/* The members of an evaluation that has tables (a struct memory) and all its forms. */
#define T48_EVAL_FORMS                                                                           \
    .memory_size = sizeof(memory), .compile = compile, .board = board_value, .grid = grid_value, \
    .explain = explain

const t48_eval_ops *t48_eval_find(const char *name, size_t length);

/* Makes the evaluation `ops` for a shape with already parsed parameters. */
lt_status t48_eval_new(t48_eval **eval, const t48_eval_ops *ops, const lt_params *params,
                       t48_shape shape, lt_error *err);
void t48_eval_free(t48_eval *eval);

/* Fixed point from a real number, rounded to nearest. */
t48_value t48_value_from(const t48_eval *eval, double real);
static inline double t48_value_real(const t48_eval *eval, t48_value value)
{
    return (double)value / (double)eval->unit;
}

#endif
