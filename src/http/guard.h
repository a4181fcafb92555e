/* Who may ask, and how much at once. */
#ifndef HTTP_GUARD_H
#define HTTP_GUARD_H

#include <microhttpd.h>
#include <stdbool.h>

enum { HTTP_BODY_MAX = 64 * 1024 };

/* The Host header names this machine by its loopback, or by `own`, the address in
 * figures that the server listens on. */
bool http_host_is_local(struct MHD_Connection *connection, const char *own);

/* No page of another site has sent this request, as far as the browser tells: by
 * Sec-Fetch-Site, or, where it says nothing by that, by an Origin other than the host
 * that is asked. */
bool http_is_same_site(struct MHD_Connection *connection);

/* Wrong tokens of late. */
typedef struct http_mistakes {
    unsigned count;
    double last;
} http_mistakes;

/* One more at `now`: the seconds after which it is told. The first few cost nothing,
 * then each twice as much as the one before, up to ten seconds; a minute without any
 * forgets them. */
double http_mistake(http_mistakes *mistakes, double now);

/* What a request says about itself in `Authorization: Bearer ...`. */
typedef enum http_bearer { HTTP_BEARER_ABSENT, HTTP_BEARER_WRONG, HTTP_BEARER_RIGHT } http_bearer;

/* `token` NULL: none is right. Takes as long for a token that differs in its first
 * letter as for one that differs in its last. */
http_bearer http_bearer_of(struct MHD_Connection *connection, const char *token);

/* The status that refuses a request by its body's announced size, or 0: 413 when it
 * is too large, 411 when it does not say. */
unsigned http_body_refused(struct MHD_Connection *connection);

#endif
