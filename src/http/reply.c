/* Answers: a body, a type and the headers that keep a browser from guessing,
 * framing, leaking or sharing. */
#include "http/reply.h"

#include <stdlib.h>
#include <string.h>

void http_add_headers(struct MHD_Response *response, const char *type, const char *policy,
                      const char *cache)
{
    const char *const headers[][2] = {
        {"Content-Type", type},
        {"Content-Security-Policy", policy},
        {"Cache-Control", cache},
        {"X-Content-Type-Options", "nosniff"},
        {"X-Frame-Options", "DENY"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
    };
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        MHD_add_response_header(response, headers[i][0], headers[i][1]);
}

static enum MHD_Result send_once(struct MHD_Connection *connection, unsigned status,
                                 struct MHD_Response *response)
{
    enum MHD_Result result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

enum MHD_Result http_say(struct MHD_Connection *connection, unsigned status, const char *allow,
                         const char *text)
{
    struct MHD_Response *r =
        MHD_create_response_from_buffer(strlen(text), (void *)text, MHD_RESPMEM_MUST_COPY);
    if (!r) return MHD_NO;
    http_add_headers(r, "text/plain; charset=utf-8", HTTP_POLICY_NONE, "no-cache");
    if (allow) MHD_add_response_header(r, "Allow", allow);
    return send_once(connection, status, r);
}

enum MHD_Result http_send_json(struct MHD_Connection *connection, unsigned status, json_t *json)
{
    char *text = json ? json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(12)) : NULL;
    json_decref(json);
    if (!text) return http_say(connection, 500, NULL, "Not enough memory for the answer.\n");
    struct MHD_Response *r =
        MHD_create_response_from_buffer(strlen(text), text, MHD_RESPMEM_MUST_FREE);
    if (!r) {
        free(text);
        return MHD_NO;
    }
    http_add_headers(r, "application/json; charset=utf-8", HTTP_POLICY_NONE, "no-store");
    if (status == MHD_HTTP_UNAUTHORIZED)
        MHD_add_response_header(r, "WWW-Authenticate", "Bearer realm=\"laatta lab\"");
    if (status == MHD_HTTP_SERVICE_UNAVAILABLE) MHD_add_response_header(r, "Retry-After", "2");
    return send_once(connection, status, r);
}

enum MHD_Result http_send_error(struct MHD_Connection *connection, unsigned status,
                                const char *text)
{
    return http_send_json(connection, status, json_pack("{s:s}", "error", text));
}
