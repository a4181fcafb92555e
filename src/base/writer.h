/* Files that are never half-written.
 *
 * lt_writer writes to a temporary name beside the target and renames it after
 * fsync: a reader of the target sees the old content or the new, whole. A
 * killed process leaves at most a file "*.tmp", which the next writer of the same
 * target removes. A target that is there keeps its permissions; behind a link,
 * the file it leads to is replaced. */
#ifndef LT_WRITER_H
#define LT_WRITER_H

#include "laatta/status.h"

#include <stddef.h>
#include <stdint.h>

typedef struct lt_writer lt_writer;

lt_status lt_writer_open(lt_writer **writer, const char *path, lt_error *err);
/* Appends. After a failure the writer can only be abandoned. */
lt_status lt_writer_write(lt_writer *writer, const void *bytes, size_t length, lt_error *err);
/* Overwrites bytes written before, at `offset`. */
lt_status lt_writer_patch(lt_writer *writer, uint64_t offset, const void *bytes, size_t length,
                          lt_error *err);
/* Makes the content durable under its final name, and frees the writer. */
lt_status lt_writer_commit(lt_writer *writer, lt_error *err);
/* Removes the temporary file and frees the writer (NULL is allowed). */
void lt_writer_abandon(lt_writer *writer);

/* Whether `path` could be written: before the work, not after it. Nothing is left
 * behind, and a file that is there stays as it is. */
lt_status lt_writer_try(const char *path, lt_error *err);

#endif
