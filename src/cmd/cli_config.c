/* Lines `key = value`; # begins a comment. Whatever is not understood is refused: a
 * default that is silently ignored would be worse than none. */
#include "cmd/cli_config.h"

#include "base/dirs.h"
#include "base/files.h"
#include "base/spec.h"
#include "base/threads.h"
#include "laatta/player.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CONFIG_MAX = 65536 };

static struct {
    lt_text path;
    bool found;
    char *player;
    uint64_t threads;
} config;

static char *trimmed(char *text)
{
    while (isspace((unsigned char)*text)) text++;
    size_t length = strlen(text);
    while (length && isspace((unsigned char)text[length - 1])) text[--length] = '\0';
    return text;
}

static bool wrong(size_t line, const char *text)
{
    fprintf(stderr, "laatta: %s, line %zu: %s\n", lt_text_str(&config.path), line, text);
    return false;
}

static const char *name_at(size_t index)
{
    return t48_player_info_at(index)->name;
}

/* Only whether there is such a player: the rest is told by the command that makes it, and
 * no network is read for those that make none. */
static bool set_player(const char *spec, size_t line)
{
    lt_error err;
    size_t index;
    if (lt_spec_find("player", spec, t48_player_count(), name_at, &index, &err) != LT_OK)
        return wrong(line, err.text);
    free(config.player);
    config.player = strdup(spec);
    return config.player != NULL;
}

static bool set(const char *key, const char *value, size_t line)
{
    unsigned long long number;
    if (!*value) return wrong(line, "a value is missing behind =");
    if (strcmp(key, "player") == 0) return set_player(value, line);
    if (strcmp(key, "db") == 0) return setenv("LAATTA_DB", value, 0) == 0;
    if (strcmp(key, "threads") != 0)
        return wrong(line, "this key is not known; there are player, db and threads");
    char range[60];
    snprintf(range, sizeof range, "threads takes a whole number from 1 to %d", LT_THREADS_MAX);
    if (!lt_parse_u64(value, strlen(value), &number) || number < 1 || number > LT_THREADS_MAX)
        return wrong(line, range);
    config.threads = number;
    return true;
}

static bool read_lines(char *text)
{
    size_t number = 0;
    for (char *line = text, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next) *next++ = '\0';
        number++;
        char *content = trimmed(line);
        if (!*content || *content == '#') continue;
        char *equals = strchr(content, '=');
        if (!equals) return wrong(number, "a line is KEY = VALUE, or begins with #");
        *equals = '\0';
        if (!set(trimmed(content), trimmed(equals + 1), number)) return false;
    }
    return true;
}

bool cli_config_load(void)
{
    lt_error err;
    char *text;
    size_t length;
    lt_text_init(&config.path);
    if (!lt_config_path("config", &config.path)) return true;
    config.found = access(lt_text_str(&config.path), F_OK) == 0;
    if (!config.found) return true;
    if (lt_file_load(lt_text_str(&config.path), CONFIG_MAX, &text, &length, &err) != LT_OK) {
        fprintf(stderr, "laatta: %s\n", err.text);
        return false;
    }
    bool fine = strlen(text) == length || wrong(1, "it holds a zero byte: it is no text");
    fine = fine && read_lines(text);
    free(text);
    return fine;
}

void cli_config_release(void)
{
    lt_text_release(&config.path);
    free(config.player);
    config.player = NULL;
}

const char *cli_config_path(bool *found)
{
    *found = config.found;
    return config.path.length ? lt_text_str(&config.path) : NULL;
}

uint64_t cli_config_threads(void)
{
    return config.threads;
}

const char *cli_player(const cli_args *args, const char *fallback)
{
    const char *given = cli_value(args, "player");
    return given ? given : config.player ? config.player : fallback;
}
