/* A sweep's configurations have all the same names; others may differ. */
#include "cmd/lab/settings_csv.h"

#include <string.h>

static size_t find(const settings_csv *columns, const char *name)
{
    size_t i = 0;
    while (i < columns->count && strcmp(columns->name[i], name) != 0) i++;
    return i;
}

void settings_csv_add(settings_csv *columns, const lab_config *config)
{
    for (unsigned s = 0; s < config->settings; s++)
        if (find(columns, config->setting[s].name) == columns->count &&
            columns->count < SETTINGS_CSV_MAX)
            strcpy(columns->name[columns->count++], config->setting[s].name);
}

void settings_csv_text(lt_text *out, const char *text)
{
    lt_text_puts(out, "\"");
    for (; *text; text++) lt_text_add(out, *text == '"' ? "\"\"" : text, *text == '"' ? 2 : 1);
    lt_text_puts(out, "\"");
}

/* Numbers stay bare, so that a spreadsheet sees them as such. */
static void put_value(lt_text *out, const char *text)
{
    double number;
    if (lt_parse_real(text, strlen(text), &number))
        lt_text_puts(out, text);
    else
        settings_csv_text(out, text);
}

void settings_csv_head(const settings_csv *columns, lt_text *out)
{
    for (size_t i = 0; i < columns->count; i++) {
        lt_text_puts(out, ",");
        if (strpbrk(columns->name[i], ",\"\n"))
            settings_csv_text(out, columns->name[i]);
        else
            lt_text_puts(out, columns->name[i]);
    }
}

void settings_csv_row(const settings_csv *columns, const lab_config *config, lt_text *out)
{
    for (size_t i = 0; i < columns->count; i++) {
        lt_text_puts(out, ",");
        for (unsigned s = 0; s < config->settings; s++)
            if (strcmp(config->setting[s].name, columns->name[i]) == 0)
                put_value(out, config->setting[s].value);
    }
}
