/* The open connections, and for how long they are: nobody keeps others out by being slow.
 *
 * A connection asks (its request is on the way), is answered, or listens to events.
 * One that asks for too long is closed; and when nearly as many are open as may be, those
 * whose requests take longest are closed, after a moment in which a request can come. */
#ifndef HTTP_DOORMAN_H
#define HTTP_DOORMAN_H

#include "laatta/status.h"

#include <microhttpd.h>

typedef struct doorman doorman;
typedef enum doorman_phase { DOORMAN_ASKS, DOORMAN_ANSWERED, DOORMAN_LISTENS } doorman_phase;

/* Closes a connection that has asked for `seconds`, and old ones while more than `crowd` are
 * open. */
lt_status doorman_open(doorman **out, unsigned crowd, double seconds, lt_error *err);
/* After the server has stopped. */
void doorman_close(doorman *d);

/* For MHD_OPTION_NOTIFY_CONNECTION, with the doorman as its argument. */
void doorman_notice(void *ctx, struct MHD_Connection *connection, void **slot,
                    enum MHD_ConnectionNotificationCode code);

/* What the connection is at from now on. */
void doorman_set(doorman *d, struct MHD_Connection *connection, doorman_phase phase);

#endif
