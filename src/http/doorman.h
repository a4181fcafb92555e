/* Who is in, and for how long: nobody keeps others out by being slow.
 *
 * A connection asks (its request is on the way), is answered, or listens to events.
 * One that has asked for too long is hung up; and when the house is nearly full, the
 * one that has been at its request the longest makes room for the next. */
#ifndef HTTP_DOORMAN_H
#define HTTP_DOORMAN_H

#include "laatta/status.h"

#include <microhttpd.h>

typedef struct doorman doorman;
typedef enum doorman_phase { DOORMAN_ASKS, DOORMAN_ANSWERED, DOORMAN_LISTENS } doorman_phase;

/* Hangs up who has asked for `seconds`, and one for each that comes above `crowd`. */
lt_status doorman_open(doorman **out, unsigned crowd, double seconds, lt_error *err);
/* After the server has stopped. */
void doorman_close(doorman *d);

/* For MHD_OPTION_NOTIFY_CONNECTION, with the doorman as its argument. */
void doorman_notice(void *ctx, struct MHD_Connection *connection, void **guest,
                    enum MHD_ConnectionNotificationCode code);

/* What the connection is at from now on. */
void doorman_set(doorman *d, struct MHD_Connection *connection, doorman_phase phase);

#endif
