/* What commands do. The game, the position and the player are kept here; a search takes
 * a copy of them to its thread. */
#include "engine/protocol.h"

#include "engine/thinking.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

struct protocol {
    thinking *thinking;
    FILE *out;
    const char *version;
    char *spec;
    t48_rules rules;
    uint64_t game, seed;
    bool placed; /* there is a position */
    t48_grid grid;
};

lt_status protocol_new(protocol **out, const protocol_config *config, lt_error *err)
{
    *out = NULL;
    protocol *p = calloc(1, sizeof *p);
    if (p) p->spec = strdup(config->player);
    lt_status status =
        p && p->spec ? LT_OK : lt_fail(err, LT_NO_MEMORY, "not enough memory to begin");
    if (status == LT_OK) {
        p->out = config->out;
        p->version = config->version;
        p->rules = t48_rules_default();
        p->seed = 1;
        p->game = 1;
        status = thinking_new(&p->thinking, config->out, err);
    }
    if (status == LT_OK)
        *out = p;
    else
        protocol_free(p);
    return status;
}

void protocol_free(protocol *p)
{
    if (!p) return;
    thinking_free(p->thinking);
    free(p->spec);
    free(p);
}

/* --- commands --------------------------------------------------------------------------- */

/* A spec that cannot be right for any board is refused here; one that is not for this
 * size is refused when it is to think. */
static lt_status set_player(protocol *p, const request *r, lt_error *err)
{
    const char *spec = r->value[KEY_PLAYER];
    t48_player *player = NULL;
    if (!spec) return lt_fail(err, LT_BAD_INPUT, "a player is needed: set player SPEC");
    if (t48_player_new(&player, spec, &p->rules, err) == LT_BAD_INPUT) return LT_BAD_INPUT;
    t48_player_free(player);
    char *copy = strdup(spec);
    if (!copy) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    free(p->spec);
    p->spec = copy;
    return LT_OK;
}

static lt_status begin_game(protocol *p, const request *r, lt_error *err)
{
    t48_rules rules = p->rules;
    uint64_t seed = p->seed;
    const char *text = r->value[KEY_SEED];
    if (r->value[KEY_SIZE]) LT_TRY(t48_shape_parse(r->value[KEY_SIZE], &rules.shape, err));
    LT_TRY(request_number(r, KEY_FOURS, rules.fours, 0, 1, &rules.fours, err));
    if (text) { /* of 64 bits, which a real number does not hold */
        char *end;
        errno = 0;
        seed = strtoull(text, &end, 10);
        if (errno || *end || text[0] < '0' || text[0] > '9')
            return lt_fail(err, LT_BAD_INPUT, "seed takes a whole number from 0 to 2^64 - 1");
    }
    p->rules = rules;
    p->seed = seed;
    p->placed = false;
    p->game++;
    return LT_OK;
}

static lt_status place(protocol *p, const request *r, lt_error *err)
{
    t48_shape shape = {0, 0};
    t48_grid grid;
    if (!r->value[KEY_BOARD])
        return lt_fail(err, LT_BAD_INPUT,
                       "a board is needed: tiles row by row, with / between the rows");
    if (r->value[KEY_SIZE]) LT_TRY(t48_shape_parse(r->value[KEY_SIZE], &shape, err));
    LT_TRY(t48_grid_parse(r->value[KEY_BOARD], shape, &grid, err));
    p->grid = grid;
    p->rules.shape = grid.shape;
    p->placed = true;
    return LT_OK;
}

/* The player's spec with the limits of one search. */
static lt_status limit(char **spec, const request *r, lt_error *err)
{
    static const struct {
        int key;
        const char *name;
    } limits[] = {{KEY_DEPTH, "depth"}, {KEY_MS, "ms"}, {KEY_NODES, "nodes"}};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        double number;
        if (!r->value[limits[i].key]) continue;
        LT_TRY(request_number(r, limits[i].key, 0, 0, 1e15, &number, err));
        if (!cast_param(*spec, limits[i].name))
            return lt_fail(err, LT_BAD_INPUT, "%.*s has no limit %s; players tells what it has",
                           (int)strcspn(*spec, ":"), *spec, limits[i].name);
        char *longer = cast_spec_with(*spec, limits[i].name, number);
        if (!longer) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
        free(*spec);
        *spec = longer;
    }
    return LT_OK;
}

/* Takes the request over when it succeeds: its answer comes from the thread. */
static lt_status go(protocol *p, request *r, lt_error *err)
{
    protocol then = *p;
    if (r->value[KEY_BOARD] || r->value[KEY_SIZE]) LT_TRY(place(&then, r, err));
    if (!then.placed)
        return lt_fail(err, LT_BAD_INPUT, "there is no position yet; position BOARD sets one");
    if (!t48_grid_legal(&then.grid))
        return lt_fail(err, LT_BAD_INPUT, "no move is left on this board: the game is over");
    char *spec = strdup(p->spec);
    if (!spec) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    lt_status status = limit(&spec, r, err);
    if (status != LT_OK) {
        free(spec);
        return status;
    }
    *p = then;
    thinking_begin(p->thinking, &(thought){*r, spec, p->rules, p->game, p->seed, p->grid});
    *r = (request){.command = COMMANDS};
    return LT_OK;
}

static lt_status obey(protocol *p, request *r, json_t *answer, lt_error *err)
{
    if (!protocol_commands[r->command].any_time && thinking_busy(p->thinking))
        return lt_fail(err, LT_BUSY, "a board is being thought about; stop or wait first");
    switch (r->command) {
    case COMMAND_HELLO: answer_hello(answer, p->version); return LT_OK;
    case COMMAND_HELP: answer_help(answer); return LT_OK;
    case COMMAND_PLAYERS: answer_players(answer); return LT_OK;
    case COMMAND_SET: return set_player(p, r, err);
    case COMMAND_NEW: return begin_game(p, r, err);
    case COMMAND_POSITION: return place(p, r, err);
    case COMMAND_GO:
    case COMMAND_VALUES: return go(p, r, err);
    case COMMAND_STOP:
    case COMMAND_QUIT: thinking_stop(p->thinking); break;
    case COMMAND_WAIT: break;
    case COMMAND_PING:
    case COMMANDS: return LT_OK;
    }
    thinking_wait(p->thinking, 0);
    return LT_OK;
}

bool protocol_line(protocol *p, const char *line, size_t length)
{
    while (length && strchr(" \t\r", line[0]) && line[0]) line++, length--;
    while (length && strchr(" \t\r", line[length - 1]) && line[length - 1]) length--;
    if (length == 0) return true;
    request r;
    lt_error err;
    lt_status status = request_read(&r, line, length, &err);
    json_t *answer = answer_begin(&r);
    if (status == LT_OK) status = obey(p, &r, answer, &err);
    if (status != LT_OK) answer_error(answer, err.text);
    bool goes_on = r.command != COMMAND_QUIT || status != LT_OK;
    /* What is thought about is answered by the thread, to whom the request went. */
    if (status == LT_OK && r.command == COMMANDS)
        json_decref(answer);
    else
        goes_on = thinking_say(p->thinking, answer, r.json) && goes_on;
    request_release(&r);
    return goes_on;
}

bool protocol_too_long(protocol *p, bool json)
{
    json_t *answer = answer_begin(&(request){.word = "?"});
    lt_error err;
    lt_fail(&err, LT_BAD_INPUT, "a line has at most %d bytes; this one was dropped", PROTOCOL_LINE);
    answer_error(answer, err.text);
    return thinking_say(p->thinking, answer, json);
}

void protocol_settle(protocol *p)
{
    struct pollfd reader = {.fd = fileno(p->out)};
    while (!thinking_wait(p->thinking, 0.2))
        if (poll(&reader, 1, 0) > 0 && reader.revents & (POLLERR | POLLHUP | POLLNVAL))
            thinking_stop(p->thinking);
}
