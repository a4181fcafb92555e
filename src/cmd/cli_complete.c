/* Completion. An option's value and a command's words are described by the placeholders of
 * its help, so these are read here too: `a|b` are choices, in capitals stands what is meant
 * (FILE, SPEC, RxC; A and B are two players), and a synopsis is a list of forms between " | ". */
#include "cmd/cli_complete.h"

#include "base/text.h"
#include "cmd/cli.h"
#include "laatta/endgames.h"
#include "laatta/npuzzle.h"
#include "laatta/player.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

typedef struct completion {
    const char *word; /* what was typed of the last word */
    cli_candidate *tell;
    void *ctx;
    bool offered;
    cli_names names;
} completion;

static void offer(completion *c, const char *word, const char *about)
{
    if (strncmp(word, c->word, strlen(c->word)) != 0) return;
    c->tell(c->ctx, word, about);
    c->offered = true;
}

/* --- specs ------------------------------------------------------------------------- */

typedef struct entry {
    const char *name, *summary;
    const lt_param *params;
    size_t param_count;
    const char *eval; /* its parameters count too */
} entry;

static entry player_at(size_t i)
{
    const t48_player_info *p = t48_player_info_at(i);
    return (entry){p->name, p->summary, p->params, p->param_count, p->eval};
}

static entry eval_at(size_t i)
{
    const t48_eval_info *e = t48_eval_info_at(i);
    return (entry){e->name, e->summary, e->params, e->param_count, NULL};
}

static entry solver_at(size_t i)
{
    np_entry e = np_solver_entry(i);
    return (entry){e.name, e.summary, e.params, e.param_count, NULL};
}

static entry heuristic_at(size_t i)
{
    np_entry e = np_heuristic_entry(i);
    return (entry){e.name, e.summary, e.params, e.param_count, NULL};
}

typedef entry entry_at(size_t index);

/* The values of one parameter, behind what stands before it. */
static void offer_values(completion *c, const lt_param *p, const char *before, size_t length)
{
    char word[512];
    if (p->type == LT_TEXT && strcmp(p->name, "net") == 0) c->names = CLI_FILES;
    if (p->type == LT_TEXT && strcmp(p->name, "table") == 0) c->names = CLI_FILES;
    if (p->type == LT_TEXT && strcmp(p->name, "tables") == 0) c->names = CLI_FOLDERS;
    if (p->type != LT_CHOICE) return;
    for (const char *at = p->choices; *at; at += strcspn(at, "|"), at += *at == '|') {
        snprintf(word, sizeof word, "%.*s%.*s", (int)length, before, (int)strcspn(at, "|"), at);
        offer(c, word, p->summary);
    }
}

/* KEY= of every parameter, or the values of the one that is being typed. */
static void offer_params(completion *c, const entry *e, size_t before)
{
    const char *item = c->word + before, *equals = strchr(item, '=');
    char word[512];
    for (size_t i = 0; i < e->param_count; i++) {
        const lt_param *p = &e->params[i];
        if (equals && strncmp(item, p->name, (size_t)(equals - item)) == 0 &&
            p->name[equals - item] == '\0')
            offer_values(c, p, c->word, (size_t)(equals + 1 - c->word));
        snprintf(word, sizeof word, "%.*s%s=", (int)before, c->word, p->name);
        if (!equals) offer(c, word, p->summary);
    }
}

/* Names of a table, or what can be set on the one that stands before the colon. */
static void offer_specs(completion *c, size_t count, entry_at *at)
{
    size_t name = strcspn(c->word, ":");
    for (size_t i = 0; i < count; i++) {
        entry e = at(i);
        if (c->word[name] != ':') {
            offer(c, e.name, e.summary);
            continue;
        }
        if (strlen(e.name) != name || strncmp(e.name, c->word, name) != 0) continue;
        const char *comma = strrchr(c->word, ',');
        size_t before = comma ? (size_t)(comma + 1 - c->word) : name + 1;
        offer_params(c, &e, before);
        if (!e.eval) continue;
        lt_param which = {.name = "eval", .summary = "evaluation by name", .type = LT_TEXT};
        offer_params(c, &(entry){.params = &which, .param_count = 1}, before);
        for (size_t k = 0; k < t48_eval_count(); k++) {
            entry eval = eval_at(k);
            char word[512];
            snprintf(word, sizeof word, "%.*seval=%s", (int)before, c->word, eval.name);
            if (strncmp(c->word + before, "eval=", 5) == 0) offer(c, word, eval.summary);
            if (strcmp(eval.name, e.eval) == 0) offer_params(c, &eval, before);
        }
    }
}

/* --- placeholders ----------------------------------------------------------------------- */

static bool is(const char *token, size_t length, const char *name)
{
    return strlen(name) == length && strncmp(token, name, length) == 0;
}

/* One alternative of a placeholder. Words are for themselves; a word with a tail in
 * capitals (reach:TILE) up to the tail. */
static void offer_one(completion *c, const char *token, size_t length, const char *about)
{
    static const char *const sizes[] = {"2x2", "2x3", "2x4", "3x3", "3x4",
                                        "4x4", "5x5", "6x6", "7x7", "8x8"};
    if (is(token, length, "SPEC") || is(token, length, "A") || is(token, length, "B"))
        offer_specs(c, t48_player_count(), player_at);
    else if (is(token, length, "SOLVER"))
        offer_specs(c, np_solver_count(), solver_at);
    else if (is(token, length, "HEURISTIC"))
        offer_specs(c, np_heuristic_count(), heuristic_at);
    else if (is(token, length, "RxC") || is(token, length, "ROWSxCOLUMNS"))
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) offer(c, sizes[i], about);
    else if (is(token, length, "FILE") || is(token, length, "CHECKPOINT") ||
             is(token, length, "NETWORK"))
        c->names = CLI_FILES;
    else if (is(token, length, "DIR") && c->names == CLI_NO_NAMES)
        c->names = CLI_FOLDERS;
    else if (is(token, length, "PATTERN"))
        for (size_t i = 0; t48_endgame_pattern_name(i); i++)
            offer(c, t48_endgame_pattern_name(i), "endgame pattern");
    else if (islower((unsigned char)*token) || isdigit((unsigned char)*token)) {
        char word[64];
        size_t plain = 0;
        while (plain < length && !isupper((unsigned char)token[plain])) plain++;
        snprintf(word, sizeof word, "%.*s", (int)plain, token);
        offer(c, word, about);
    }
}

static void offer_choices(completion *c, const char *token, size_t length, const char *about)
{
    while (length > 0) {
        size_t one = 0;
        while (one < length && token[one] != '|') one++;
        size_t name = one; /* FILE... */
        while (name > 0 && token[name - 1] == '.') name--;
        offer_one(c, token, name, about);
        token += one + (one < length);
        length -= one + (one < length);
    }
}

/* The next token of a synopsis without brackets; its length, 0 at the end. */
static size_t next_token(const char **at)
{
    *at += strspn(*at, " []");
    size_t length = strcspn(*at, " []");
    return length;
}

/* Does a word that was typed fit a token of a form? */
static bool fits(const char *token, size_t length, const char *word)
{
    for (size_t at = 0; at < length; at++) {
        size_t one = 0;
        while (at + one < length && token[at + one] != '|') one++;
        bool literal = islower((unsigned char)token[at]) || isdigit((unsigned char)token[at]);
        if (!literal || is(token + at, one, word)) return true;
        at += one;
    }
    return false;
}

/* What the forms of a synopsis have at the place after `count` words. */
static void offer_words(completion *c, const cli_command *command, int count,
                        const char *const *words)
{
    int place = 0;
    bool fitting = true, value = false;
    const char *at = command->synopsis;
    for (size_t length; (length = next_token(&at)) > 0; at += length) {
        bool option = strncmp(at, "--", 2) == 0, capitals = isupper((unsigned char)*at);
        if (is(at, length, "|")) {
            place = 0;
            fitting = true;
        } else if (option || is(at, length, "OPTIONS") || is(at, length, "...")) {
            value = option; /* its placeholder follows, if it takes one */
            continue;
        } else if (!(value && capitals)) {
            if (place == count && fitting) offer_choices(c, at, length, command->summary);
            /* Of several words the last may come again. */
            bool again = length > 3 && strncmp(at + length - 3, "...", 3) == 0;
            if (again && place < count && fitting) offer_choices(c, at, length, "");
            if (place < count) fitting = fitting && fits(at, length, words[place]);
            place++;
        }
        value = false;
    }
}

/* --- the line --------------------------------------------------------------------------- */

static const cli_option *option_of(const cli_command *command, const char *word)
{
    if (strncmp(word, "--", 2) != 0) return NULL;
    for (const cli_option *o = command->options; o && o->name; o++)
        if (strcmp(o->name, word + 2) == 0) return o;
    return NULL;
}

static void offer_options(completion *c, const cli_command *command)
{
    char word[64];
    offer(c, "--help", "what it does, with examples");
    offer(c, "--quiet", "no progress and no notes");
    offer(c, "--verbose", "progress also where there is no terminal, and what was read");
    for (const cli_option *o = command->options; o && o->name; o++) {
        snprintf(word, sizeof word, "--%s", o->name);
        offer(c, word, o->summary);
    }
}

static void complete_command(completion *c, const cli_command *command, int count,
                             const char *const *words)
{
    const char *plain[64];
    int plain_count = 0;
    const cli_option *open = NULL; /* one that waits for its value */
    for (int i = 0; i < count; i++) {
        const cli_option *o = open ? NULL : option_of(command, words[i]);
        if (!o && !open && strncmp(words[i], "--", 2) != 0 && plain_count < 64)
            plain[plain_count++] = words[i];
        open = o && o->value ? o : NULL;
    }
    if (open)
        offer_choices(c, open->value, strlen(open->value), open->summary);
    else if (c->word[0] != '-')
        offer_words(c, command, plain_count, plain);
    bool nothing = c->word[0] == '\0' && !c->offered && !c->names; /* no word is meant */
    if (!open && (c->word[0] == '-' || nothing)) offer_options(c, command);
}

cli_names cli_complete(int count, const char *const *words, cli_candidate *candidate, void *ctx)
{
    completion c = {.word = count ? words[count - 1] : "", .tell = candidate, .ctx = ctx};
    if (count <= 1) {
        for (size_t i = 0; i < cli_command_count; i++)
            offer(&c, cli_commands[i]->name, cli_commands[i]->summary);
        offer(&c, "--help", "the commands there are");
        offer(&c, "--version", "what this program is");
        return CLI_NO_NAMES;
    }
    const cli_command *command = cli_find_command(words[0]);
    if (!command) return CLI_NO_NAMES;
    if (!command->family) {
        complete_command(&c, command, count - 2, words + 1);
    } else if (count == 2) {
        for (const cli_command *const *m = command->family; *m; m++)
            offer(&c, cli_member_word(*m), (*m)->summary);
    } else {
        const cli_command *member = cli_find_member(command, words[1]);
        if (member) complete_command(&c, member, count - 3, words + 2);
    }
    return c.names;
}
