/* A page as it is sent: whole or packed, and not at all to a browser that has it already. */
#ifndef HTTP_PACKED_PAGE_H
#define HTTP_PACKED_PAGE_H

#include "http/page.h"

#include <microhttpd.h>

typedef struct packed_page packed_page;

/* NULL: no memory. `page` must outlive it. */
packed_page *packed_page_new(const http_file *page);
void packed_page_free(packed_page *page);

/* Answers a GET or HEAD by its If-None-Match and Accept-Encoding. */
enum MHD_Result packed_page_send(const packed_page *page, struct MHD_Connection *connection);

#endif
