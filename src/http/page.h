/* The page that this program carries: one HTML file, put in when it was built. */
#ifndef HTTP_PAGE_H
#define HTTP_PAGE_H

#include "laatta/status.h"

#include <stddef.h>

/* LT_UNAVAILABLE, with what to do about it, when the page was not built. */
lt_status http_page(const char **bytes, size_t *length, lt_error *err);

#endif
