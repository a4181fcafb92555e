/* The open connections, and for how long they are: nobody keeps others out by being slow.
 *
 * A connection asks (its request is on the way), is answered, or listens to events.
 * One that asks for too long is closed; and when nearly as many are open as may be, the
 * one whose request takes longest is closed for each new one. */
#ifndef HTTP_DOORMAN_H
#define HTTP_DOORMAN_H

#include "laatta/status.h"

#include <microhttpd.h>

typedef struct doorman doorman;
typedef enum doorman_phase { DOORMAN_ASKS, DOORMAN_ANSWERED, DOORMAN_LISTENS } doorman_phase;

/* Closes a connection that has asked for `seconds`, and, while more than `crowd` are open,
 * an old one for each that comes. */
lt_status doorman_open(doorman **out, unsigned crowd, double seconds, lt_error *err);
/* After the server has stopped. */
void doorman_close(doorman *d);

/* For MHD_OPTION_NOTIFY_CONNECTION, with the doorman as its argument. */
void doorman_notice(void *ctx, struct MHD_Connection *connection, void **slot,
                    enum MHD_ConnectionNotificationCode code);

/* What the connection is at from now on. */
void doorman_set(doorman *d, struct MHD_Connection *connection, doorman_phase phase);

#endif
