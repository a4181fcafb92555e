/* The part of laatta lab status that explains: stuck games, workers by host, servers. */
#ifndef STATUS_HEALTH_H
#define STATUS_HEALTH_H

#include "laatta/lab.h"

#include <jansson.h>

/* Prints it; with `json` it is put in there instead: "stuck", "hosts", "nodes". With `only`
 * what is stuck is that experiment's. */
lt_status status_health(lab_store *store, const char *only, json_t *json, lt_error *err);

#endif
