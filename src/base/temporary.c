/* Making temporary files that nobody can plant, and removing those left behind. */
#include "base/temporary.h"

#include "base/files.h"
#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#if !defined(__wasm__)
#include <sys/file.h>
#endif

enum { DIGITS = 16, ATTEMPTS = 16 };
static const char SUFFIX[] = ".tmp";

#if defined(__wasm__)
/* One process, no locks: whatever is there was left behind. */
static int lock(int fd)
{
    (void)fd;
    return 0;
}
#else
static int lock(int fd)
{
    return flock(fd, LOCK_EX | LOCK_NB);
}
#endif

/* A sweeper may have come between making and locking: then the file has no name. */
static bool has_a_name(int fd)
{
    struct stat info;
    return fstat(fd, &info) == 0 && info.st_nlink > 0;
}

int lt_temporary_open(const char *target, char **name)
{
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        uint64_t number;
        if (getentropy(&number, sizeof number) != 0) return -1;
        lt_text text;
        lt_text_init(&text);
        lt_text_printf(&text, "%s.%016llx%s", target, (unsigned long long)number, SUFFIX);
        if (text.failed) {
            errno = ENOMEM;
            return -1;
        }
        int fd = lt_file_open(text.data, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        /* File systems without locks have nothing to sweep by either. */
        if (fd >= 0 && (lock(fd) == 0 || errno != EWOULDBLOCK) && has_a_name(fd)) {
            *name = text.data;
            return fd;
        }
        int reason = errno;
        if (fd >= 0) close(fd);
        lt_text_release(&text);
        if (fd < 0 && reason != EEXIST && reason != EINTR) {
            errno = reason;
            return -1;
        }
    }
    errno = EEXIST;
    return -1;
}

static bool is_temporary_of(const char *name, const char *target, size_t length)
{
    if (strncmp(name, target, length) != 0 || name[length] != '.') return false;
    const char *digits = name + length + 1;
    return strspn(digits, "0123456789abcdef") == DIGITS && strcmp(digits + DIGITS, SUFFIX) == 0;
}

static bool remove_if_left(int directory, const char *name)
{
    int fd = openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return errno == ENOENT;
    struct stat info;
    bool gone = fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && lock(fd) == 0 &&
                unlinkat(directory, name, 0) == 0;
    close(fd);
    return gone;
}

void lt_temporary_sweep(const char *target)
{
    const char *slash = strrchr(target, '/');
    const char *name = slash ? slash + 1 : target;
    size_t length = strlen(name);
    char *path = slash ? strdup(target) : strdup(".");
    if (!path) return;
    if (slash) path[slash == target ? 1 : slash - target] = '\0';
    DIR *directory = opendir(path);
    free(path);
    for (struct dirent *entry; directory && (entry = readdir(directory));)
        if (is_temporary_of(entry->d_name, name, length))
            remove_if_left(dirfd(directory), entry->d_name);
    if (directory) closedir(directory);
}

bool lt_temporary_remove(const char *path)
{
    size_t length = strlen(path), tail = 1 + DIGITS + sizeof SUFFIX - 1;
    return length > tail && is_temporary_of(path, path, length - tail) &&
           remove_if_left(AT_FDCWD, path);
}
