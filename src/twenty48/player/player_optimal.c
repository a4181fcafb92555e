/* optimal: perfect play on small boards, from a table of exact values: for the
 * expected score, or for the probability of reaching a tile.
 *
 * Up to eight cells the table is made on the spot, which takes seconds at most; for 3x3 it is read
 * from a file, so where there are no files (WebAssembly) there is no 3x3. On a board that no game
 * meets the moves without a known value are passed over; if none is known, the first legal one is
 * played. */
#include "laatta/exact.h"
#include "twenty48/player/player_ops.h"

#include "base/bits.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

#if defined(__wasm__)
enum { HAS_FILES = false };
#else
enum { HAS_FILES = true };
#endif

static const lt_param params[] = {
    {"aim", "score, or the tile to reach, like 64", LT_TEXT, 0, 0, 0, NULL, "score"},
    {"table", "file of laatta exact --save; needed for 3x3", LT_TEXT, 0, 0, 0, NULL, ""},
};
enum { PARAMS = HAS_FILES ? 2 : 1 };

/* By the aim: 0 is the score, else the level to reach. */
#define REACHING(tile) "greatest probability of reaching " tile ", exact"
static const char *const units[T48_EXACT_LEVEL_MAX + 1] = {
    [0] = "expected points from here on, exact",
    [2] = REACHING("4"),
    [3] = REACHING("8"),
    [4] = REACHING("16"),
    [5] = REACHING("32"),
    [6] = REACHING("64"),
    [7] = REACHING("128"),
    [8] = REACHING("256"),
    [9] = REACHING("512"),
    [10] = REACHING("1024"),
};

/* By the level at which the games of a table end (laatta exact --stop). */
#define UNTIL(tile) "expected points until " tile " is made, exact"
static const char *const units_until[T48_EXACT_LEVEL_MAX + 1] = {
    [3] = UNTIL("8"),   [4] = UNTIL("16"),  [5] = UNTIL("32"),  [6] = UNTIL("64"),
    [7] = UNTIL("128"), [8] = UNTIL("256"), [9] = UNTIL("512"), [10] = UNTIL("1024"),
};

typedef struct memory {
    t48_exact_table *table;
    const char *unit;
} memory;

enum { CELLS_ON_THE_SPOT = 8 };

static lt_status read_aim(const t48_player *player, unsigned *aim, lt_error *err)
{
    const char *text = lt_params_text(&player->params, "aim");
    unsigned long long tile = 0;
    unsigned cells = t48_shape_cells(player->rules.shape);
    *aim = 0;
    if (strcmp(text, "score") == 0) return LT_OK;
    if (lt_parse_u64(text, strlen(text), &tile))
        for (unsigned level = 2; level <= cells + 1 && !*aim; level++)
            if (tile == 1ull << level) *aim = level;
    if (*aim) return LT_OK;
    char shown[40];
    return lt_fail(err, LT_BAD_INPUT,
                   "optimal: aim=%s is not allowed; aim is score or a tile from 4 to %u",
                   lt_quote(shown, sizeof shown, text, strlen(text)), 1u << (cells + 1));
}

/* A table is for one size, one share of fours and one aim. */
static lt_status check_table(const t48_player *player, const t48_exact_about *about,
                             const char *path, unsigned aim, lt_error *err)
{
    t48_shape shape = player->rules.shape, made = about->rules.shape;
    bool fits = (shape.rows == made.rows && shape.cols == made.cols) ||
                (shape.rows == made.cols && shape.cols == made.rows);
    if (!fits)
        return lt_fail(err, LT_BAD_INPUT, "optimal: %s is a table for %ux%u, not for %ux%u", path,
                       made.rows, made.cols, shape.rows, shape.cols);
    if (about->rules.fours != player->rules.fours)
        return lt_fail(err, LT_BAD_INPUT,
                       "optimal: %s is for a share of fours of %g, not %g; fours must be equal",
                       path, about->rules.fours, player->rules.fours);
    if (about->aim == aim) return LT_OK;
    if (about->aim)
        return lt_fail(err, LT_BAD_INPUT, "optimal: %s aims at %u; add aim=%u", path,
                       1u << about->aim, 1u << about->aim);
    return lt_fail(err, LT_BAD_INPUT, "optimal: %s aims at the score, not at a tile", path);
}

static lt_status open_table(t48_player *player, const char *path, unsigned aim, lt_error *err)
{
    memory *m = player->memory;
    LT_TRY(t48_exact_table_open(&m->table, path, true, err));
    t48_exact_about about = t48_exact_table_about(m->table);
    lt_status status = check_table(player, &about, path, aim, err);
    if (status != LT_OK) t48_exact_table_free(m->table);
    if (about.stop && !aim) m->unit = units_until[about.stop];
    return status;
}

static lt_status init(t48_player *player, lt_error *err)
{
    memory *m = player->memory;
    const char *path = HAS_FILES ? lt_params_text(&player->params, "table") : "";
    t48_exact_config config = {.rules = player->rules};
    t48_shape shape = player->rules.shape;
    if (!t48_exact_memory(&config, true))
        return lt_fail(err, LT_UNSUPPORTED,
                       "optimal plays on 2x2, 2x3, 3x2, 2x4, 4x2%s; the positions of %ux%u are too "
                       "many to solve",
                       HAS_FILES ? " and, from a table, 3x3" : "", shape.rows, shape.cols);
    LT_TRY(read_aim(player, &config.aim, err));
    m->unit = units[config.aim];
    if (*path) return open_table(player, path, config.aim, err);
    if (t48_shape_cells(shape) > CELLS_ON_THE_SPOT && HAS_FILES)
        return lt_fail(err, LT_UNSUPPORTED,
                       "optimal on %ux%u needs a table: laatta exact %ux%u --save FILE, then "
                       "optimal:table=FILE",
                       shape.rows, shape.cols, shape.rows, shape.cols);
    if (t48_shape_cells(shape) > CELLS_ON_THE_SPOT)
        return lt_fail(
            err, LT_UNSUPPORTED,
            "optimal on %ux%u needs a table of 377 MB, which only the command laatta can "
            "make and read; here it plays on 2x2, 2x3, 3x2, 2x4 and 4x2",
            shape.rows, shape.cols);
    t48_exact_result result;
    return t48_exact_solve(&config, &result, &m->table, err);
}

static void release(t48_player *player)
{
    t48_exact_table_free(((memory *)player->memory)->table);
}

static uint64_t content(const t48_player *player)
{
    return t48_exact_table_about(((const memory *)player->memory)->table).content;
}

static t48_dir choose(t48_player *player, const t48_state *state, unsigned legal,
                      t48_advice *advice)
{
    const memory *m = player->memory;
    double value[T48_DIRS];
    t48_dir best;
    t48_exact_table_moves(m->table, t48_state_view(state), player->rules.shape, value, &best);
    player->nodes += lt_popcount64(legal);
    if (advice) {
        bool unknown = false;
        for (int d = 0; d < T48_DIRS; d++) {
            advice->value[d] = value[d];
            unknown |= t48_is_legal(legal, (t48_dir)d) && isnan(value[d]);
        }
        advice->unit = unknown ? "none: no game meets this board, so it is in no table" : m->unit;
    }
    return best == T48_NONE ? (t48_dir)lt_ctz64(legal) : best;
}

const t48_player_ops t48_player_optimal = {
    .info = {.name = "optimal",
             .summary = "Perfect: knows every position of a small board and never errs "
                        "(from exact values)",
             .params = params,
             .param_count = PARAMS},
    .symmetric = true,
    .memory_size = sizeof(memory),
    .init = init,
    .release = release,
    .choose = choose,
    .content = content,
};
