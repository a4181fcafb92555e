/* libmicrohttpd with one answer. A thread of the library does the work. */
#include "http/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

struct http_server {
    struct MHD_Daemon *daemon;
    struct MHD_Response *page, *missing, *refused, *misdirected;
    char policy[600];
};

enum { CONNECTIONS_MAX = 64, IDLE_SECONDS = 30 };

/* The page states its own policy, with the hashes of its script and style; the
 * header repeats it word for word. */
static void read_policy(http_server *server, const char *page, size_t length)
{
    static const char mark[] = "http-equiv=\"Content-Security-Policy\" content=\"";
    strcpy(server->policy, "default-src 'none'");
    for (size_t i = 0; i + sizeof mark < length && i < 4096; i++) {
        if (memcmp(page + i, mark, sizeof mark - 1) != 0) continue;
        const char *from = page + i + sizeof mark - 1;
        const char *to = memchr(from, '"', length - (size_t)(from - page));
        if (!to || (size_t)(to - from) >= sizeof server->policy) return;
        memcpy(server->policy, from, (size_t)(to - from));
        server->policy[to - from] = '\0';
        return;
    }
}

/* A page of another site may reach a loopback server under a name of its own;
 * only the names of this machine are answered. */
static int host_is_local(struct MHD_Connection *connection)
{
    const char *host = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Host");
    static const char *const names[] = {"127.0.0.1", "localhost"};
    if (!host) return 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t n = strlen(names[i]);
        if (strncmp(host, names[i], n) == 0 && (host[n] == '\0' || host[n] == ':')) return 1;
    }
    return 0;
}

static enum MHD_Result answer(void *ctx, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_size, void **state)
{
    (void)version;
    (void)upload;
    static int seen;
    http_server *server = ctx;
    /* The first call brings the headers alone; a body is read and dropped. */
    if (*state != &seen) {
        *state = &seen;
        return MHD_YES;
    }
    if (*upload_size) {
        *upload_size = 0;
        return MHD_YES;
    }
    if (!host_is_local(connection))
        return MHD_queue_response(connection, MHD_HTTP_FORBIDDEN, server->misdirected);
    if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0)
        return MHD_queue_response(connection, MHD_HTTP_METHOD_NOT_ALLOWED, server->refused);
    if (strcmp(url, "/") != 0 && strcmp(url, "/laatta.html") != 0)
        return MHD_queue_response(connection, MHD_HTTP_NOT_FOUND, server->missing);
    return MHD_queue_response(connection, MHD_HTTP_OK, server->page);
}

static struct MHD_Response *response(const http_server *server, const char *bytes, size_t length,
                                     const char *type)
{
    struct MHD_Response *r =
        MHD_create_response_from_buffer(length, (void *)bytes, MHD_RESPMEM_PERSISTENT);
    if (!r) return NULL;
    MHD_add_response_header(r, "Content-Type", type);
    MHD_add_response_header(r, "Content-Security-Policy", server->policy);
    MHD_add_response_header(r, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(r, "X-Frame-Options", "DENY");
    MHD_add_response_header(r, "Referrer-Policy", "no-referrer");
    MHD_add_response_header(r, "Cross-Origin-Opener-Policy", "same-origin");
    MHD_add_response_header(r, "Cross-Origin-Resource-Policy", "same-origin");
    MHD_add_response_header(r, "Cache-Control", "no-cache");
    return r;
}

static struct MHD_Response *sentence(const http_server *server, const char *text)
{
    return response(server, text, strlen(text), "text/plain; charset=utf-8");
}

lt_status http_server_start(http_server **server, uint16_t port, const char *page, size_t length,
                            lt_error *err)
{
    *server = NULL;
    http_server *s = calloc(1, sizeof *s);
    if (!s) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    read_policy(s, page, length);
    s->page = response(s, page, length, "text/html; charset=utf-8");
    s->missing = sentence(s, "There is only one page here: /\n");
    s->refused = sentence(s, "This page can only be read.\n");
    s->misdirected = sentence(s, "This server answers to localhost only.\n");
    if (!s->page || !s->missing || !s->refused || !s->misdirected) {
        http_server_stop(s);
        return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    }
    MHD_add_response_header(s->refused, "Allow", "GET, HEAD");
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    errno = 0;
    s->daemon = MHD_start_daemon(MHD_USE_AUTO_INTERNAL_THREAD, port, NULL, NULL, answer, s,
                                 MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_CONNECTION_LIMIT,
                                 (unsigned)CONNECTIONS_MAX, MHD_OPTION_CONNECTION_TIMEOUT,
                                 (unsigned)IDLE_SECONDS, MHD_OPTION_END);
    if (!s->daemon) {
        int reason = errno;
        http_server_stop(s);
        return lt_fail(err, LT_UNAVAILABLE, "cannot serve on port %u: %s", port,
                       reason ? strerror(reason) : "the server did not start");
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

void http_server_stop(http_server *server)
{
    if (!server) return;
    if (server->daemon) MHD_stop_daemon(server->daemon);
    if (server->page) MHD_destroy_response(server->page);
    if (server->missing) MHD_destroy_response(server->missing);
    if (server->refused) MHD_destroy_response(server->refused);
    if (server->misdirected) MHD_destroy_response(server->misdirected);
    free(server);
}
