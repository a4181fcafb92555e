/* Temporary files beside their targets: "TARGET.0123456789abcdef.tmp". */
#ifndef LT_TEMPORARY_H
#define LT_TEMPORARY_H

#include <stdbool.h>

/* Makes a new one for `target`, locked as long as its descriptor (which is
 * returned, or -1 with errno) is open; *name is on the heap. */
int lt_temporary_open(const char *target, char **name);

/* Removes those of `target` that no living writer has locked. */
void lt_temporary_sweep(const char *target);

/* Removes this one, whosever target it is beside. False: it is being written, or no
 * temporary file. */
bool lt_temporary_remove(const char *path);

#endif
