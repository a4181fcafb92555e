/* A watchdog over a connection: libraries of databases wait for an answer as long as
 * it takes. When an answer takes too long, or the work was cancelled, the watchdog's
 * thread shuts the socket; the library then finds its connection lost. */
#ifndef STORE_WATCHDOG_H
#define STORE_WATCHDOG_H

#include "store/driver.h"

typedef struct store_watchdog store_watchdog;

/* `wait` says how long is too long (its `answer`); it may change between two watches. */
lt_status store_watchdog_new(store_watchdog **dog, const store_wait *wait, lt_error *err);
void store_watchdog_free(store_watchdog *dog);

/* The socket of the connection; -1: none. */
void store_watchdog_socket(store_watchdog *dog, int socket);

/* From begin to end the connection is watched. True: the socket had to be shut. */
void store_watchdog_begin(store_watchdog *dog);
bool store_watchdog_end(store_watchdog *dog);

#endif
