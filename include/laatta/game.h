/* A game of 2048: rules, the position with its score, and the whole game with
 * history, undo and redo, and a record that replays to the same board. */
#ifndef LAATTA_GAME_H
#define LAATTA_GAME_H

#include "laatta/board.h"
#include "laatta/rng.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct t48_rules {
    t48_shape shape;
    double fours; /* probability that a new tile is a 4, 0 .. 1 */
} t48_rules;

/* 4x4 with one four in ten. */
LT_API t48_rules t48_rules_default(void);

/* --- the position ------------------------------------------------------- */

/* A position that is exact and, as long as it fits, also fast: `packed` says
 * that `board` holds it; otherwise `grid` does (boards above 4x4, or a 65536). */
typedef struct t48_state {
    t48_shape shape;
    bool packed;
    uint32_t moves;
    uint64_t score;
    uint64_t four_threshold; /* fours * 2^32 */
    t48_board board;
    t48_grid grid;
} t48_state;

LT_API t48_state t48_state_empty(const t48_rules *rules);
/* A position entered by hand, score 0. */
LT_API t48_state t48_state_from_grid(const t48_grid *grid, const t48_rules *rules);
LT_API t48_grid t48_state_grid(const t48_state *state);
/* The 64-bit view (t48_view); only for shapes up to 4x4. */
LT_API t48_board t48_state_view(const t48_state *state);

/* The player's half of a turn; false (and nothing changed) if it is not legal. */
LT_API bool t48_state_move(t48_state *state, t48_dir dir);
LT_API unsigned t48_state_legal(const t48_state *state);
LT_API unsigned t48_state_empty_cells(const t48_state *state);
LT_API unsigned t48_state_max_level(const t48_state *state);

/* The computer's half: one draw of rng puts a tile on an empty cell (there must
 * be one). With u the draw's high 32 bits and n empty cells in row-major order,
 * u * n / 2^32 is the cell, and its fraction below `fours` makes a 4. */
LT_API void t48_state_spawn(t48_state *state, lt_rng *rng);

/* The two tiles every game starts with. */
LT_API void t48_state_start(t48_state *state, lt_rng *rng);

/* The stream of new tiles of the game with this seed, and the stream that the
 * game's player draws from: apart, so that a player never moves the tiles. */
LT_API void t48_spawn_rng(lt_rng *rng, uint64_t seed);
LT_API void t48_player_rng(lt_rng *rng, uint64_t seed);

/* --- the whole game ------------------------------------------------------ */

typedef struct t48_game t48_game;

typedef enum t48_phase {
    T48_PLAYING,
    T48_WON,  /* 2048 reached just now; t48_game_keep_playing goes on */
    T48_OVER, /* no move is left */
} t48_phase;

/* A new game with two random tiles, or from `start` (NULL for random). */
LT_API lt_status t48_game_new(t48_game **game, const t48_rules *rules, uint64_t seed,
                              const t48_grid *start, lt_error *err);
LT_API void t48_game_free(t48_game *game);

/* Moves and lets a tile appear. *moved tells whether the move was legal; an
 * illegal one changes nothing. A move after undo forgets what could be redone. */
LT_API lt_status t48_game_move(t48_game *game, t48_dir dir, bool *moved, lt_error *err);
LT_API bool t48_game_undo(t48_game *game);
LT_API bool t48_game_redo(t48_game *game);
LT_API void t48_game_keep_playing(t48_game *game);

LT_API const t48_state *t48_game_state(const t48_game *game);
LT_API const t48_rules *t48_game_rules(const t48_game *game);
LT_API t48_phase t48_game_phase(const t48_game *game);
LT_API uint64_t t48_game_seed(const t48_game *game);
LT_API size_t t48_game_length(const t48_game *game); /* moves made and not undone */
LT_API size_t t48_game_redoable(const t48_game *game);
LT_API t48_dir t48_game_move_at(const t48_game *game, size_t index);
/* The position before move `index`; index == length is the present. */
LT_API t48_state t48_game_state_at(const t48_game *game, size_t index);

/* --- records -------------------------------------------------------------- */

/* A record is text: size, share of fours, seed, player, start, moves, and what
 * came out, sealed by a checksum. docs/RECORDS.md shows one. */
LT_API lt_status t48_record_save(const t48_game *game, const char *player, char **text,
                                 lt_error *err);

/* Parses a record and replays it: moves must be legal and the final board and
 * score those that the record claims. *player gets a copy of its player line. */
LT_API lt_status t48_record_load(const char *text, size_t length, t48_game **game, char **player,
                                 lt_error *err);

#ifdef __cplusplus
}
#endif
#endif
