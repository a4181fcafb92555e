/* Specs `name:key=value,key=value` against a table of entries. */
#ifndef NP_SPEC_H
#define NP_SPEC_H

#include "laatta/npuzzle.h"

/* Finds the entry a spec names and fills its parameters; `kind` ("solver",
 * "heuristic") and the allowed names appear in a refusal. */
lt_status np_spec_find(const char *kind, const char *spec, size_t count,
                       np_entry (*entry)(size_t index), size_t *index, lt_params *params,
                       lt_error *err);

#endif
