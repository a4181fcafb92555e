/* external: another program moves. It speaks the protocol of docs/PROTOCOL.md, of which
 * it needs four commands: hello, new, position and go; each has one last line as its
 * answer. laatta never waits longer than `seconds`: a program that crashes, is silent,
 * floods, talks rubbish or makes an illegal move loses its game there, with the reason,
 * and is started anew for the next one. */
#include "twenty48/player/player_ops.h"

#include "base/clock.h"
#include "base/process.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

enum { LINES_MAX = 10000 }; /* before the last line of an answer */

typedef struct memory {
    lt_process *process; /* NULL: not running */
    bool tells_values;   /* it has said so in its answer to hello */
    bool begun;          /* it knows of this game */
    char trouble[LT_ERROR_TEXT];
} memory;

static const lt_param params[] = {
    {"cmd", "the program, as for a shell: external:cmd=\"python3 bot.py\"", LT_TEXT, 0, 0, 0, NULL,
     ""},
    {"seconds", "how long it may take for an answer", LT_REAL, 30, 0.01, 86400, NULL, NULL},
};

/* --- one command and its answer ----------------------------------------------------- */

/* An answer: the lines before the last are looked at as they come. */
typedef struct answer {
    t48_dir best;
    uint64_t nodes;
    double value[T48_DIRS];
    unsigned valued; /* bit d: value[d] was told */
    bool tells_values;
} answer;

static bool first_word(const char *line, const char *word)
{
    size_t n = strlen(word);
    return strncmp(line, word, n) == 0 && (line[n] == ' ' || line[n] == '\0');
}

static t48_dir dir_named(const char *text, size_t length)
{
    for (int d = 0; d < T48_DIRS; d++)
        if (strlen(t48_dir_name((t48_dir)d)) == length &&
            memcmp(t48_dir_name((t48_dir)d), text, length) == 0)
            return (t48_dir)d;
    return T48_NONE;
}

/* The word at *at, which moves past it and the blanks behind it. */
static size_t take_word(const char **at, const char **word)
{
    *word = *at;
    size_t length = strcspn(*at, " ");
    *at += length;
    *at += strspn(*at, " ");
    return length;
}

/* "value up 12.5" */
static bool read_value(const char *at, answer *a)
{
    const char *word;
    size_t length = take_word(&at, &word);
    t48_dir dir = dir_named(word, length);
    length = take_word(&at, &word);
    double value;
    if (dir == T48_NONE || *at || !lt_parse_real(word, length, &value)) return false;
    a->value[dir] = value;
    a->valued |= 1u << dir;
    return true;
}

/* "best up", perhaps with "nodes 123" and other pairs behind it */
static bool read_best(const char *at, answer *a)
{
    const char *word;
    size_t length = take_word(&at, &word);
    a->best = dir_named(word, length);
    while (*at) {
        unsigned long long number;
        length = take_word(&at, &word);
        bool nodes = length == 5 && memcmp(word, "nodes", 5) == 0;
        length = take_word(&at, &word);
        if (nodes && lt_parse_u64(word, length, &number)) a->nodes = number;
    }
    return a->best != T48_NONE;
}

/* Reads up to the last line of the answer to `command`, which begins with `last`. */
static lt_status read_answer(memory *m, const char *command, const char *last,
                             const lt_patience *patience, answer *a, lt_error *err)
{
    for (int lines = 0; lines < LINES_MAX; lines++) {
        const char *line;
        char shown[64];
        LT_TRY(lt_process_line(m->process, &line, patience, err));
        if (first_word(line, "error"))
            return lt_fail(err, LT_BAD_INPUT, "its answer to %s was: %s", command,
                           lt_quote(shown, sizeof shown, line, strlen(line)));
        bool best = first_word(line, "best"), fine = true;
        if (best || first_word(line, "ok")) {
            fine =
                first_word(line, last) && (!best || read_best(line + 4 + strspn(line + 4, " "), a));
            if (fine) return LT_OK;
        } else if (first_word(line, "value")) {
            fine = read_value(line + 5 + strspn(line + 5, " "), a);
        } else if (strcmp(line, "id values") == 0) {
            a->tells_values = true;
        } else {
            fine = first_word(line, "id") || first_word(line, "info") || first_word(line, "unit");
        }
        if (!fine)
            return lt_fail(err, LT_BAD_INPUT, "its answer to %s was \"%s\", not %s", command,
                           lt_quote(shown, sizeof shown, line, strlen(line)), last);
    }
    return lt_fail(err, LT_BAD_INPUT, "it wrote %d lines for %s, and no answer", LINES_MAX,
                   command);
}

static lt_patience patience_of(const t48_player *player)
{
    return (lt_patience){.deadline = lt_clock_now() + lt_params_real(&player->params, "seconds"),
                         .control = player->control};
}

/* --- the program ------------------------------------------------------------------------ */

static void end_program(memory *m)
{
    lt_process_end(m->process);
    m->process = NULL;
}

static lt_status start_program(t48_player *player, lt_error *err)
{
    memory *m = player->memory;
    if (m->process) return LT_OK;
    LT_TRY(lt_process_start(&m->process, lt_params_text(&player->params, "cmd"), err));
    lt_patience patience = patience_of(player);
    answer a = {.best = T48_NONE};
    lt_status status = lt_process_send(m->process, "hello\n", 6, &patience, err);
    if (status == LT_OK) status = read_answer(m, "hello", "ok", &patience, &a, err);
    m->tells_values = a.tells_values;
    if (status != LT_OK) end_program(m);
    return status;
}

static lt_status init(t48_player *player, lt_error *err)
{
    const char *cmd = lt_params_text(&player->params, "cmd");
    if (!*cmd)
        return lt_fail(err, LT_UNSUPPORTED,
                       "external needs the program that is to play: external:cmd=\"python3 bot.py\""
                       " (docs/PROTOCOL.md tells what it must speak)");
    lt_error why;
    lt_status status = start_program(player, &why);
    if (status == LT_OK) return LT_OK;
    char shown[64];
    return lt_fail(err, status == LT_CANCELLED ? LT_CANCELLED : LT_UNAVAILABLE, "external: %s: %s",
                   lt_quote(shown, sizeof shown, cmd, strlen(cmd)), why.text);
}

static void release(t48_player *player)
{
    end_program(player->memory);
}

static void begin(t48_player *player)
{
    memory *m = player->memory;
    m->begun = false;
    m->trouble[0] = '\0';
}

static const char *trouble(const t48_player *player)
{
    const memory *m = player->memory;
    return m->trouble[0] ? m->trouble : NULL;
}

/* --- a move ------------------------------------------------------------------------------- */

/* All commands go out at once: one way there and back for a move. */
static lt_status ask(t48_player *player, const t48_state *state, bool values, answer *a,
                     lt_error *err)
{
    memory *m = player->memory;
    char commands[T48_GRID_TEXT + 200], board[T48_GRID_TEXT];
    size_t length = 0;
    LT_TRY(start_program(player, err));
    const char *go = values && m->tells_values ? "values" : "go";
    bool fresh = !m->begun;
    if (fresh)
        length = (size_t)snprintf(
            commands, sizeof commands, "new size %ux%u fours %.12g seed %llu\n", state->shape.rows,
            state->shape.cols, player->rules.fours, (unsigned long long)lt_rng_next(&player->rng));
    t48_grid grid = t48_state_grid(state);
    length += (size_t)snprintf(commands + length, sizeof commands - length, "position %s\n%s\n",
                               t48_grid_format(&grid, board), go);
    lt_patience patience = patience_of(player);
    LT_TRY(lt_process_send(m->process, commands, length, &patience, err));
    if (fresh) LT_TRY(read_answer(m, "new", "ok", &patience, a, err));
    m->begun = true;
    LT_TRY(read_answer(m, "position", "ok", &patience, a, err));
    return read_answer(m, go, "best", &patience, a, err);
}

static t48_dir choose(t48_player *player, const t48_state *state, unsigned legal,
                      t48_advice *advice)
{
    memory *m = player->memory;
    answer a = {.best = T48_NONE};
    lt_error err = {.status = LT_OK};
    if (m->trouble[0]) return T48_NONE; /* it has lost this game */
    lt_status status = ask(player, state, advice != NULL, &a, &err);
    if (status == LT_OK && !t48_is_legal(legal, a.best))
        status = lt_fail(&err, LT_BAD_INPUT, "its move %s is not legal", t48_dir_name(a.best));
    if (status != LT_OK) {
        end_program(m); /* whatever it still says belongs to a game that is over */
        if (status != LT_CANCELLED)
            snprintf(m->trouble, sizeof m->trouble, "%.*s", (int)sizeof m->trouble - 1, err.text);
        return T48_NONE;
    }
    player->nodes += a.nodes ? a.nodes : 1;
    if (advice) {
        bool all = (a.valued & legal) == legal;
        advice->unit = all ? "as the program values it" : "1 for its move";
        for (int d = 0; d < T48_DIRS; d++)
            if (t48_is_legal(legal, (t48_dir)d))
                advice->value[d] = all ? a.value[d] : d == (int)a.best;
    }
    return a.best;
}

const t48_player_ops t48_player_external = {
    .info = {.name = "external",
             .summary = "Another program: whatever speaks the protocol of laatta engine",
             .params = params,
             .param_count = sizeof params / sizeof params[0],
             .timed_by = "seconds",
             .outside = true},
    .memory_size = sizeof(memory),
    .init = init,
    .release = release,
    .begin = begin,
    .choose = choose,
    .trouble = trouble,
};
