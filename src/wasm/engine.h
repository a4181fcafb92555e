/* The engine as the page sees it: functions that take numbers and text and
 * answer with JSON.
 *
 * Every answer is NUL-terminated UTF-8 in one buffer that the next call
 * overwrites; an answer with the member "error" says in a sentence what went
 * wrong. Boards of 2048 cross as bytes, one level a cell; 64-bit seeds as
 * decimal text; the generator as its 32 bytes. One instance keeps at most one
 * player and one puzzle session, for the next call of the same kind. */
#ifndef WASM_ENGINE_H
#define WASM_ENGINE_H

#include "laatta/player.h"
#include "wasm/json.h"

#include <stdint.h>

/* --- what the page calls ------------------------------------------------- */

#define ENGINE_EXPORT(name) __attribute__((export_name(#name), used))

/* Memory for arguments. */
ENGINE_EXPORT(engine_alloc) void *engine_alloc(uint32_t size);
ENGINE_EXPORT(engine_free) void engine_free(void *block);

/* Players and evaluations with their parameters. */
ENGINE_EXPORT(engine_catalogue) const char *engine_catalogue(void);

/* Line `index` of the bench, which is below the "count" that every answer tells; `hash` is
 * "0" at first, then the "bench" of the last answer. */
ENGINE_EXPORT(engine_bench) const char *engine_bench(uint32_t index, const char *hash);

/* What a player thinks of a board; the same as `laatta advise --seed SEED`. */
ENGINE_EXPORT(engine_advise)
const char *engine_advise(const char *spec, uint32_t rows, uint32_t cols, double fours,
                          const char *seed, const uint8_t *levels);

/* Plays ahead from a position with the tiles that `generator` will bring, or, where that
 * is NULL, those of a new game with this seed: at most `most` moves and not much longer than
 * `seconds`. Ends early when a move made the level `stop` for the first time (0: never), or when
 * none is left. */
ENGINE_EXPORT(engine_play)
const char *engine_play(const char *spec, uint32_t rows, uint32_t cols, double fours,
                        const char *seed, const uint8_t *levels, const uint8_t *generator,
                        uint32_t most, double seconds, uint32_t stop);

/* Plays on from where the last of these two calls ended: whoever asks for the next stretch
 * before the last is done keeps the player thinking. */
ENGINE_EXPORT(engine_play_on)
const char *engine_play_on(const char *spec, uint32_t most, double seconds, uint32_t stop);

/* The record of a game; `levels` is the entered start, or NULL for a random one. */
ENGINE_EXPORT(engine_record_save)
const char *engine_record_save(uint32_t rows, uint32_t cols, double fours, const char *seed,
                               const uint8_t *levels, const char *moves, const char *who);
ENGINE_EXPORT(engine_record_load) const char *engine_record_load(const char *text);

/* What `count` games add up to: score, level of the largest tile and moves of each. */
ENGINE_EXPORT(engine_results) const char *engine_results(const double *games, uint32_t count);

/* Games `first` to `first` + `games` - 1 of a run, as `laatta sim` plays them. */
ENGINE_EXPORT(engine_sim)
const char *engine_sim(const char *spec, uint32_t rows, uint32_t cols, double fours,
                       const char *seed, const char *first, uint32_t games);

/* Puts a network into the room that is left for it under this name. */
ENGINE_EXPORT(engine_net_bring)
const char *engine_net_bring(const char *name, const uint8_t *bytes, uint32_t size);

/* A sliding puzzle typed as numbers; refused when no moves lead to the goal. */
ENGINE_EXPORT(engine_puzzle_parse)
const char *engine_puzzle_parse(const char *text, uint32_t rows, uint32_t cols);

/* The shortest way found within about `seconds`; "optimal" tells whether it is
 * proved to be the shortest of all. */
ENGINE_EXPORT(engine_puzzle_solve)
const char *engine_puzzle_solve(const char *text, uint32_t rows, uint32_t cols, const char *solver,
                                double seconds);

/* --- what its files share ------------------------------------------------ */

/* The answer that is being written; engine_begin clears it. */
json *engine_begin(void);
const char *engine_end(void);
const char *engine_error(const lt_error *err);

/* The rules of a board with so many rows and columns. */
lt_status engine_rules(t48_rules *rules, uint32_t rows, uint32_t cols, double fours, lt_error *err);

#endif
