/* The number of this program's players, by a wait that can be ended. */
#ifndef LAB_BEHAVIOUR_H
#define LAB_BEHAVIOUR_H

#include "laatta/lab.h"

/* lab_behaviour; LT_CANCELLED within a line of the bench after `control` (may be NULL)
 * said so: a second of processor time is long on a machine that is busy, and a worker has
 * to leave in time. */
lt_status lab_behaviour_unless(const lt_control *control, char text[17], lt_error *err);

#endif
