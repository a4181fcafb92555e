/* Atomic replacement of files, and reading whole ones. */
#include "base/files.h"

#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct lt_writer {
    int fd;
    char *path;      /* the final name */
    char *temporary; /* PATH.PID.tmp, so that two processes never share one */
};

static void writer_free(lt_writer *writer)
{
    free(writer->path);
    free(writer->temporary);
    free(writer);
}

lt_status lt_writer_open(lt_writer **writer, const char *path, lt_error *err)
{
    *writer = NULL;
    lt_writer *w = calloc(1, sizeof *w);
    lt_text name;
    lt_text_init(&name);
    lt_text_printf(&name, "%s.%ld.tmp", path, (long)getpid());
    if (!w || name.failed || !(w->path = strdup(path))) {
        free(w);
        lt_text_release(&name);
        return lt_fail(err, LT_NO_MEMORY, "no memory to write %s", path);
    }
    w->temporary = name.data;
    w->fd = open(w->temporary, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (w->fd < 0) {
        int reason = errno;
        writer_free(w);
        return lt_fail(err, LT_IO, "cannot write %s: %s", path, strerror(reason));
    }
    *writer = w;
    return LT_OK;
}

static lt_status write_all(lt_writer *writer, const void *bytes, size_t length, lt_error *err)
{
    const char *at = bytes;
    while (length > 0) {
        ssize_t n = write(writer->fd, at, length);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0)
            return lt_fail(err, LT_IO, "writing %s failed: %s", writer->path, strerror(errno));
        at += n;
        length -= (size_t)n;
    }
    return LT_OK;
}

lt_status lt_writer_write(lt_writer *writer, const void *bytes, size_t length, lt_error *err)
{
    return write_all(writer, bytes, length, err);
}

lt_status lt_writer_patch(lt_writer *writer, uint64_t offset, const void *bytes, size_t length,
                          lt_error *err)
{
    if (lseek(writer->fd, (off_t)offset, SEEK_SET) < 0)
        return lt_fail(err, LT_IO, "writing %s failed: %s", writer->path, strerror(errno));
    LT_TRY(write_all(writer, bytes, length, err));
    if (lseek(writer->fd, 0, SEEK_END) < 0)
        return lt_fail(err, LT_IO, "writing %s failed: %s", writer->path, strerror(errno));
    return LT_OK;
}

/* The rename itself becomes durable only when its directory is synced. */
static void sync_directory(const char *path)
{
    char *copy = strdup(path);
    if (!copy) return;
    char *slash = strrchr(copy, '/');
    if (slash == copy) slash++;
    if (slash) *slash = '\0';
    int fd = open(slash ? copy : ".", O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
    free(copy);
}

lt_status lt_writer_commit(lt_writer *writer, lt_error *err)
{
    int reason = 0;
    if (fsync(writer->fd) != 0) reason = errno;
    if (close(writer->fd) != 0 && !reason) reason = errno;
    if (!reason && rename(writer->temporary, writer->path) != 0) reason = errno;
    if (reason) {
        lt_status status =
            lt_fail(err, LT_IO, "saving %s failed: %s", writer->path, strerror(reason));
        unlink(writer->temporary);
        writer_free(writer);
        return status;
    }
    sync_directory(writer->path);
    writer_free(writer);
    return LT_OK;
}

void lt_writer_abandon(lt_writer *writer)
{
    if (!writer) return;
    close(writer->fd);
    unlink(writer->temporary);
    writer_free(writer);
}

lt_status lt_file_save(const char *path, const void *bytes, size_t length, lt_error *err)
{
    lt_writer *writer;
    LT_TRY(lt_writer_open(&writer, path, err));
    lt_status status = lt_writer_write(writer, bytes, length, err);
    if (status != LT_OK) {
        lt_writer_abandon(writer);
        return status;
    }
    return lt_writer_commit(writer, err);
}

lt_status lt_file_load(const char *path, size_t most, char **bytes, size_t *length, lt_error *err)
{
    *bytes = NULL;
    *length = 0;
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    if (!file) return lt_fail(err, LT_BAD_INPUT, "cannot read %s: %s", path, strerror(errno));
    lt_text content;
    lt_text_init(&content);
    char chunk[65536];
    size_t n;
    lt_status status = LT_OK;
    while ((n = fread(chunk, 1, sizeof chunk, file)) > 0 && content.length <= most)
        lt_text_add(&content, chunk, n);
    if (ferror(file))
        status = lt_fail(err, LT_BAD_INPUT, "cannot read %s: %s", path, strerror(errno));
    else if (content.failed)
        status = lt_fail(err, LT_NO_MEMORY, "no memory to read %s", path);
    else if (content.length > most)
        status = lt_fail(err, LT_BAD_INPUT, "%s is larger than %zu bytes", path, most);
    if (!standard) fclose(file);
    if (status == LT_OK && !content.data) lt_text_puts(&content, "");
    if (status == LT_OK && !content.data)
        status = lt_fail(err, LT_NO_MEMORY, "no memory to read %s", path);
    if (status != LT_OK) {
        lt_text_release(&content);
        return status;
    }
    *bytes = content.data;
    *length = content.length;
    return LT_OK;
}
