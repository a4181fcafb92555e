/* The table of what is served. Paths are compared whole: there is no directory, no
 * file and nothing above the root. */
#include "http/router.h"

#include "http/guard.h"
#include "http/page.h"
#include "http/reply.h"

#include <string.h>

static bool reads(const http_request *r)
{
    return strcmp(r->method, "GET") == 0 || strcmp(r->method, "HEAD") == 0;
}

/* From another machine the token is needed; on this one a request may come without, but
 * not with a wrong one. */
static bool admitted(const http_site *site, http_bearer bearer)
{
    return bearer == HTTP_BEARER_RIGHT || (site->loopback && bearer == HTTP_BEARER_ABSENT);
}

static enum MHD_Result only_read(const http_request *r)
{
    return http_say(r->connection, MHD_HTTP_METHOD_NOT_ALLOWED, "GET, HEAD",
                    "This page can only be read.\n");
}

static enum MHD_Result page(const http_request *r, const packed_page *page)
{
    if (!reads(r)) return only_read(r);
    if (!page)
        return http_say(r->connection, MHD_HTTP_NOT_FOUND, NULL,
                        "This program was built without the dashboard; \"./run serve\" builds "
                        "it, or: tools/build wasm, then tools/build default.\n");
    return packed_page_send(page, r->connection);
}

/* A wrong token is answered later and later; false when it is time to. */
static bool delay(http_site *site, http_request *r)
{
    if (r->delayed) return false;
    r->delayed = true;
    pthread_mutex_lock(&site->board->lock);
    double now = board_clock(), seconds = http_mistake(&site->mistakes, now);
    bool waits = seconds > 0 && !site->board->stopping;
    if (waits) {
        r->parked = (parked){
            .connection = r->connection, .not_before = now + seconds, .deadline = now + seconds};
        parking_park(site->parking, &r->parked);
    }
    pthread_mutex_unlock(&site->board->lock);
    return waits;
}

/* Whether this request may not ask for data; then *result is what it was told. */
static bool refused(http_site *site, http_request *r, enum MHD_Result *result)
{
    if (!http_is_same_site(r->connection)) {
        *result =
            http_send_error(r->connection, MHD_HTTP_FORBIDDEN, "pages of other sites may not ask");
        return true;
    }
    http_bearer bearer = http_bearer_of(r->connection, site->token);
    if (admitted(site, bearer)) return false;
    *result = MHD_YES;
    if (bearer == HTTP_BEARER_WRONG && delay(site, r)) return true;
    *result = http_send_error(r->connection, MHD_HTTP_UNAUTHORIZED,
                              site->loopback ? "that is not the token"
                                             : "the token is needed: Authorization: Bearer TOKEN");
    return true;
}

static enum MHD_Result lab_data(http_site *site, http_request *r)
{
    static const char api[] = "/lab/api/";
    enum MHD_Result result;
    if (refused(site, r, &result)) return result;
    if (strncmp(r->path, api, sizeof api - 1) == 0)
        return lab_api(site, r, r->path + sizeof api - 1);
    if (strcmp(r->path, "/lab/events") == 0) return lab_events(site, r);
    return http_send_error(r->connection, MHD_HTTP_NOT_FOUND, "there is nothing here");
}

static enum MHD_Result game_data(http_site *site, http_request *r)
{
    if (!reads(r))
        return http_say(r->connection, MHD_HTTP_METHOD_NOT_ALLOWED, "GET, HEAD",
                        "Boards are asked about by GET.\n");
    enum MHD_Result result;
    if (refused(site, r, &result)) return result;
    return game_api(site, r, r->path + 5);
}

enum MHD_Result http_route(http_site *site, http_request *r)
{
    if (site->loopback && !http_host_is_local(r->connection, site->name))
        return http_say(r->connection, MHD_HTTP_FORBIDDEN, NULL,
                        "This server answers to localhost and its own address only.\n");
    if (!reads(r) && strcmp(r->method, "POST") != 0)
        return http_say(r->connection, MHD_HTTP_METHOD_NOT_ALLOWED, "GET, HEAD, POST",
                        "This method is not known here.\n");
    if (strcmp(r->path, "/") == 0 || strcmp(r->path, "/laatta.html") == 0)
        return page(r, site->page);
    if (strcmp(r->path, "/lab") == 0 || strcmp(r->path, "/lab/") == 0)
        return page(r, site->lab_page);
    if (strncmp(r->path, "/lab/", 5) == 0) return lab_data(site, r);
    if (strncmp(r->path, "/api/", 5) == 0) return game_data(site, r);
    struct MHD_Response *part = strcmp(r->path, "/nets/4x4.net") == 0
                                    ? http_file_response(site->net)
                                    : http_part_response(r->path);
    if (part) {
        enum MHD_Result result =
            reads(r) ? MHD_queue_response(r->connection, MHD_HTTP_OK, part) : only_read(r);
        MHD_destroy_response(part);
        return result;
    }
    return http_say(r->connection, MHD_HTTP_NOT_FOUND, NULL,
                    "There are two pages here: / and /lab\n");
}
