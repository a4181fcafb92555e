/* A flag that another thread or a signal handler sets. */
#include "laatta/control.h"

bool lt_flagged(void *flag)
{
    return __atomic_load_n((const int *)flag, __ATOMIC_RELAXED) != 0;
}
