/* Checks of a request's headers. */
#include "http/guard.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { TOO_LARGE = 413 }; /* its name in libmicrohttpd changed over time */

static const char *header(struct MHD_Connection *connection, const char *name)
{
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

/* A page of another site may reach a loopback server under a name of its own;
 * only the names of this machine are answered. */
bool http_host_is_local(struct MHD_Connection *connection, const char *own)
{
    const char *const names[] = {"127.0.0.1", "localhost", "[::1]", own};
    const char *host = header(connection, "Host");
    if (!host) return false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t n = strlen(names[i]);
        if (strncasecmp(host, names[i], n) != 0) continue;
        if (host[n] == '\0') return true;
        if (host[n] == ':' && strspn(host + n + 1, "0123456789") == strlen(host + n + 1))
            return true;
    }
    return false;
}

bool http_is_same_site(struct MHD_Connection *connection)
{
    const char *site = header(connection, "Sec-Fetch-Site");
    if (site) return strcmp(site, "same-origin") == 0 || strcmp(site, "none") == 0;
    const char *origin = header(connection, "Origin"), *host = header(connection, "Host");
    if (!origin) return true;
    const char *name = strstr(origin, "://");
    return name && host && strcasecmp(name + 3, host) == 0;
}

double http_mistake(http_mistakes *mistakes, double now)
{
    enum { FREE = 4, FORGET_SECONDS = 60 };
    static const double first = 0.1, most = 10;
    if (now - mistakes->last > FORGET_SECONDS) mistakes->count = 0;
    mistakes->last = now;
    if (++mistakes->count <= FREE) return 0;
    double seconds = first;
    for (unsigned i = FREE + 1; i < mistakes->count && seconds < most; i++) seconds *= 2;
    return seconds < most ? seconds : most;
}

static bool same_secret(const char *said, const char *token)
{
    size_t n = strlen(said), length = strlen(token);
    volatile unsigned char differs = n != length;
    for (size_t i = 0; i < n; i++)
        differs = (unsigned char)(differs | (said[i] ^ token[length ? i % length : 0]));
    return !differs;
}

http_bearer http_bearer_of(struct MHD_Connection *connection, const char *token)
{
    const char *said = header(connection, "Authorization");
    if (!said) return HTTP_BEARER_ABSENT;
    if (!token || strncasecmp(said, "Bearer ", 7) != 0) return HTTP_BEARER_WRONG;
    return same_secret(said + 7, token) ? HTTP_BEARER_RIGHT : HTTP_BEARER_WRONG;
}

unsigned http_body_refused(struct MHD_Connection *connection)
{
    const char *length = header(connection, "Content-Length");
    if (header(connection, "Transfer-Encoding")) return MHD_HTTP_LENGTH_REQUIRED;
    if (!length) return 0;
    errno = 0;
    unsigned long long bytes = strtoull(length, NULL, 10);
    return errno || bytes > HTTP_BODY_MAX ? TOO_LARGE : 0;
}
