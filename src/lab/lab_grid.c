/* Values are texts from the start: what is queued is what was asked for, and no
 * 0.1 turns into 0.1000000001 on the way. */
#include "lab/lab_grid.h"

#include "base/spec.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void lab_grid_release(lab_grid *grid)
{
    for (size_t i = 0; i < grid->axes; i++) free(grid->axis[i].value);
    *grid = (lab_grid){0};
}

static lt_status add_value(lab_axis *axis, const char *text, size_t length, lt_error *err)
{
    if (length == 0 || length >= LAB_VALUE_MAX)
        return lt_fail(err, LT_BAD_INPUT, "--grid %s: a value has 1 to %d characters", axis->name,
                       LAB_VALUE_MAX - 1);
    if (axis->values == LAB_GRID_VALUES)
        return lt_fail(err, LT_BAD_INPUT, "--grid %s: more than %d values", axis->name,
                       LAB_GRID_VALUES);
    memcpy(axis->value[axis->values], text, length);
    axis->value[axis->values][length] = '\0';
    for (size_t i = 0; i < axis->values; i++)
        if (strcmp(axis->value[i], axis->value[axis->values]) == 0)
            return lt_fail(err, LT_BAD_INPUT, "--grid %s: %s comes twice", axis->name,
                           axis->value[i]);
    axis->values++;
    return LT_OK;
}

/* from:to:step, computed as from + i * step and written with as many digits as are
 * needed to tell the values apart. */
static lt_status add_range(lab_axis *axis, const char *text, lt_error *err)
{
    double part[3];
    const char *at = text;
    for (int i = 0; i < 3; i++) {
        size_t length = strcspn(at, ":");
        if (!lt_parse_real(at, length, &part[i]) || (i < 2) != (at[length] == ':'))
            return lt_fail(err, LT_BAD_INPUT,
                           "--grid %s=%s is not FROM:TO:STEP in numbers, e.g. 0.2:1.0:0.2",
                           axis->name, text);
        at += length + 1;
    }
    double from = part[0], to = part[1], step = part[2];
    double count = floor((to - from) / step + 1e-9) + 1;
    if (!(step != 0) || !(count >= 1))
        return lt_fail(err, LT_BAD_INPUT, "--grid %s=%s has no values", axis->name, text);
    if (count > LAB_GRID_VALUES)
        return lt_fail(err, LT_BAD_INPUT, "--grid %s=%s has %.0f values; at most %d are allowed",
                       axis->name, text, count, LAB_GRID_VALUES);
    for (int i = 0; i < (int)count; i++) {
        char value[LAB_VALUE_MAX];
        int length = snprintf(value, sizeof value, "%.10g", from + i * step);
        LT_TRY(add_value(axis, value, (size_t)length, err));
    }
    return LT_OK;
}

lt_status lab_grid_add(lab_grid *grid, const char *text, lt_error *err)
{
    size_t name = strcspn(text, "=");
    char shown[80];
    if (text[name] != '=' || name == 0 || name >= LAB_VALUE_MAX)
        return lt_fail(err, LT_BAD_INPUT, "--grid \"%s\" is not KEY=A,B,C or KEY=FROM:TO:STEP",
                       lt_quote(shown, sizeof shown, text, strlen(text)));
    if (grid->axes == LAB_SETTINGS_MAX)
        return lt_fail(err, LT_BAD_INPUT, "a grid has at most %d parameters", LAB_SETTINGS_MAX);
    lab_axis axis = {.value = malloc(LAB_GRID_VALUES * sizeof *axis.value)};
    if (!axis.value) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    memcpy(axis.name, text, name);
    const char *at = text + name + 1;
    lt_status status = LT_OK;
    for (size_t i = 0; i < grid->axes && status == LT_OK; i++)
        if (strcmp(grid->axis[i].name, axis.name) == 0)
            status = lt_fail(err, LT_BAD_INPUT, "--grid %s is given twice", axis.name);
    if (status == LT_OK && *at != '"' && strchr(at, ':')) {
        status = add_range(&axis, at, err);
    } else {
        lt_text value;
        lt_text_init(&value);
        while (status == LT_OK && lt_spec_item(&at, &value))
            status = value.failed ? lt_fail(err, LT_NO_MEMORY, "not enough memory for a grid")
                                  : add_value(&axis, lt_text_str(&value), value.length, err);
        lt_text_release(&value);
    }
    if (status != LT_OK) {
        free(axis.value);
        return status;
    }
    grid->axis[grid->axes++] = axis;
    return LT_OK;
}

uint64_t lab_grid_size(const lab_grid *grid)
{
    uint64_t size = grid->axes ? 1 : 0;
    for (size_t i = 0; i < grid->axes; i++)
        if (__builtin_mul_overflow(size, grid->axis[i].values, &size)) return UINT64_MAX;
    return size;
}

lt_status lab_spec_put(char spec[LAB_SPEC_MAX], const char *name, const char *value, lt_error *err)
{
    lt_text out;
    lt_text_init(&out);
    lt_spec_put(spec, name, value, &out);
    bool fits = out.length < LAB_SPEC_MAX && !out.failed;
    if (fits) memcpy(spec, lt_text_str(&out), out.length + 1);
    lt_text_release(&out);
    return fits ? LT_OK : lt_fail(err, LT_BAD_INPUT, "the player's spec is too long");
}

static lt_status write_config(const lab_grid *grid, const char *whole, uint64_t index,
                              lab_config *config, lt_error *err)
{
    snprintf(config->spec, sizeof config->spec, "%s", whole);
    config->settings = (unsigned)grid->axes;
    for (size_t i = grid->axes; i-- > 0;) {
        const lab_axis *axis = &grid->axis[i];
        lab_setting *setting = &config->setting[i];
        strcpy(setting->name, axis->name);
        strcpy(setting->value, axis->value[index % axis->values]);
        index /= axis->values;
        LT_TRY(lab_spec_put(config->spec, setting->name, setting->value, err));
    }
    return LT_OK;
}

lt_status lab_grid_configs(const lab_grid *grid, const char *whole, uint64_t count, uint64_t seed,
                           uint64_t games, lab_config **configs, lt_error *err)
{
    lab_config *made = calloc(count, sizeof *made);
    if (!made) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    lt_rng rng;
    lt_rng_seed(&rng, seed);
    lt_status status = LT_OK;
    uint64_t all = lab_grid_size(grid), taken = 0;
    for (uint64_t i = 0; i < all && taken < count && status == LT_OK; i++) {
        /* Each is taken with the chance that fills the sample exactly. */
        if (lt_rng_unit(&rng) * (double)(all - i) >= (double)(count - taken)) continue;
        made[taken].games = games;
        status = write_config(grid, whole, i, &made[taken++], err);
    }
    *configs = made;
    if (status == LT_OK) return LT_OK;
    free(made);
    *configs = NULL;
    return status;
}
