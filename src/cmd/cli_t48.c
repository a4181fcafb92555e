/* Options that several commands about 2048 share. */
#include "cmd/cli_t48.h"

#include "base/files.h"
#include "base/spec.h"
#include "twenty48/net/net.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool cli_rules(const cli_args *args, t48_rules *rules)
{
    *rules = t48_rules_default();
    lt_error err;
    const char *size = cli_takes(args, "size") ? cli_value(args, "size") : NULL;
    if (size && t48_shape_parse(size, &rules->shape, &err) != LT_OK) {
        cli_fail(args, &err);
        return false;
    }
    return !cli_takes(args, "fours") || cli_real(args, "fours", 0.1, 0, 1, &rules->fours);
}

bool cli_tile(const cli_args *args, const char *name, unsigned *level)
{
    const char *text = cli_value(args, name);
    unsigned long long tile;
    for (*level = 1; lt_parse_u64(text, strlen(text), &tile) && *level < 64; ++*level)
        if (tile == 1ull << *level) return true;
    cli_usage_error(args, "--%s takes a tile, a power of two from 2, not \"%s\"", name, text);
    return false;
}

char *cli_join_words(const cli_args *args, int first)
{
    lt_text text;
    lt_text_init(&text);
    lt_text_puts(&text, "");
    for (int i = first; i < args->words; i++)
        lt_text_printf(&text, "%s%s", i > first ? " " : "", args->word[i]);
    if (text.failed) lt_text_release(&text);
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

/* Small networks are unpacked before anybody has read a word. */
static bool takes_long_to_unpack(const char *path)
{
    struct stat file;
    return stat(path, &file) == 0 && file.st_size > 4 << 20 && !t48_net_is_unpacked(path);
}

void cli_announce_network(const char *spec, t48_shape shape)
{
    static const char player[] = "ntuple";
    static char told[4096]; /* the file that was last announced: once is enough */
    size_t name_length = lt_spec_name(spec);
    if (cli_verbosity == CLI_QUIET || name_length != sizeof player - 1 ||
        memcmp(spec, player, name_length) != 0)
        return;
    char usual[16];
    unsigned low = shape.rows < shape.cols ? shape.rows : shape.cols;
    snprintf(usual, sizeof usual, "%ux%u.net", low, shape.rows + shape.cols - low);
    lt_text net, path;
    lt_text_init(&net);
    lt_text_init(&path);
    lt_spec_get(spec, "net", &net);
    if (t48_net_locate(lt_text_str(&net), usual, &path, NULL) == LT_OK &&
        strcmp(lt_text_str(&path), told) != 0 && takes_long_to_unpack(lt_text_str(&path))) {
        snprintf(told, sizeof told, "%s", lt_text_str(&path));
        fprintf(stderr, "unpacking the network %s for its first use; the next starts at once\n",
                told);
    }
    lt_text_release(&net);
    lt_text_release(&path);
}

json_t *cli_json_grid(const t48_grid *grid)
{
    json_t *rows = json_array();
    for (unsigned r = 0; r < grid->shape.rows; r++) {
        json_t *row = json_array();
        for (unsigned c = 0; c < grid->shape.cols; c++) {
            unsigned level = grid->level[r * grid->shape.cols + c];
            /* 2^63 and above do not fit a JSON integer. */
            json_array_append_new(row, level == 0   ? json_integer(0)
                                       : level < 63 ? json_integer(1ll << level)
                                                    : json_real(t48_tile(level)));
        }
        json_array_append_new(rows, row);
    }
    return rows;
}

json_t *cli_json_u64(uint64_t number)
{
    if (number <= INT64_MAX) return json_integer((json_int_t)number);
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)number);
    return json_string(text);
}
