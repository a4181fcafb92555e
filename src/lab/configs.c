/* Finding a configuration in the list of an experiment, which is sorted by id. */
#include "laatta/lab.h"

const lab_config *lab_config_find(const lab_config *configs, size_t count, uint64_t id)
{
    size_t low = 0, high = count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (configs[middle].id <= id)
            low = middle;
        else
            high = middle;
    }
    return count && configs[low].id == id ? &configs[low] : NULL;
}
