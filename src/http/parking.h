/* Connections that wait for the board without a thread of their own: event streams
 * between two messages, and requests whose answer is being read. */
#ifndef HTTP_PARKING_H
#define HTTP_PARKING_H

#include "http/lab_board.h"

#include <microhttpd.h>

typedef struct parked {
    struct parked *next;
    struct MHD_Connection *connection;
    uint64_t seen;     /* wakes when the board's version is another one, */
    double not_before; /* though not before this time (board_clock), */
    double deadline;   /* and at this time in any case */
} parked;

typedef struct parking parking;

lt_status parking_open(parking **out, lab_board *board, lt_error *err);
/* Wakes everybody and waits for its thread; board->stopping must be set. */
void parking_close(parking *p);

/* Suspends the connection until it is time. With the board's lock held, from a
 * callback of the server; `one` must live until then. Not while board->stopping. */
void parking_park(parking *p, parked *one);

#endif
