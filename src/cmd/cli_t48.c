/* Options that several commands about 2048 share. */
#include "cmd/cli_t48.h"

#include "base/files.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool has_option(const cli_args *args, const char *name)
{
    for (const cli_option *o = args->command->options; o && o->name; o++)
        if (strcmp(o->name, name) == 0) return true;
    return false;
}

bool cli_rules(const cli_args *args, t48_rules *rules)
{
    *rules = t48_rules_default();
    lt_error err;
    const char *size = has_option(args, "size") ? cli_value(args, "size") : NULL;
    if (size && t48_shape_parse(size, &rules->shape, &err) != LT_OK) {
        cli_fail(args, &err);
        return false;
    }
    return !has_option(args, "fours") || cli_real(args, "fours", 0.1, 0, 1, &rules->fours);
}

char *cli_join_words(const cli_args *args, int first)
{
    lt_text text;
    lt_text_init(&text);
    lt_text_puts(&text, "");
    for (int i = first; i < args->words; i++)
        lt_text_printf(&text, "%s%s", i > first ? " " : "", args->word[i]);
    return text.data;
}

bool cli_board(const cli_args *args, int first, t48_shape shape, t48_grid *grid)
{
    lt_error err;
    char *text = NULL;
    size_t length;
    lt_status status = LT_OK;
    if (args->words == first + 1 && strcmp(args->word[first], "-") == 0)
        status = lt_file_load("-", 65536, &text, &length, &err);
    else if (!(text = cli_join_words(args, first)))
        status = lt_fail(&err, LT_NO_MEMORY, "no memory for a board");
    if (status == LT_OK) status = t48_grid_parse(text, shape, grid, &err);
    free(text);
    if (status != LT_OK) cli_fail(args, &err);
    return status == LT_OK;
}

json_t *cli_json_grid(const t48_grid *grid)
{
    json_t *rows = json_array();
    for (unsigned r = 0; r < grid->shape.rows; r++) {
        json_t *row = json_array();
        for (unsigned c = 0; c < grid->shape.cols; c++) {
            unsigned level = grid->level[r * grid->shape.cols + c];
            /* 2^63 and above do not fit a JSON integer; no game reaches them. */
            json_array_append_new(row, level == 0   ? json_integer(0)
                                       : level < 63 ? json_integer(1ll << level)
                                                    : json_real(1.8446744073709552e19));
        }
        json_array_append_new(rows, row);
    }
    return rows;
}

int cli_print_json_digits(json_t *value, unsigned digits)
{
    int failed = json_dumpf(value, stdout, JSON_REAL_PRECISION(digits));
    json_decref(value);
    putchar('\n');
    return failed ? 1 : 0;
}

int cli_print_json(json_t *value)
{
    return cli_print_json_digits(value, 12);
}
