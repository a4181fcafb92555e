/* Reading and saving whole files. */
#include "base/files.h"

#include "base/text.h"
#include "base/writer.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
