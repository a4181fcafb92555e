/* The pages that this program carries: HTML files, put in when it was built. */
#ifndef HTTP_PAGE_H
#define HTTP_PAGE_H

#include "laatta/status.h"

#include <stddef.h>

typedef struct http_file {
    const char *bytes;
    size_t length;
} http_file;

struct MHD_Response;

/* LT_UNAVAILABLE, with what to do about it, when the page was not built. */
lt_status http_page(http_file *page, lt_error *err);
/* The dashboard; no bytes when it was not built. */
http_file http_lab_page(void);

/* An answer with `sent`, which stands for the page, and the page's own policy as a
 * header; NULL: no memory. */
struct MHD_Response *http_page_response(const http_file *page, const http_file *sent);

/* An answer with a part of the page that has a path of its own (manifest, icons, service
 * worker), for the caller to destroy; NULL: there is no such part. */
struct MHD_Response *http_part_response(const char *path);

/* An answer with a file's bytes and a tag that changes when it does, for the caller to
 * destroy; NULL: it cannot be read, or there is none. */
struct MHD_Response *http_file_response(const char *path);

#endif
