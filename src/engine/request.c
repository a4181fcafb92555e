/* Reading commands. Both forms fill the same keys with text; what a text means is decided
 * once, by the code that uses it. */
#include "engine/request.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const protocol_about protocol_commands[COMMANDS] = {
#define X(name, word, keys, any_time, summary) {word, keys, any_time, summary},
    PROTOCOL_COMMANDS(X)
#undef X
};

static const struct {
    const char *word;
    bool rest;
} keys[KEYS] = {
#define X(name, word, rest) {word, rest},
    PROTOCOL_KEYS(X)
#undef X
};

static int key_of(const char *word, size_t length)
{
    for (int k = 0; k < KEYS; k++)
        if (strlen(keys[k].word) == length && memcmp(keys[k].word, word, length) == 0) return k;
    return KEYS;
}

static lt_status set_command(request *r, const char *word, size_t length, lt_error *err)
{
    size_t shown = length < sizeof r->word - 1 ? length : sizeof r->word - 1;
    for (size_t i = 0; i < shown; i++) r->word[i] = word[i] > ' ' && word[i] < 127 ? word[i] : '?';
    r->word[shown] = '\0';
    for (int c = 0; c < COMMANDS; c++)
        if (strlen(protocol_commands[c].word) == length &&
            memcmp(protocol_commands[c].word, word, length) == 0) {
            r->command = (protocol_command)c;
            return LT_OK;
        }
    return lt_fail(err, LT_BAD_INPUT, "there is no such command; help lists them");
}

static lt_status set_key(request *r, int key, const char *value, size_t length, lt_error *err)
{
    if (r->value[key]) return lt_fail(err, LT_BAD_INPUT, "%s is given twice", keys[key].word);
    r->value[key] = strndup(value, length);
    return r->value[key] ? LT_OK : lt_fail(err, LT_NO_MEMORY, "not enough memory");
}

static lt_status refuse_key(const request *r, const char *word, size_t length, lt_error *err)
{
    char names[128] = "", shown[32];
    for (int k = 0; k < KEYS; k++)
        if (protocol_commands[r->command].keys >> k & 1) {
            strcat(names, names[0] ? ", " : "");
            strcat(names, keys[k].word);
        }
    snprintf(shown, sizeof shown, "%.*s", length < 24 ? (int)length : 24, word);
    return lt_fail(err, LT_BAD_INPUT, "%s does not take \"%s\"; it takes %s", r->word, shown,
                   names[0] ? names : "nothing");
}

/* --- words ------------------------------------------------------------------------- */

static const char blanks[] = " \t\r";

static size_t next_word(const char **at, const char **word)
{
    *at += strspn(*at, blanks);
    *word = *at;
    size_t length = strcspn(*at, blanks);
    *at += length;
    return length;
}

static lt_status read_words(request *r, const char *at, lt_error *err)
{
    const char *word;
    size_t length = next_word(&at, &word);
    LT_TRY(set_command(r, word, length, err));
    unsigned takes = protocol_commands[r->command].keys;
    while ((length = next_word(&at, &word)) > 0) {
        int key = key_of(word, length);
        bool known = key < KEYS && takes >> key & 1;
        /* A board needs no name. */
        if (!known && takes & KEY_BIT(BOARD)) {
            key = KEY_BOARD;
            at = word;
        } else if (!known) {
            return refuse_key(r, word, length, err);
        }
        if (keys[key].rest) {
            at += strspn(at, blanks);
            word = at;
            length = strlen(at);
            while (length && strchr(blanks, at[length - 1])) length--;
            at += strlen(at);
        } else {
            length = next_word(&at, &word);
        }
        if (length == 0)
            return lt_fail(err, LT_BAD_INPUT, "%s needs a value behind it", keys[key].word);
        LT_TRY(set_key(r, key, word, length, err));
    }
    return LT_OK;
}

/* --- JSON ---------------------------------------------------------------------------- */

enum { NUMBER = 40 };

static bool number_text(const json_t *value, char text[NUMBER])
{
    if (json_is_integer(value))
        snprintf(text, NUMBER, "%lld", (long long)json_integer_value(value));
    else if (json_is_real(value))
        snprintf(text, NUMBER, "%.17g", json_real_value(value));
    else
        return false;
    return true;
}

/* [[2, 4], [0, 8]] as "2 4/0 8"; NULL if it is no board. */
static char *board_text(const json_t *rows)
{
    size_t count = json_array_size(rows), used = 0;
    char *text = count > 0 && count <= 64 ? malloc(count * 64 * NUMBER + 1) : NULL;
    for (size_t i = 0; text && i < count; i++) {
        const json_t *row = json_array_get(rows, i);
        bool fine = json_array_size(row) > 0 && json_array_size(row) <= 64;
        for (size_t k = 0; fine && k < json_array_size(row); k++) {
            char number[NUMBER];
            fine = number_text(json_array_get(row, k), number);
            if (fine) used += (size_t)sprintf(text + used, "%s%s", k ? " " : i ? "/" : "", number);
        }
        if (fine) continue;
        free(text);
        text = NULL;
    }
    return text;
}

static lt_status set_member(request *r, const char *name, const json_t *value, lt_error *err)
{
    int key = key_of(name, strlen(name));
    if (key == KEYS || !(protocol_commands[r->command].keys >> key & 1))
        return refuse_key(r, name, strlen(name), err);
    char number[NUMBER];
    if (json_is_string(value))
        return set_key(r, key, json_string_value(value), json_string_length(value), err);
    if (number_text(value, number)) return set_key(r, key, number, strlen(number), err);
    if (key == KEY_BOARD) r->value[key] = board_text(value);
    if (r->value[key]) return LT_OK;
    return lt_fail(err, LT_BAD_INPUT, "%s must be a text or a number%s", name,
                   key == KEY_BOARD ? ", or a list of rows of tiles" : "");
}

static lt_status read_json(request *r, const char *line, size_t length, lt_error *err)
{
    json_error_t wrong;
    json_t *object = json_loadb(line, length, JSON_REJECT_DUPLICATES, &wrong);
    if (!object)
        return lt_fail(err, LT_BAD_INPUT, "this is no JSON object: %s, at character %d", wrong.text,
                       wrong.position);
    lt_status status = LT_OK;
    json_t *id = json_object_get(object, "id"), *command = json_object_get(object, "do");
    if (json_is_integer(id) || json_is_string(id))
        r->id = json_incref(id);
    else if (id)
        status = lt_fail(err, LT_BAD_INPUT, "id must be a text or a whole number");
    if (status == LT_OK && !json_is_string(command))
        status = lt_fail(err, LT_BAD_INPUT, "a member \"do\" must name the command");
    if (status == LT_OK)
        status = set_command(r, json_string_value(command), json_string_length(command), err);
    const char *name;
    json_t *value;
    json_object_foreach(object, name, value)
    {
        if (status == LT_OK && strcmp(name, "id") != 0 && strcmp(name, "do") != 0)
            status = set_member(r, name, value, err);
    }
    json_decref(object);
    return status;
}

/* --- both ------------------------------------------------------------------------------ */

lt_status request_read(request *r, const char *line, size_t length, lt_error *err)
{
    *r = (request){.json = length > 0 && line[0] == '{', .command = COMMANDS, .word = "?"};
    if (memchr(line, '\0', length)) return lt_fail(err, LT_BAD_INPUT, "a line holds a zero byte");
    if (r->json) return read_json(r, line, length, err);
    char *text = strndup(line, length);
    if (!text) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    lt_status status = read_words(r, text, err);
    free(text);
    return status;
}

void request_release(request *r)
{
    json_decref(r->id);
    for (int k = 0; k < KEYS; k++) free(r->value[k]);
}

lt_status request_number(const request *r, int key, double fallback, double low, double high,
                         double *number, lt_error *err)
{
    const char *text = r->value[key];
    *number = fallback;
    if (!text) return LT_OK;
    char *end;
    errno = 0;
    double parsed = strtod(text, &end);
    if (errno || *end || end == text || !isfinite(parsed) || parsed < low || parsed > high)
        return lt_fail(err, LT_BAD_INPUT, "%s takes a number from %g to %g", keys[key].word, low,
                       high);
    *number = parsed;
    return LT_OK;
}
