/* A server of the page on the loopback interface, and of nothing else. */
#ifndef HTTP_SERVER_H
#define HTTP_SERVER_H

#include "laatta/status.h"

#include <stddef.h>
#include <stdint.h>

typedef struct http_server http_server;

/* Serves `page` as / until it is stopped; the bytes must outlive the server.
 * Port 0 takes a free one. */
lt_status http_server_start(http_server **server, uint16_t port, const char *page, size_t length,
                            lt_error *err);
uint16_t http_server_port(const http_server *server);
void http_server_stop(http_server *server);

#endif
