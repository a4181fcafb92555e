/* XDG directories, and what was installed with the program or the library. */
#if defined(__linux__)
#define _GNU_SOURCE /* dladdr */
#include <dlfcn.h>
#endif

#include "base/dirs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

lt_status lt_make_parents(const char *path, lt_error *err)
{
    char *copy = strdup(path);
    if (!copy) return lt_fail(err, LT_NO_MEMORY, "no memory for a path");
    lt_status status = LT_OK;
    for (char *slash = strchr(copy + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(copy, 0777) != 0 && errno != EEXIST) {
            status = lt_fail(err, LT_IO, "cannot make the directory %s: %s", copy, strerror(errno));
            break;
        }
        *slash = '/';
    }
    free(copy);
    return status;
}

static bool named_under(const char *variable, const char *fallback, const char *name, lt_text *path)
{
    const char *base = getenv(variable);
    const char *home = getenv("HOME");
    lt_text_clear(path);
    if (base && base[0] == '/')
        lt_text_printf(path, "%s/laatta/%s", base, name);
    else if (home && home[0] == '/')
        lt_text_printf(path, "%s/%s/laatta/%s", home, fallback, name);
    else
        return false;
    return true;
}

static lt_status path_under(const char *variable, const char *fallback, const char *name,
                            lt_text *path, lt_error *err)
{
    if (!named_under(variable, fallback, name, path))
        return lt_fail(err, LT_BAD_INPUT, "neither %s nor HOME names a directory; set one of them",
                       variable);
    if (path->failed) return lt_fail(err, LT_NO_MEMORY, "no memory for a path");
    return lt_make_parents(lt_text_str(path), err);
}

lt_status lt_cache_path(const char *name, lt_text *path, lt_error *err)
{
    return path_under("XDG_CACHE_HOME", ".cache", name, path, err);
}

lt_status lt_data_path(const char *name, lt_text *path, lt_error *err)
{
    return path_under("XDG_DATA_HOME", ".local/share", name, path, err);
}

bool lt_config_path(const char *name, lt_text *path)
{
    return named_under("XDG_CONFIG_HOME", ".config", name, path) && !path->failed;
}

#if defined(__linux__)
static const char own_place_mark;

/* The file this code is in: the shared library, or else the program. */
static bool own_file(char *path, size_t size)
{
    Dl_info info;
    if (dladdr(&own_place_mark, &info) && info.dli_fname && strstr(info.dli_fname, ".so")) {
        size_t length = strlen(info.dli_fname);
        if (length >= size) return false;
        memcpy(path, info.dli_fname, length + 1);
        return true;
    }
    ssize_t length = readlink("/proc/self/exe", path, size - 1);
    if (length <= 0 || (size_t)length >= size - 1) return false;
    path[length] = '\0';
    return true;
}
#endif

lt_status lt_share_path(const char *name, lt_text *path, lt_error *err)
{
#if defined(__linux__)
    enum { HIGHEST = 6 }; /* lib/ARCHITECTURE/glibc-hwcaps/LEVEL/FILE has five above it */
    char place[4096];
    bool known = own_file(place, sizeof place);
    for (int up = 0; known && up < HIGHEST; up++) {
        char *slash = strrchr(place, '/');
        if (!slash) break;
        *slash = '\0';
        lt_text_clear(path);
        lt_text_printf(path, "%s/share/laatta", place);
        if (path->failed) return lt_fail(err, LT_NO_MEMORY, "no memory for a path");
        if (access(lt_text_str(path), F_OK) != 0) continue;
        lt_text_printf(path, "/%s", name);
        return path->failed ? lt_fail(err, LT_NO_MEMORY, "no memory for a path") : LT_OK;
    }
#endif
    lt_text_clear(path);
    return lt_fail(err, LT_UNAVAILABLE, "nothing is installed beside this program, so not %s",
                   name);
}
