/* A page is packed once, when the server starts. Its ETag is a sum of its bytes: the
 * browser asks every time, and gets two lines when nothing has changed. */
#include "http/packed_page.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef LAATTA_GZIP
#include <zlib.h>
#endif

struct packed_page {
    struct MHD_Response *whole, *packed, *known; /* packed: NULL without zlib */
    char *bytes;
    char tag[24];
};

/* FNV-1a. */
static uint64_t sum(const http_file *page)
{
    uint64_t sum = 14695981039346656037u;
    for (size_t i = 0; i < page->length; i++)
        sum = (sum ^ (unsigned char)page->bytes[i]) * 1099511628211u;
    return sum;
}

#ifdef LAATTA_GZIP
/* The page in gzip's form; NULL when there is no memory for it. */
static char *pack(const http_file *page, size_t *length)
{
    enum { GZIP = 15 + 16 }; /* the largest window, and gzip's header */
    z_stream z = {0};
    if (deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return NULL;
    uLong room = deflateBound(&z, (uLong)page->length);
    char *bytes = malloc(room);
    z.next_in = (Bytef *)page->bytes;
    z.avail_in = (uInt)page->length;
    z.next_out = (Bytef *)bytes;
    z.avail_out = (uInt)room;
    bool done = bytes && deflate(&z, Z_FINISH) == Z_STREAM_END;
    *length = z.total_out;
    deflateEnd(&z);
    if (done) return bytes;
    free(bytes);
    return NULL;
}
#else
static char *pack(const http_file *page, size_t *length)
{
    (void)page;
    *length = 0;
    return NULL;
}
#endif

static struct MHD_Response *response(const http_file *page, const http_file *sent, const char *tag,
                                     bool packed)
{
    struct MHD_Response *r = http_page_response(page, sent);
    if (!r) return NULL;
    MHD_add_response_header(r, "ETag", tag);
    MHD_add_response_header(r, "Vary", "Accept-Encoding");
    if (packed) MHD_add_response_header(r, "Content-Encoding", "gzip");
    return r;
}

packed_page *packed_page_new(const http_file *page)
{
    packed_page *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    http_file nothing = {"", 0}, packed;
    /* Weak: both forms are the same page. */
    snprintf(p->tag, sizeof p->tag, "W/\"%016llx\"", (unsigned long long)sum(page));
    packed.bytes = p->bytes = pack(page, &packed.length);
    p->whole = response(page, page, p->tag, false);
    p->known = response(page, &nothing, p->tag, false);
    if (p->bytes) p->packed = response(page, &packed, p->tag, true);
    if (p->whole && p->known) return p;
    packed_page_free(p);
    return NULL;
}

void packed_page_free(packed_page *p)
{
    if (!p) return;
    struct MHD_Response *all[] = {p->whole, p->packed, p->known};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i]) MHD_destroy_response(all[i]);
    free(p->bytes);
    free(p);
}

/* Whether the list names gzip and does not give it no weight. */
static bool takes_gzip(const char *list)
{
    const char *at = list ? strstr(list, "gzip") : NULL;
    if (!at) return false;
    at += 4;
    at += strspn(at, " ");
    return strncmp(at, ";q=0", 4) != 0 || strspn(at + 4, ".0") != strcspn(at + 4, ", ");
}

enum MHD_Result packed_page_send(const packed_page *p, struct MHD_Connection *connection)
{
    const char *have = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "If-None-Match");
    const char *takes = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Accept-Encoding");
    if (have && (strcmp(have, "*") == 0 || strstr(have, p->tag + 2)))
        return MHD_queue_response(connection, MHD_HTTP_NOT_MODIFIED, p->known);
    return MHD_queue_response(connection, MHD_HTTP_OK,
                              p->packed && takes_gzip(takes) ? p->packed : p->whole);
}
