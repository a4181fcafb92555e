/* Where a network is found by its name, or when nobody names one. */
#include "twenty48/net/net.h"

#include "base/dirs.h"

#include <stdlib.h>
#include <string.h>

/* What a caller or the environment names; NULL: nothing. */
static const char *named_by(const char *path)
{
    const char *named = path[0] ? path : getenv("LAATTA_NET");
    return named && named[0] ? named : NULL;
}

bool t48_net_is_default(const char *path)
{
    return named_by(path) == NULL;
}

#ifdef LAATTA_NETS_INSIDE

#include "laatta/net_inside.h"

lt_status t48_net_find(t48_net **net, const char *path, const char *name, lt_error *err)
{
    if (named_by(path)) name = named_by(path);
    lt_text names;
    lt_text_init(&names);
    for (const t48_net_inside *n = t48_nets_inside; n->name; n++) {
        if (strcmp(name, n->name) == 0) {
            lt_text_release(&names);
            if (!n->bytes)
                return lt_fail(err, LT_UNAVAILABLE,
                               "the network %s does not travel inside and has not been brought",
                               name);
            return t48_net_parse(net, n->bytes, n->size, name, err);
        }
        lt_text_printf(&names, "%s%s", names.length ? ", " : "", n->name);
    }
    lt_status status = lt_fail(err, LT_UNAVAILABLE,
                               "there is no network %s here, only %s; others are for the command "
                               "laatta, which can read files",
                               name, lt_text_str(&names));
    lt_text_release(&names);
    return status;
}

#else

#include <unistd.h>

#ifndef LAATTA_NETS_SOURCE
#define LAATTA_NETS_SOURCE ""
#endif
#ifndef LAATTA_NETS_INSTALLED
#define LAATTA_NETS_INSTALLED ""
#endif

static bool readable(const lt_text *path)
{
    return access(lt_text_str(path), R_OK) == 0;
}

lt_status t48_net_path(const char *name, lt_text *at, lt_error *err)
{
    static const char *const places[] = {LAATTA_NETS_INSTALLED, LAATTA_NETS_SOURCE};
    lt_text nets;
    lt_text_init(&nets);
    lt_text_printf(&nets, "nets/%s", name);
    bool found = lt_data_path(lt_text_str(&nets), at, NULL) == LT_OK && readable(at);
    /* An installed copy may have been moved since it was built. */
    if (!found) found = lt_share_path(lt_text_str(&nets), at, NULL) == LT_OK && readable(at);
    for (size_t i = 0; !found && i < sizeof places / sizeof places[0]; i++) {
        lt_text_clear(at);
        lt_text_printf(at, "%s/%s", places[i], name);
        found = places[i][0] && readable(at);
    }
    bool memory = !nets.failed && !at->failed;
    lt_text_release(&nets);
    if (!memory) return lt_fail(err, LT_NO_MEMORY, "no memory for a path");
    if (found) return LT_OK;
    return lt_fail(err, LT_UNAVAILABLE,
                   "no network %s is here or installed; name one with net=FILE or LAATTA_NET, or "
                   "make one with laatta train and laatta net quantize",
                   name);
}

/* A name without a folder may be a file here or one of the networks installed. */
static bool is_path(const char *named)
{
    return strchr(named, '/') || access(named, F_OK) == 0;
}

lt_status t48_net_locate(const char *path, const char *name, lt_text *at, lt_error *err)
{
    const char *named = named_by(path);
    if (!named) return t48_net_path(name, at, err);
    if (!is_path(named)) return t48_net_path(named, at, err);
    lt_text_clear(at);
    lt_text_puts(at, named);
    return at->failed ? lt_fail(err, LT_NO_MEMORY, "no memory for a path") : LT_OK;
}

lt_status t48_net_find(t48_net **net, const char *path, const char *name, lt_error *err)
{
    lt_text at;
    lt_text_init(&at);
    lt_status status = t48_net_locate(path, name, &at, err);
    if (status == LT_OK) status = t48_net_open(net, lt_text_str(&at), err);
    lt_text_release(&at);
    return status;
}

#endif
