/* Large zeroed memory: one anonymous mapping, on huge pages where the system
 * has them, and how much memory there is to take. */
#ifndef LT_PAGES_H
#define LT_PAGES_H

#include "laatta/status.h"

#include <stddef.h>
#include <stdint.h>

/* `size` bytes of zeros for `what`; refused, with both numbers, when the system
 * has less than that available. Untouched pages cost nothing. */
lt_status lt_pages_new(void **pages, size_t size, const char *what, lt_error *err);
void lt_pages_free(void *pages, size_t size);

/* Bytes that can be taken without driving the system into swap; UINT64_MAX when
 * nobody knows. */
uint64_t lt_memory_available(void);

#endif
