/* Where a server listens. */
#ifndef HTTP_ADDRESS_H
#define HTTP_ADDRESS_H

#include "laatta/status.h"

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct http_address {
    union {
        struct sockaddr any;
        struct sockaddr_in v4;
        struct sockaddr_in6 v6;
    } socket;
    bool v6;
    char name[INET6_ADDRSTRLEN + 2]; /* as in a URL: 127.0.0.2, [::1] */
    bool loopback;                   /* only this machine can reach it */
} http_address;

/* `text` is an address in figures, or localhost; NULL: 127.0.0.1. */
lt_status http_address_of(http_address *address, const char *text, uint16_t port, lt_error *err);

#endif
