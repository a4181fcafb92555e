/* Large zeroed memory: one anonymous mapping, on huge pages where the system
 * has them. */
#ifndef LT_PAGES_H
#define LT_PAGES_H

#include "laatta/status.h"

#include <stddef.h>

/* `size` bytes of zeros for `what`; refused, with both numbers, when the system
 * has less than that available. Untouched pages cost nothing. */
lt_status lt_pages_new(void **pages, size_t size, const char *what, lt_error *err);
void lt_pages_free(void *pages, size_t size);

#endif
