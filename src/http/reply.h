/* Answers, with the headers that every one of them has. */
#ifndef HTTP_REPLY_H
#define HTTP_REPLY_H

#include <jansson.h>
#include <microhttpd.h>
#include <stddef.h>

/* The policy of an answer that is no page: it may do nothing. */
#define HTTP_POLICY_NONE "default-src 'none'; frame-ancestors 'none'"

/* Adds the strict headers; `cache` is the value of Cache-Control. */
void http_add_headers(struct MHD_Response *response, const char *type, const char *policy,
                      const char *cache);

/* One sentence of text. `allow` is the value of an Allow header, or NULL. */
enum MHD_Result http_say(struct MHD_Connection *connection, unsigned status, const char *allow,
                         const char *text);

/* JSON that nobody keeps; takes the reference. NULL is an answer of 500. */
enum MHD_Result http_send_json(struct MHD_Connection *connection, unsigned status, json_t *json);

/* {"error": text}; with 401 the header that asks for a token, with 503 Retry-After. */
enum MHD_Result http_send_error(struct MHD_Connection *connection, unsigned status,
                                const char *text);

#endif
