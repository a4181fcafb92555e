/* libmicrohttpd around the router. One thread of the library serves all connections
 * and never waits for anything but the network: what takes time is done by the
 * watcher and waited for in the parking. */
#include "http/server.h"

#include "http/address.h"
#include "http/guard.h"
#include "http/lab_watch.h"
#include "http/reply.h"
#include "http/router.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct http_server {
    struct MHD_Daemon *daemon;
    http_address address;
    http_site site;
    lab_watch *watch;
};

/* Above the crowd the slowest are closed, so that some places stay free; who finds none
 * waits in the queue of the backlog. */
enum { CONNECTIONS_MAX = 128, CONNECTIONS_CROWD = 96, CONNECTIONS_OF_ONE = 24, BACKLOG = 256 };
enum { IDLE_SECONDS = 30, ASKING_SECONDS = 10 };

/* --- requests ----------------------------------------------------------------------- */

static enum MHD_Result answer(void *ctx, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_size, void **state)
{
    (void)version;
    (void)upload;
    http_server *server = ctx;
    http_request *request = *state;
    /* The first call brings the headers alone. */
    if (!request) {
        unsigned refused = http_body_refused(connection);
        if (refused)
            return http_say(connection, refused, NULL,
                            "A request has at most 64 KiB, and says how many.\n");
        *state = request = calloc(1, sizeof *request);
        return request ? MHD_YES : MHD_NO;
    }
    if (*upload_size) { /* a body is read and dropped */
        *upload_size = 0;
        return MHD_YES;
    }
    request->connection = connection;
    request->method = method;
    request->path = url;
    doorman_set(server->site.door, connection, DOORMAN_ANSWERED);
    return http_route(&server->site, request);
}

static void completed(void *ctx, struct MHD_Connection *connection, void **state,
                      enum MHD_RequestTerminationCode why)
{
    (void)why;
    http_server *server = ctx;
    doorman_set(server->site.door, connection, DOORMAN_ASKS);
    http_request *request = *state;
    if (!request) return;
    lab_api_release(&server->site, request);
    game_api_release(request);
    free(request);
    *state = NULL;
}

static int hex(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* %41 is A; %00 and what is no code stay as they are, so that no path ends early. */
static size_t unescape(void *ctx, struct MHD_Connection *connection, char *text)
{
    (void)ctx;
    (void)connection;
    char *to = text;
    for (const char *from = text; *from; from++) {
        int high = from[0] == '%' ? hex(from[1]) : -1, low = high >= 0 ? hex(from[2]) : -1;
        if (low >= 0 && (high || low)) {
            *to++ = (char)(16 * high + low);
            from += 2;
        } else {
            *to++ = *from;
        }
    }
    *to = '\0';
    return (size_t)(to - text);
}

/* --- starting and stopping ------------------------------------------------------------ */

static lt_status start_daemon(http_server *s, const http_config *config,
                              const http_address *address, lt_error *err)
{
    unsigned flags = MHD_USE_AUTO_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME;
    if (address->v6) flags |= MHD_USE_IPv6;
    errno = 0;
    s->daemon = MHD_start_daemon(
        flags, config->port, NULL, NULL, answer, s, MHD_OPTION_SOCK_ADDR, &address->socket,
        MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS_MAX, MHD_OPTION_PER_IP_CONNECTION_LIMIT,
        (unsigned)(address->loopback ? CONNECTIONS_MAX : CONNECTIONS_OF_ONE),
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS, MHD_OPTION_LISTEN_BACKLOG_SIZE,
        (unsigned)BACKLOG, MHD_OPTION_NOTIFY_COMPLETED, completed, s, MHD_OPTION_NOTIFY_CONNECTION,
        doorman_notice, s->site.door, MHD_OPTION_UNESCAPE_CALLBACK, unescape, NULL, MHD_OPTION_END);
    if (s->daemon) return LT_OK;
    if (errno == EADDRNOTAVAIL)
        return lt_fail(err, LT_BAD_INPUT, "%s is no address of this machine", address->name);
    return lt_fail(err, LT_UNAVAILABLE, "cannot serve on port %u: %s", config->port,
                   errno ? strerror(errno) : "the server did not start");
}

static lt_status set_up(http_server *s, const http_config *config, const http_address *address,
                        lt_error *err)
{
    s->site.loopback = address->loopback;
    s->site.token = config->token;
    s->site.net = config->net;
    s->site.name = address->name;
    s->site.page = packed_page_new(&config->page);
    s->site.lab_page = config->lab_page.bytes ? packed_page_new(&config->lab_page) : NULL;
    if (!s->site.page || (config->lab_page.bytes && !s->site.lab_page))
        return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    s->site.board = board_new(err);
    if (!s->site.board) return LT_NO_MEMORY;
    LT_TRY(doorman_open(&s->site.door, CONNECTIONS_CROWD, ASKING_SECONDS, err));
    LT_TRY(game_desk_open(&s->site.desk, err));
    LT_TRY(parking_open(&s->site.parking, s->site.board, err));
    LT_TRY(watch_start(&s->watch, s->site.board, config->db, err));
    return start_daemon(s, config, address, err);
}

lt_status http_server_start(http_server **server, const http_config *config, lt_error *err)
{
    *server = NULL;
    http_address address;
    LT_TRY(http_address_of(&address, config->listen, config->port, err));
    if (!address.loopback && !config->token)
        return lt_fail(err, LT_BAD_INPUT, "to listen on %s a token is needed", config->listen);
    if (config->token && strlen(config->token) < HTTP_TOKEN_MIN)
        return lt_fail(err, LT_BAD_INPUT, "a token has at least %d characters, not %zu",
                       HTTP_TOKEN_MIN, strlen(config->token));
    http_server *s = calloc(1, sizeof *s);
    if (!s) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    s->address = address;
    lt_status status = set_up(s, config, &s->address, err);
    if (status != LT_OK) {
        http_server_stop(s);
        return status;
    }
    *server = s;
    return LT_OK;
}

uint16_t http_server_port(const http_server *server)
{
    const union MHD_DaemonInfo *info =
        MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info ? info->port : 0;
}

/* Parked connections are woken first: a server does not stop with connections that are
 * suspended. From then on none is parked. */
void http_server_stop(http_server *server)
{
    if (!server) return;
    if (server->site.board) {
        pthread_mutex_lock(&server->site.board->lock);
        server->site.board->stopping = true;
        pthread_cond_broadcast(&server->site.board->moved);
        pthread_mutex_unlock(&server->site.board->lock);
    }
    parking_close(server->site.parking);
    game_desk_stop(server->site.desk);
    if (server->daemon) MHD_stop_daemon(server->daemon);
    watch_stop(server->watch);
    board_free(server->site.board);
    game_desk_free(server->site.desk);
    doorman_close(server->site.door);
    packed_page_free(server->site.page);
    packed_page_free(server->site.lab_page);
    free(server);
}
