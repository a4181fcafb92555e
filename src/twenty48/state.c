/* A position: packed into 64 bits while that is exact, a grid otherwise. */
#include "laatta/game.h"

#include "twenty48/rows.h"

#include <math.h>

t48_rules t48_rules_default(void)
{
    return (t48_rules){.shape = {4, 4}, .fours = 0.1};
}

void t48_spawn_rng(lt_rng *rng, uint64_t seed)
{
    lt_rng_seed(rng, seed);
}

void t48_player_rng(lt_rng *rng, uint64_t seed)
{
    lt_rng_seed(rng, lt_mix64(seed ^ 0x706c61796572u)); /* "player" */
}

t48_state t48_state_empty(const t48_rules *rules)
{
    t48_grid grid = t48_grid_empty(rules->shape);
    return t48_state_from_grid(&grid, rules);
}

t48_state t48_state_from_grid(const t48_grid *grid, const t48_rules *rules)
{
    t48_state state = {.shape = grid->shape,
                       .packed = t48_board_holds(grid),
                       .four_threshold = (uint64_t)llround(rules->fours * 4294967296.0),
                       .grid = *grid};
    if (state.packed) state.board = t48_view(grid);
    return state;
}

t48_grid t48_state_grid(const t48_state *state)
{
    return state->packed ? t48_board_grid(state->board, state->shape) : state->grid;
}

t48_board t48_state_view(const t48_state *state)
{
    return state->packed ? state->board : t48_view(&state->grid);
}

/* Whether a move of this board makes a level 16: then the grid takes over. */
static bool outgrows(t48_board board, t48_dir dir)
{
    if (!t48_has_fifteen(board)) return false;
    t48_board lines = dir == T48_UP || dir == T48_DOWN ? t48_transpose(board) : board;
    for (unsigned r = 0; r < 4; r++)
        if (t48_rows.gain[t48_row(lines, r)] == T48_ROW_HIGH) return true;
    return false;
}

bool t48_state_move(t48_state *state, t48_dir dir)
{
    uint64_t gained;
    if (state->packed && outgrows(state->board, dir)) {
        state->grid = t48_board_grid(state->board, state->shape);
        state->packed = false;
    }
    if (state->packed) {
        t48_board moved = t48_board_move(state->board, state->shape, dir, &gained);
        if (moved == state->board) return false;
        state->board = moved;
    } else if (!t48_grid_move(&state->grid, dir, &gained)) {
        return false;
    }
    state->score += gained;
    state->moves++;
    return true;
}

unsigned t48_state_legal(const t48_state *state)
{
    return state->packed ? t48_board_legal(state->board, state->shape)
                         : t48_grid_legal(&state->grid);
}

unsigned t48_state_empty_cells(const t48_state *state)
{
    return state->packed ? t48_board_empty_cells(state->board, state->shape)
                         : t48_grid_empty_cells(&state->grid);
}

unsigned t48_state_max_level(const t48_state *state)
{
    if (!state->packed) return t48_grid_max_level(&state->grid);
    unsigned max = 0;
    for (t48_board b = state->board; b; b >>= 4)
        if ((b & 15) > max) max = b & 15;
    return max;
}

void t48_state_spawn(t48_state *state, lt_rng *rng)
{
    uint64_t high = lt_rng_next(rng) >> 32;
    if (state->packed) {
        uint64_t empty = t48_empties(state->board, t48_cells_mask(state->shape));
        uint64_t product = high * lt_popcount64(empty);
        uint64_t bit = lt_nth_bit(empty, (unsigned)(product >> 32));
        state->board |= bit << ((product & 0xffffffffu) < state->four_threshold);
        return;
    }
    uint64_t product = high * t48_grid_empty_cells(&state->grid);
    unsigned skip = (unsigned)(product >> 32);
    for (unsigned i = 0;; i++) {
        if (state->grid.level[i] != 0) continue;
        if (skip-- > 0) continue;
        state->grid.level[i] = (product & 0xffffffffu) < state->four_threshold ? 2 : 1;
        return;
    }
}

void t48_state_start(t48_state *state, lt_rng *rng)
{
    t48_state_spawn(state, rng);
    t48_state_spawn(state, rng);
}
