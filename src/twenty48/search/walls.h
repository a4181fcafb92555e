/* A deep and narrow search on 64-bit boards: large tiles as walls.
 *
 * Large tiles that all differ cannot merge before new ones of their kind are made,
 * which takes hundreds of moves. So the search takes them for walls: alike, without
 * merges, and where four of them or more stand on the board, standing still. What is
 * left is a small board with few moves, on which most lines of play meet again.
 *
 * The value of a board right after a move, with `left` tiles still to come, is
 *
 *   value(board, left) = eval(board)                            if left is 0
 *                      = mean over cells of the best of value(board', left - 1) after
 *                        a 2 and value(board', left - 2) after a 4
 *
 * where 4s are looked at only if `left` is T48_WALLS_FOURS or more, and "the best of"
 * are the moves that
 *
 *   - leave the walls where they are, if they stand still,
 *   - lead to an evaluation at most `drop` below that of the board searched,
 *   - and at most `margin` below that of another move.
 *
 * Without any the line is dead, and worth `dead` less than the board searched. Depth
 * is counted in what new tiles add to the board: so `left` follows from the board, and
 * one entry of the table serves every line that leads to it. The table changes the
 * work, never a value. Without a clock a board gets the same values on every machine. */
#ifndef T48_WALLS_H
#define T48_WALLS_H

#include "laatta/game.h"
#include "twenty48/eval/eval.h"
#include "twenty48/search/expectimax.h"

enum {
    T48_WALLS_DEPTH_MAX = 60,
    T48_WALLS_FOURS = 3,
    T48_WALLS_STILL = 4, /* as many walls or more stand still */
};

typedef struct t48_walls_config {
    const t48_eval *eval;
    unsigned wall; /* the level from which on tiles become walls */
    t48_value drop, margin, dead;
    unsigned table_bits; /* log2 of the entries of the transposition table; 0: no table */
} t48_walls_config;

typedef struct t48_walls t48_walls;

/* Shapes up to 4x4. */
lt_status t48_walls_new(t48_walls **engine, const t48_rules *rules, const t48_walls_config *config,
                        lt_error *err);
void t48_walls_free(t48_walls *engine);

typedef struct t48_walls_limits {
    int depth;                 /* tiles to come, at least 1; with ms or nodes the deepest to try */
    uint64_t nodes;            /* boards to look at, about; 0: no limit */
    double ms;                 /* 0: no limit. With neither limit exactly `depth` */
    bool processor;            /* ms of the processor in this thread, not of the clock */
    const lt_control *control; /* asked now and then, to end the search; NULL: never */
} t48_walls_limits;

/* The board as it is searched: tiles of `wall` and above as walls (level 15), or from
 * the lowest level above it at which all of them differ. */
t48_board t48_walled(t48_board board, unsigned wall);
/* A bit at the foot of every wall. */
uint64_t t48_walls_of(t48_board board);

/* The best move, and the values of all legal ones; contenders are those that are not
 * dead. Equal values: the first of up, right, down, left. If all moves are dead it is
 * searched again with walls that may move, and then with any evaluation. */
void t48_walls_search(t48_walls *engine, t48_board board, const t48_walls_limits *limits,
                      t48_expectimax_result *result);

#endif
