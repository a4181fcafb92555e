/* Where a server listens: figures only, so that no name service decides it. */
#include "http/address.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

lt_status http_address_of(http_address *address, const char *text, uint16_t port, lt_error *err)
{
    *address = (http_address){0};
    if (!text || strcmp(text, "localhost") == 0) text = "127.0.0.1";
    struct sockaddr_in *v4 = &address->socket.v4;
    struct sockaddr_in6 *v6 = &address->socket.v6;
    if (inet_pton(AF_INET, text, &v4->sin_addr) == 1) {
        inet_ntop(AF_INET, &v4->sin_addr, address->name, sizeof address->name);
        v4->sin_family = AF_INET;
        v4->sin_port = htons(port);
        address->loopback = ntohl(v4->sin_addr.s_addr) >> 24 == 127;
        return LT_OK;
    }
    *address = (http_address){.v6 = true};
    if (inet_pton(AF_INET6, text, &v6->sin6_addr) == 1) {
        char figures[INET6_ADDRSTRLEN];
        snprintf(address->name, sizeof address->name, "[%s]",
                 inet_ntop(AF_INET6, &v6->sin6_addr, figures, sizeof figures));
        v6->sin6_family = AF_INET6;
        v6->sin6_port = htons(port);
        address->loopback = IN6_IS_ADDR_LOOPBACK(&v6->sin6_addr);
        return LT_OK;
    }
    return lt_fail(err, LT_BAD_INPUT,
                   "--listen takes an address in figures, such as 192.168.1.5, 0.0.0.0 or ::, "
                   "not \"%.60s\"",
                   text);
}
