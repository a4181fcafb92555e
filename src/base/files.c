/* Reading and saving whole files. */
#include "base/files.h"

#include "base/text.h"
#include "base/writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

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

int lt_file_open(const char *path, int flags, unsigned mode)
{
    int fd;
    do fd = open(path, flags, mode);
    while (fd < 0 && errno == EINTR);
    return fd;
}

lt_status lt_file_load(const char *path, size_t most, char **bytes, size_t *length, lt_error *err)
{
    *bytes = NULL;
    *length = 0;
    bool standard = strcmp(path, "-") == 0;
    int fd = standard ? STDIN_FILENO : lt_file_open(path, O_RDONLY | O_CLOEXEC, 0);
    if (fd < 0) return lt_fail(err, LT_BAD_INPUT, "cannot read %s: %s", path, strerror(errno));
    lt_text content;
    lt_text_init(&content);
    char chunk[65536];
    ssize_t n;
    lt_status status = LT_OK;
    while (((n = read(fd, chunk, sizeof chunk)) > 0 || (n < 0 && errno == EINTR)) &&
           content.length <= most)
        if (n > 0) lt_text_add(&content, chunk, (size_t)n);
    if (n < 0)
        status = lt_fail(err, LT_BAD_INPUT, "cannot read %s: %s", path, strerror(errno));
    else if (content.failed)
        status = lt_fail(err, LT_NO_MEMORY, "no memory to read %s", path);
    else if (content.length > most)
        status = lt_fail(err, LT_BAD_INPUT, "%s is larger than %zu bytes", path, most);
    if (!standard) close(fd);
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
