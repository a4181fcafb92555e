/* A server of laatta's pages: the games, and the dashboard of a lab. */
#ifndef HTTP_SERVER_H
#define HTTP_SERVER_H

#include "http/page.h"

#include "laatta/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct http_server http_server;

enum { HTTP_TOKEN_MIN = 16 }; /* characters: what is shorter can be tried out */

typedef struct http_config {
    const char *listen; /* an address in figures; NULL: 127.0.0.1 */
    uint16_t port;      /* 0 takes a free one */
    http_file page;     /* the games */
    http_file lab_page; /* the dashboard; no bytes: it is not there */
    const char *net;    /* file of the full network of 4x4; NULL: it is not given */
    const char *db;     /* as for lab_open; opened when the dashboard is first asked for */
    const char *token;  /* who says it may change the lab; NULL: nobody */
} http_config;

/* Serves until it is stopped. What `config` points to must outlive the server, the
 * URL of the database excepted. An address that is not a loopback needs a token,
 * and then all of the lab's data does. */
lt_status http_server_start(http_server **server, const http_config *config, lt_error *err);
uint16_t http_server_port(const http_server *server);
void http_server_stop(http_server *server);

#endif
