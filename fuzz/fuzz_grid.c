/* Any texts are axes of a grid of configurations or are refused; every configuration
 * of a small grid can be written. An axis a line. */
#define _GNU_SOURCE
#include "fuzz/fuzz_sealed.h"

#include "lab/lab_grid.h"
#include "lab/lab_metric.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    lab_grid grid = {0};
    lt_error err;
    bool good = true;
    char *rest = text;
    for (char *axis; good && (axis = strsep(&rest, "\n"));)
        good = lab_grid_add(&grid, axis, &err) == LT_OK;
    uint64_t count = good ? lab_grid_size(&grid) : 0;
    for (uint64_t i = 0; i < count && i < 50; i++) {
        lab_config config;
        if (lab_grid_config(&grid, "worstcase:depth=2", i, &config, &err) == LT_OK &&
            strlen(config.spec) >= LAB_SPEC_MAX)
            abort();
    }
    lab_grid_release(&grid);
    lab_metric measure;
    lab_metric_parse(text, size % 2, &measure, &err);
    free(text);
    return 0;
}
