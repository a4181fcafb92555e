/* Printing JSON. */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include "laatta/intervals.h"
#include "laatta/results.h"

#include <jansson.h>

/* Before a command: if memory for JSON runs out, the program ends. An object that lacks a
 * member would look whole. */
void cli_json_begin(void);

/* Prints a JSON value on a line of its own and frees it; the exit status. An object
 * gets a member "build". */
int cli_print_json(json_t *value);
/* The same with other than 12 digits of a real number. */
int cli_print_json_digits(json_t *value, unsigned digits);
/* The same without spaces, and with 6 digits: for results of a line each. */
int cli_print_json_line(json_t *value);

/* Scores: mean, median, stdev, max, mean95 and some quantiles. JSON knows no infinity, so the
 * interval of fewer than two games is the mean itself. */
json_t *cli_json_score(t48_results *results);
lt_interval cli_bounded(const lt_summary *score);

#endif
