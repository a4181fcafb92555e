/* What long work may use, with every default filled in. */
#ifndef NP_RESOURCES_H
#define NP_RESOURCES_H

#include "laatta/npuzzle.h"

/* The resources given (NULL: none) with threads and memory set. */
np_resources np_resources_filled(const np_resources *given);

#endif
