/* Whole files at once. */
#ifndef LT_FILES_H
#define LT_FILES_H

#include "laatta/status.h"

#include <stddef.h>

/* open(), tried again when a signal came between; -1 with errno. */
int lt_file_open(const char *path, int flags, unsigned mode);

/* Replaces a file as lt_writer does (base/writer.h): never half of it is seen. */
lt_status lt_file_save(const char *path, const void *bytes, size_t length, lt_error *err);

/* Reads a whole file of at most `most` bytes; *bytes gets a NUL after its end. "-" is stdin. */
lt_status lt_file_load(const char *path, size_t most, char **bytes, size_t *length, lt_error *err);

#endif
