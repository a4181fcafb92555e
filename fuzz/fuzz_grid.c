/* Any texts are axes of a grid of configurations or are refused; every configuration
 * of a small grid can be written. An axis a line. And any text can be shown. */
#define _GNU_SOURCE
#include "fuzz/fuzz_sealed.h"

#include "base/utf8.h"
#include "lab/lab_grid.h"
#include "lab/lab_metric.h"

/* As text of a store, and as part of an error. */
static void try_shown(const char *text)
{
    char shown[80];
    if (!lt_utf8_plain(lt_utf8_copy(shown, sizeof shown, text), false)) abort();
    if (lt_utf8_plain(text, false) && strncmp(text, shown, strlen(shown)) != 0) abort();
    lt_utf8_plain(text, true);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    try_shown(text);
    lab_grid grid = {0};
    lt_error err;
    bool good = true;
    char *rest = text;
    for (char *axis; good && (axis = strsep(&rest, "\n"));)
        good = lab_grid_add(&grid, axis, &err) == LT_OK;
    uint64_t count = good ? lab_grid_size(&grid) : 0;
    lab_config *configs = NULL;
    if (count > 50) count = 50;
    if (count && lab_grid_configs(&grid, "worstcase:depth=2", count, 1, 1, &configs, &err) == LT_OK)
        for (uint64_t i = 0; i < count; i++)
            if (strlen(configs[i].spec) >= LAB_SPEC_MAX) abort();
    free(configs);
    lab_grid_release(&grid);
    lab_metric measure;
    for (int of_many = 0; of_many < 2; of_many++) lab_metric_parse(text, of_many, &measure, &err);
    free(text);
    return 0;
}
