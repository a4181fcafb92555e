/* Taking a URL apart, from left to right, in a copy of it. */
#include "store/database_url.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static lt_status wrong(lt_error *err, const char *what)
{
    return lt_fail(
        err, LT_BAD_INPUT,
        "the database's URL has %s; allowed is "
        "SCHEME://USER:PASSWORD@HOST:PORT/DATABASE?OPTION=VALUE, with HOST:PORT,HOST:PORT "
        "for several servers and %%XX for any of ,:/?#@%%& inside a part",
        what);
}

static int hex(char digit)
{
    if (digit >= '0' && digit <= '9') return digit - '0';
    digit |= 0x20;
    return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

/* Replaces %XX in place; false for a broken one or a zero byte. */
static bool decode(char *part)
{
    char *to = part;
    for (; *part; part++, to++) {
        if (*part != '%') {
            *to = *part;
            continue;
        }
        int high = hex(part[1]), low = high < 0 ? -1 : hex(part[2]);
        if (low < 0 || high + low == 0) return false;
        *to = (char)(high * 16 + low);
        part += 2;
    }
    *to = '\0';
    return true;
}

/* Ends `part` at the first of `mark` and returns what follows, or NULL. */
static char *split(char *part, char mark)
{
    char *at = strchr(part, mark);
    if (at) *at++ = '\0';
    return at;
}

static lt_status options(database_url *url, char *rest, lt_error *err)
{
    while (rest && *rest) {
        char *key = rest, *value;
        rest = split(key, '&');
        value = split(key, '=');
        if (!value || !*key || !decode(key) || !decode(value))
            return wrong(err, "an option that is not OPTION=VALUE");
        if (database_url_option(url, key)) return wrong(err, "an option twice");
        if (url->option_count == DATABASE_URL_OPTIONS) return wrong(err, "too many options");
        url->options[url->option_count].key = key;
        url->options[url->option_count++].value = value;
    }
    return LT_OK;
}

static lt_status port(database_host *host, const char *digits, lt_error *err)
{
    unsigned long long number;
    if (!*digits) return LT_OK;
    if (!lt_parse_u64(digits, strlen(digits), &number) || number < 1 || number > 65535)
        return wrong(err, "a port that is not a number from 1 to 65535");
    host->port = (unsigned)number;
    return LT_OK;
}

static lt_status host(database_host *host, char *part, lt_error *err)
{
    char *digits;
    if (*part == '[') {
        digits = split(++part, ']');
        if (!digits || (*digits && *digits++ != ':')) return wrong(err, "a host without its ]");
    } else {
        digits = split(part, ':');
    }
    if (!decode(part)) return wrong(err, "a % without two digits after it");
    if (*part) host->name = part;
    return digits ? port(host, digits, err) : LT_OK;
}

static lt_status hosts(database_url *url, char *rest, lt_error *err)
{
    bool several = strchr(rest, ',') != NULL;
    while (rest) {
        char *part = rest;
        rest = split(part, ',');
        if (url->host_count == DATABASE_URL_HOSTS) return wrong(err, "too many hosts");
        database_host *next = &url->hosts[url->host_count++];
        LT_TRY(host(next, part, err));
        if (several && !next->name) return wrong(err, "a host without a name beside others");
    }
    return LT_OK;
}

static lt_status take_apart(database_url *url, char *rest, lt_error *err)
{
    if (strncmp(rest, "//", 2) != 0) return wrong(err, "no // after its scheme");
    rest += 2;
    /* A raw / ? # in a password cuts the authority short; the @ behind it tells. */
    size_t authority = strcspn(rest, "/?#");
    if (strpbrk(rest + authority, "@#")) return wrong(err, "an @ or # where none may be");
    char *query = split(rest, '?');
    char *database = split(rest, '/');
    if (database && strchr(database, '/')) return wrong(err, "a / in the name of its database");
    if (database && *database) url->database = database;

    char *at = strrchr(rest, '@');
    if (at) {
        *at = '\0';
        char *password = split(rest, ':');
        if (*rest) url->user = rest;
        url->password = password;
        if (!decode(rest) || (password && !decode(password)))
            return wrong(err, "a % without two digits after it");
        rest = at + 1;
    }
    if (database && !decode(database)) return wrong(err, "a % without two digits after it");
    LT_TRY(hosts(url, rest, err));
    return options(url, query, err);
}

lt_status database_url_parse(database_url *url, const char *text, lt_error *err)
{
    *url = (database_url){0};
    const char *colon = strchr(text, ':');
    if (!colon) return wrong(err, "no scheme");
    url->storage = strdup(colon + 1);
    if (!url->storage) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    lt_status status = take_apart(url, url->storage, err);
    if (status != LT_OK) database_url_release(url);
    if (status == LT_OK && !url->password) url->password = getenv("LAATTA_DB_PASSWORD");
    return status;
}

void database_url_release(database_url *url)
{
    free(url->storage);
    *url = (database_url){0};
}

const char *database_url_option(const database_url *url, const char *key)
{
    for (int i = 0; i < url->option_count; i++)
        if (strcmp(url->options[i].key, key) == 0) return url->options[i].value;
    return NULL;
}
