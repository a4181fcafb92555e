/* Where a network is found when nobody names one. */
#include "twenty48/net/net.h"

#include "base/dirs.h"

#include <stdlib.h>
#include <string.h>

#if defined(__unix__)
#include <unistd.h>
static bool readable(const char *path)
{
    return access(path, R_OK) == 0;
}
#else
static bool readable(const char *path)
{
    (void)path;
    return false;
}
#endif

#ifndef LAATTA_NETS_SOURCE
#define LAATTA_NETS_SOURCE ""
#endif
#ifndef LAATTA_NETS_INSTALLED
#define LAATTA_NETS_INSTALLED ""
#endif

#ifdef LAATTA_NET_INSIDE
/* A program for where there are no files carries one network as data. */
extern const unsigned char laatta_net[];
extern const size_t laatta_net_size;
#endif

lt_status t48_net_find(t48_net **net, const char *path, const char *name, lt_error *err)
{
    static const char *const places[] = {LAATTA_NETS_INSTALLED, LAATTA_NETS_SOURCE};
    const char *named = path[0] ? path : getenv("LAATTA_NET");
    if (named && named[0]) return t48_net_open(net, named, err);
#ifdef LAATTA_NET_INSIDE
    if (strcmp(name, LAATTA_NET_INSIDE) == 0)
        return t48_net_parse(net, laatta_net, laatta_net_size, name, err);
#endif

    lt_text at;
    lt_text_init(&at);
    lt_text nets;
    lt_text_init(&nets);
    lt_text_printf(&nets, "nets/%s", name);
    bool found = lt_data_path(lt_text_str(&nets), &at, NULL) == LT_OK && readable(lt_text_str(&at));
    for (size_t i = 0; !found && i < sizeof places / sizeof places[0]; i++) {
        lt_text_clear(&at);
        lt_text_printf(&at, "%s/%s", places[i], name);
        found = places[i][0] && readable(lt_text_str(&at));
    }
    lt_status status =
        found ? t48_net_open(net, lt_text_str(&at), err)
              : lt_fail(err, LT_UNAVAILABLE,
                        "no network %s is installed; name one with net=FILE or LAATTA_NET, or make "
                        "one with laatta train and laatta net quantize",
                        name);
    lt_text_release(&nets);
    lt_text_release(&at);
    return status;
}
