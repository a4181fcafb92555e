/* GET /api/advise?board=... and /api/solve?board=...: the games for other programs.
 *
 * A player is chosen by its name, with depth, ms or nodes and nothing else: no file is
 * named, no program started and no memory asked for from outside. A question is thought
 * about for GAME_SECONDS at most. */
#include "http/game_desk.h"
#include "http/lab_board.h"
#include "http/reply.h"
#include "http/router.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t puzzle_memory = (uint64_t)256 << 20;

/* --- thinking (on a thread of the desk) ------------------------------------------------ */

static json_t *json_grid(const t48_grid *grid)
{
    json_t *rows = json_array();
    for (unsigned r = 0; r < grid->shape.rows; r++) {
        json_t *row = json_array();
        for (unsigned c = 0; c < grid->shape.cols; c++) {
            unsigned level = grid->level[r * grid->shape.cols + c];
            json_array_append_new(row, level && level < 63 ? json_integer(1ll << level)
                                       : level             ? json_real(t48_tile(level))
                                                           : json_integer(0));
        }
        json_array_append_new(rows, row);
    }
    return rows;
}

static void think_advise(game_question *q, game_desk_memory *memory)
{
    t48_player *player;
    if (t48_player_new(&player, q->spec, &q->rules, &q->failure) != LT_OK) return;
    t48_state state = t48_state_from_grid(&q->grid, &q->rules);
    t48_advice a;
    t48_player_begin(player, q->seed);
    t48_player_control(player, memory->control);
    t48_player_advise(player, &state, &a);
    if (lt_cancelled(memory->control) && !t48_player_timed(player)) {
        lt_fail(&q->failure, LT_LIMIT, "this takes longer than %d s here; give ms or a lower depth",
                GAME_SECONDS);
    } else {
        json_t *values = json_object();
        for (int d = 0; d < T48_DIRS; d++)
            json_object_set_new(values, t48_dir_name((t48_dir)d),
                                isfinite(a.value[d]) ? json_real(a.value[d]) : json_null());
        q->answer =
            json_pack("{s:s, s:o, s:s?, s:o, s:s, s:I}", "player", t48_player_spec(player), "board",
                      json_grid(&q->grid), "best", a.best == T48_NONE ? NULL : t48_dir_name(a.best),
                      "values", values, "unit", a.unit, "nodes", (json_int_t)a.nodes);
    }
    t48_player_free(player);
}

/* Tables may take half of a question's time. */
static bool built_long_enough(void *ctx)
{
    const game_desk_memory *m = ctx;
    return lt_cancelled(m->control) || board_clock() >= m->build_until;
}

/* The last one's tables serve the next board of that shape. A machine that is too slow or too
 * busy to make them in time solves without, and tries again with the next board. */
static lt_status session_for(game_question *q, game_desk_memory *m)
{
    np_position goal;
    np_position_goal(&goal, q->position.rows, q->position.cols, false);
    LT_TRY(np_position_reaches(&q->position, &goal, &q->failure));
    if (m->session && m->rows == goal.rows && m->cols == goal.cols) return LT_OK;
    np_session_free(m->session);
    m->session = NULL;
    m->rows = goal.rows;
    m->cols = goal.cols;
    m->build = (lt_control){.ctx = m, .cancelled = built_long_enough};
    m->build_until = board_clock() + GAME_SECONDS / 2.0;
    np_options options = {
        .seconds = GAME_SECONDS - 1,
        .resources = {
            .threads = 1, .memory = puzzle_memory, .no_cache = true, .control = &m->build}};
    np_solution none;
    lt_status status = np_session_new(&m->session, &goal, &options, &q->failure);
    /* The first board that is solved makes the tables; this one needs no more than them. */
    if (status == LT_OK) status = np_session_solve(m->session, &goal, &none, &q->failure);
    if (status == LT_OK) np_solution_release(&none);
    m->build_until = INFINITY;
    if (status == LT_OK) return LT_OK;
    m->rows = 0;
    if (status != LT_CANCELLED || lt_cancelled(m->control)) return status;
    np_session_free(m->session);
    m->session = NULL;
    options.heuristic = "linear-conflict";
    options.seconds = GAME_SECONDS / 2.0 - 1;
    return np_session_new(&m->session, &goal, &options, &q->failure);
}

static void think_solve(game_question *q, game_desk_memory *memory)
{
    np_solution s;
    if (session_for(q, memory) != LT_OK ||
        np_session_solve(memory->session, &q->position, &s, &q->failure) != LT_OK) {
        if (q->failure.status == LT_CANCELLED)
            lt_fail(&q->failure, LT_LIMIT, "this takes longer than %d s here", GAME_SECONDS);
        return;
    }
    char board[NP_TEXT_MAX];
    np_position_format(&q->position, false, board);
    q->answer =
        json_pack("{s:s, s:b, s:i, s:i, s:s, s:I, s:s, s:s}", "board", board, "optimal", s.optimal,
                  "length", s.length, "lower_bound", s.lower_bound, "moves", s.moves, "nodes",
                  (json_int_t)s.nodes, "solver", s.solver, "heuristic", s.heuristic);
    np_solution_release(&s);
}

/* --- what is asked ------------------------------------------------------------------------ */

static const char *query(const http_request *r, const char *name)
{
    return MHD_lookup_connection_value(r->connection, MHD_GET_ARGUMENT_KIND, name);
}

static const t48_player_info *player_named(const char *name)
{
    for (size_t i = 0; i < t48_player_count(); i++)
        if (strcmp(t48_player_info_at(i)->name, name) == 0) return t48_player_info_at(i);
    return NULL;
}

static lt_status number(const char *name, const char *text, double high, double *value,
                        lt_error *err)
{
    char *end;
    *value = strtod(text, &end);
    if (*text && !*end && *value >= 0 && *value <= high) return LT_OK;
    return lt_fail(err, LT_BAD_INPUT, "%s takes a number from 0 to %g", name, high);
}

/* The player's name, and the limits that it knows. */
static lt_status read_player(const http_request *r, game_question *q, lt_error *err)
{
    const char *name = query(r, "player") ? query(r, "player") : "expectimax";
    const t48_player_info *info = player_named(name);
    if (!info || info->outside)
        return lt_fail(err, LT_BAD_INPUT,
                       "player takes the name of a player (laatta list players)");
    int used = snprintf(q->spec, sizeof q->spec, "%s:", info->name);
    static const char *const limits[] = {"depth", "ms", "nodes"};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        const char *text = query(r, limits[i]);
        bool known = false;
        double value;
        for (size_t p = 0; p < info->param_count; p++)
            known = known || strcmp(info->params[p].name, limits[i]) == 0;
        if (!text) continue;
        if (!known)
            return lt_fail(err, LT_BAD_INPUT, "%s has no parameter %s", info->name, limits[i]);
        LT_TRY(number(limits[i], text, 1e9, &value, err));
        used += snprintf(q->spec + used, sizeof q->spec - (size_t)used, "%s%s=%.9g",
                         q->spec[used - 1] == ':' ? "" : ",", limits[i], value);
    }
    return LT_OK;
}

static lt_status read_advise(const http_request *r, game_question *q, lt_error *err)
{
    t48_shape shape = {0, 0};
    double seed = 1;
    q->think = think_advise;
    q->rules = t48_rules_default();
    if (!query(r, "board")) return lt_fail(err, LT_BAD_INPUT, "board=... is needed");
    if (query(r, "size")) LT_TRY(t48_shape_parse(query(r, "size"), &shape, err));
    LT_TRY(t48_grid_parse(query(r, "board"), shape, &q->grid, err));
    q->rules.shape = q->grid.shape;
    if (query(r, "fours")) LT_TRY(number("fours", query(r, "fours"), 1, &q->rules.fours, err));
    if (query(r, "seed")) LT_TRY(number("seed", query(r, "seed"), 9007199254740992.0, &seed, err));
    q->seed = (uint64_t)seed;
    return read_player(r, q, err);
}

static lt_status read_solve(const http_request *r, game_question *q, lt_error *err)
{
    int rows = 0, cols = 0;
    const char *board = query(r, "board");
    q->think = think_solve;
    if (!board) return lt_fail(err, LT_BAD_INPUT, "board=... is needed");
    if (query(r, "size")) LT_TRY(np_shape_parse(&rows, &cols, query(r, "size"), err));
    return np_position_parse(&q->position, rows, cols, board, strlen(board), err);
}

/* --- answering ------------------------------------------------------------------------------ */

static unsigned code_of(lt_status status)
{
    switch (status) {
    case LT_BAD_INPUT:
    case LT_UNSUPPORTED: return MHD_HTTP_BAD_REQUEST;
    case LT_UNSOLVABLE: return 422;
    case LT_LIMIT:
    case LT_CANCELLED: return MHD_HTTP_SERVICE_UNAVAILABLE;
    default: return MHD_HTTP_INTERNAL_SERVER_ERROR;
    }
}

static enum MHD_Result answer(const http_request *r)
{
    game_question *q = r->question;
    if (!q->answer)
        return http_send_error(r->connection, code_of(q->failure.status), q->failure.text);
    return http_send_json(r->connection, MHD_HTTP_OK, json_incref(q->answer));
}

enum MHD_Result game_api(http_site *site, http_request *r, const char *path)
{
    if (r->question && game_desk_done(site->desk, r->question)) return answer(r);
    bool advise = strcmp(path, "advise") == 0;
    if (!advise && strcmp(path, "solve") != 0)
        return http_send_error(r->connection, MHD_HTTP_NOT_FOUND,
                               "there are /api/advise?board=... and /api/solve?board=...");
    lt_error err;
    r->question = calloc(1, sizeof *r->question);
    if (!r->question) return MHD_NO;
    lt_status status =
        advise ? read_advise(r, r->question, &err) : read_solve(r, r->question, &err);
    if (status != LT_OK) return http_send_error(r->connection, code_of(status), err.text);
    if (game_desk_ask(site->desk, r->question, r->connection)) return MHD_YES;
    return http_send_error(r->connection, MHD_HTTP_SERVICE_UNAVAILABLE,
                           "too many questions are waiting; ask again in a moment");
}

void game_api_release(http_request *r)
{
    if (r->question) json_decref(r->question->answer);
    free(r->question);
}
