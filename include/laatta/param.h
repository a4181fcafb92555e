/* Typed parameters and spec strings: `name:key=value,key=value`. A value with a comma
 * in it stands in double quotes.
 *
 * Players, evaluations, puzzle heuristics and solvers all describe what can be
 * set on them by a table of lt_param. The same table validates a spec, writes
 * the help, fills the page's menus and drives the lab's sweeps. */
#ifndef LAATTA_PARAM_H
#define LAATTA_PARAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "laatta/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lt_param_type { LT_INT, LT_REAL, LT_CHOICE, LT_TEXT } lt_param_type;

typedef struct lt_param {
    const char *name;
    const char *summary;
    lt_param_type type;
    double initial;      /* default of LT_INT and LT_REAL; index of the choice */
    double low, high;    /* allowed range, ends included, of LT_INT and LT_REAL */
    const char *choices; /* LT_CHOICE: names separated by '|' */
    const char *text;    /* LT_TEXT: the default */
} lt_param;

/* The members `params` and `param_count` of a struct, from a table of parameters. */
#define LT_PARAMS(table) .params = (table), .param_count = sizeof(table) / sizeof((table)[0])

enum { LT_PARAM_TEXT = 1024, LT_PARAMS_MAX = 32 };

typedef struct lt_param_value {
    double number;            /* the value of LT_INT and LT_REAL, the index of LT_CHOICE */
    char text[LT_PARAM_TEXT]; /* the value of LT_TEXT */
    bool given;               /* set by the spec, not by default */
} lt_param_value;

/* Values of one table of parameters, in the table's order. */
typedef struct lt_params {
    const lt_param *table;
    size_t count;
    lt_param_value value[LT_PARAMS_MAX];
} lt_params;

/* Fills every value with its default. */
LT_API void lt_params_init(lt_params *params, const lt_param *table, size_t count);

/* Index of a parameter, or -1. */
LT_API int lt_params_find(const lt_params *params, const char *name, size_t length);

/* Sets one value from text; `owner` names the thing in the error text. */
LT_API lt_status lt_params_set(lt_params *params, size_t index, const char *text, size_t length,
                               const char *owner, lt_error *err);

/* The values, by name. The name must be in the table (asserted). */
LT_API int lt_params_int(const lt_params *params, const char *name);
LT_API double lt_params_real(const lt_params *params, const char *name);
LT_API const char *lt_params_text(const lt_params *params, const char *name);

#ifdef __cplusplus
}
#endif
#endif
