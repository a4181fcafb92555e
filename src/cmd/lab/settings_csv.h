/* Settings of configurations as columns of CSV: one for every name that any has. */
#ifndef SETTINGS_CSV_H
#define SETTINGS_CSV_H

#include "base/text.h"
#include "laatta/lab.h"

enum { SETTINGS_CSV_MAX = 64 };

typedef struct settings_csv {
    char name[SETTINGS_CSV_MAX][LAB_VALUE_MAX]; /* in the order they were met */
    size_t count;
} settings_csv;

/* Makes columns for the settings of a configuration. */
void settings_csv_add(settings_csv *columns, const lab_config *config);

/* The names, and the values of one configuration, each with a comma before it. */
void settings_csv_head(const settings_csv *columns, lt_text *out);
void settings_csv_row(const settings_csv *columns, const lab_config *config, lt_text *out);

/* A text as CSV wants it: in quotes, those within it doubled. */
void settings_csv_text(lt_text *out, const char *text);

#endif
