/* Atomic replacement of files.
 *
 * The temporary file is made anew under a name nobody can guess, never through a
 * link, so that neither a planted file nor another thread can get into it. Its
 * writer holds a lock on it; a temporary file that nobody has locked was left by
 * a writer that died, and the next writer of the same target removes it. */
#include "base/writer.h"

#include "base/files.h"
#include "base/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct lt_writer {
    int fd;
    char *path;      /* the final name */
    char *temporary; /* NULL: what is no regular file (/dev/null, a pipe) is written as it is */
};

static void writer_free(lt_writer *writer)
{
    free(writer->path);
    free(writer->temporary);
    free(writer);
}

/* Where the bytes shall end: behind a link, not in its place. */
static char *final_name(const char *path)
{
    char *real = NULL;
#if !defined(__wasm__) /* which has no links */
    struct stat info;
    if (lstat(path, &info) == 0 && S_ISLNK(info.st_mode)) real = realpath(path, NULL);
#endif
    return real ? real : strdup(path);
}

static lt_status open_files(lt_writer *w, const char *path, lt_error *err)
{
    struct stat info;
    bool there = stat(w->path, &info) == 0;
    if (there && S_ISDIR(info.st_mode))
        return lt_fail(err, LT_IO, "cannot write %s: it is a directory", path);
    if (there && !S_ISREG(info.st_mode)) {
        w->fd = lt_file_open(w->path, O_WRONLY | O_CLOEXEC, 0);
    } else {
        lt_temporary_sweep(w->path);
        w->fd = lt_temporary_open(w->path, &w->temporary);
    }
    if (w->fd < 0) return lt_fail(err, LT_IO, "cannot write %s: %s", path, strerror(errno));
#if !defined(__wasm__) /* which has no permissions */
    /* A file that is replaced keeps its own. */
    if (there && w->temporary && fchmod(w->fd, info.st_mode & 07777) != 0 && errno != EPERM)
        return lt_fail(err, LT_IO, "cannot write %s: %s", path, strerror(errno));
#endif
    return LT_OK;
}

lt_status lt_writer_open(lt_writer **writer, const char *path, lt_error *err)
{
    *writer = NULL;
    lt_writer *w = calloc(1, sizeof *w);
    if (!w || !(w->path = final_name(path))) {
        free(w);
        return lt_fail(err, LT_NO_MEMORY, "no memory to write %s", path);
    }
    w->fd = -1;
    lt_status status = open_files(w, path, err);
    if (status == LT_OK)
        *writer = w;
    else
        lt_writer_abandon(w);
    return status;
}

lt_status lt_writer_try(const char *path, lt_error *err)
{
    lt_writer *writer;
    LT_TRY(lt_writer_open(&writer, path, err));
    lt_writer_abandon(writer);
    return LT_OK;
}

static lt_status failed(const lt_writer *writer, lt_error *err)
{
    return lt_fail(err, LT_IO, "writing %s failed: %s", writer->path, strerror(errno));
}

lt_status lt_writer_write(lt_writer *writer, const void *bytes, size_t length, lt_error *err)
{
    const char *at = bytes;
    while (length > 0) {
        ssize_t n = write(writer->fd, at, length);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return failed(writer, err);
        at += n;
        length -= (size_t)n;
    }
    return LT_OK;
}

lt_status lt_writer_patch(lt_writer *writer, uint64_t offset, const void *bytes, size_t length,
                          lt_error *err)
{
    if (lseek(writer->fd, (off_t)offset, SEEK_SET) < 0) return failed(writer, err);
    LT_TRY(lt_writer_write(writer, bytes, length, err));
    return lseek(writer->fd, 0, SEEK_END) < 0 ? failed(writer, err) : LT_OK;
}

static int sync_retrying(int fd)
{
    while (fsync(fd) != 0)
        if (errno != EINTR) return -1;
    return 0;
}

/* The rename itself becomes durable only when its directory is synced. Not every
 * file system can do that, and not every directory may be read. */
static int sync_directory(const char *path)
{
    char *copy = strdup(path);
    if (!copy) return -1;
    char *slash = strrchr(copy, '/');
    if (slash == copy) slash++;
    if (slash) *slash = '\0';
    int fd = lt_file_open(slash ? copy : ".", O_RDONLY | O_CLOEXEC, 0);
    free(copy);
    if (fd < 0) return errno == EACCES ? 0 : -1;
    int result = sync_retrying(fd);
    int reason = errno;
    close(fd);
    errno = reason;
    return result != 0 && (reason == EINVAL || reason == ENOTSUP || reason == EROFS) ? 0 : result;
}

static int rename_retrying(const char *from, const char *to)
{
    while (rename(from, to) != 0)
        if (errno != EINTR) return -1;
    return 0;
}

lt_status lt_writer_commit(lt_writer *w, lt_error *err)
{
    int reason = 0;
    /* What cannot be synced, such as a pipe, says so by EINVAL. */
    if (sync_retrying(w->fd) != 0 && (w->temporary || errno != EINVAL)) reason = errno;
    if (!reason && w->temporary && rename_retrying(w->temporary, w->path) != 0) reason = errno;
    /* On Linux an interrupted close has closed. Its lock ends here, when the name
     * is already another. */
    if (close(w->fd) != 0 && errno != EINTR && !reason) reason = errno;
    w->fd = -1;
    lt_status status = LT_OK;
    if (reason) {
        status = lt_fail(err, LT_IO, "saving %s failed: %s", w->path, strerror(reason));
        if (w->temporary) unlink(w->temporary);
    } else if (w->temporary && sync_directory(w->path) != 0) {
        status = lt_fail(err, LT_IO,
                         "%s is saved, but its directory could not be synced (%s): a power cut "
                         "now may bring the old one back",
                         w->path, strerror(errno));
    }
    writer_free(w);
    return status;
}

void lt_writer_abandon(lt_writer *writer)
{
    if (!writer) return;
    if (writer->temporary && writer->fd >= 0) unlink(writer->temporary);
    if (writer->fd >= 0) close(writer->fd);
    writer_free(writer);
}
