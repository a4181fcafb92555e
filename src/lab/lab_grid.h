/* Grids: every combination of some values of a player's parameters. */
#ifndef LAB_GRID_H
#define LAB_GRID_H

#include "laatta/lab.h"

enum { LAB_GRID_VALUES = 1000, LAB_GRID_CONFIGS = 200000 };

/* One parameter and the values it takes, as they will be written. */
typedef struct lab_axis {
    char name[LAB_VALUE_MAX];
    char (*value)[LAB_VALUE_MAX];
    size_t values;
} lab_axis;

typedef struct lab_grid {
    lab_axis axis[LAB_SETTINGS_MAX];
    size_t axes;
} lab_grid;

void lab_grid_release(lab_grid *grid);

/* Adds an axis from "key=a,b,c" or "key=from:to:step" (both ends included). */
lt_status lab_grid_add(lab_grid *grid, const char *text, lt_error *err);

/* How many combinations there are; 0 for a grid without axes, UINT64_MAX for more
 * than can be counted. */
uint64_t lab_grid_size(const lab_grid *grid);

/* The combinations, the last axis changing fastest: specs with their values put in (`whole`
 * is a spec written out, see t48_player_spec) and the settings, so many games each. Of more
 * than `count` some are drawn by the seed, in ascending order. The caller frees them. */
lt_status lab_grid_configs(const lab_grid *grid, const char *whole, uint64_t count, uint64_t seed,
                           uint64_t games, lab_config **configs, lt_error *err);

/* Puts a value into a spec: replaces the one that is there, or adds it. */
lt_status lab_spec_put(char spec[LAB_SPEC_MAX], const char *name, const char *value, lt_error *err);

#endif
