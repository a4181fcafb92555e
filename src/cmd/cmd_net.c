/* laatta net: what a network file holds, whether it is whole, and making one. */
#include "cmd/cli.h"
#include "cmd/cli_t48.h"

#include "base/text.h"
#include "base/writer.h"
#include "twenty48/net/net.h"
#include "twenty48/net/net_train.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const cli_option options[] = {
    {"size", "BYTES", "quantize: size of the file at most, such as 1500000 or 24M (default 24M)"},
    {"step", "POINTS", "quantize: the finest step of a weight (default 2)"},
    {"games", "G", "quantize: games to play for what each weight is worth (default 2000)"},
    {"downgrade", "L",
     "quantize: highest level the network is to be shown (default 0: what suits it)"},
    {"seed", "S", "checkpoint: seed of the run that goes on from it (default 1)"},
    {"json", NULL, "info: as JSON"},
    {0},
};

static int print_info(const cli_args *args, const char *path, const t48_net *net)
{
    const t48_net_layout *layout = &net->layout;
    double step = (double)net->step / T48_NET_UNIT;
    struct stat file;
    lt_error err;
    if (stat(path, &file) != 0) {
        lt_fail(&err, LT_IO, "%s cannot be looked at: %s", path, strerror(errno));
        return cli_fail(args, &err);
    }
    if (cli_flag(args, "json")) {
        json_t *out = json_object();
        char size[8];
        snprintf(size, sizeof size, "%dx%d", layout->shape.rows, layout->shape.cols);
        json_object_set_new(out, "file", json_string(path));
        json_object_set_new(out, "bytes", json_real((double)file.st_size));
        json_object_set_new(out, "size", json_string(size));
        json_object_set_new(out, "tuples", json_string(layout->text));
        json_object_set_new(out, "downgrade", json_integer((json_int_t)net->highest));
        json_object_set_new(out, "weights", json_integer((json_int_t)layout->size));
        json_object_set_new(out, "kept", json_integer((json_int_t)net->kept));
        json_object_set_new(out, "step", json_real(step));
        json_object_set_new(out, "error", json_real(net->error));
        json_object_set_new(out, "games", json_integer((json_int_t)net->games));
        json_object_set_new(out, "moves", json_integer((json_int_t)net->moves));
        return cli_print_json(out);
    }
    printf("file     %s, %.2f MiB\n", path, (double)file.st_size / 1048576);
    printf("board    %dx%d, %u symmetries\n", layout->shape.rows, layout->shape.cols,
           layout->symmetries);
    printf("tuples   %s\n", layout->text);
    printf("shown    boards up to %u; higher ones step down\n", 1u << net->highest);
    printf("weights  %llu, %llu (%.1f %%) other than 0, in steps of %g points\n",
           (unsigned long long)layout->size, (unsigned long long)net->kept,
           100.0 * (double)net->kept / (double)layout->size, step);
    if (net->error > 0)
        printf("rounded  %.1f points in the value of a board (root of the mean square)\n",
               net->error);
    printf("memory   %.0f MiB to play\n", (double)layout->size * sizeof(int16_t) / 1048576);
    printf("trained  %llu games, %llu moves\n", (unsigned long long)net->games,
           (unsigned long long)net->moves);
    return 0;
}

/* Every symmetric board must have the same value, and no value may be absurd. */
static int check(const char *path, const t48_net *net)
{
    enum { BOARDS = 10000 };
    lt_rng rng;
    lt_rng_seed(&rng, 1);
    uint64_t cells = t48_cells_mask(net->layout.shape) * 15;
    for (int i = 0; i < BOARDS; i++) {
        t48_board board = lt_rng_next(&rng) & cells, turned[8] = {0};
        t48_symmetric(net->layout.shape, board, turned);
        int32_t value = t48_net_value(net, board);
        for (unsigned s = 1; s < net->layout.symmetries; s++)
            if (t48_net_value(net, turned[s]) != value) {
                printf("%s: symmetric boards differ in value\n", path);
                return 1;
            }
    }
    printf("%s: whole; %d random boards have the value of their symmetric ones\n", path, BOARDS);
    return 0;
}

/* 1500000, 1500k or 24M, in powers of ten. */
static bool read_size(const cli_args *args, uint64_t *size)
{
    const char *text = cli_value(args, "size");
    if (!text) text = "24M";
    size_t length = strlen(text);
    char unit = length ? text[length - 1] : '\0';
    unsigned long long factor = unit == 'k' ? 1000 : unit == 'M' ? 1000000 : 1, number;
    if (lt_parse_u64(text, length - (factor > 1), &number) && number > 0 &&
        number <= 4000000000u / factor) {
        *size = number * factor;
        return true;
    }
    cli_usage_error(args, "--size takes bytes such as 1500000, 1500k or 24M, not \"%s\"", text);
    return false;
}

/* Tried before the work, which may take hours: an output that cannot be written, or
 * that is one of the inputs. */
static int check_output(const cli_args *args, const char *output)
{
    lt_error err;
    struct stat in, out;
    bool there = stat(output, &out) == 0;
    for (int i = 1; there && i < args->words; i++)
        if (args->word[i] != output && stat(args->word[i], &in) == 0 && in.st_dev == out.st_dev &&
            in.st_ino == out.st_ino)
            return cli_usage_error(args, "%s would be written over itself; name another file",
                                   args->word[i]);
    return lt_writer_try(output, &err) == LT_OK ? 0 : cli_fail(args, &err);
}

static int quantize(const cli_args *args)
{
    t48_net_packing packing;
    uint64_t highest;
    lt_error err;
    if (!read_size(args, &packing.size) ||
        !cli_real(args, "step", 2, 0.0625, 4096, &packing.step) ||
        !cli_u64(args, "games", 2000, 0, 1000000000, &packing.games) ||
        !cli_u64(args, "downgrade", 0, 0, 15, &highest))
        return 2;
    packing.highest = (unsigned)highest;
    if (args->words != 3)
        return cli_usage_error(args, "quantize takes a checkpoint and the file to write");
    int refused = check_output(args, args->word[2]);
    if (refused) return refused;
    lt_control control = cli_control();
    lt_status made = t48_net_quantize(args->word[1], &packing, args->word[2], &control, &err);
    cli_control_done();
    if (made != LT_OK) return cli_fail(args, &err);
    t48_net *net;
    if (t48_net_open(&net, args->word[2], &err) != LT_OK) return cli_fail(args, &err);
    int status = print_info(args, args->word[2], net);
    t48_net_free(net);
    return status;
}

/* Checkpoints become one: by their mean, or the first with the walls of the second. */
static int combine(const cli_args *args, bool mean)
{
    t48_train *train = NULL;
    lt_error err;
    int last = args->words - 1;
    if (last < 3 || (!mean && last > 3))
        return cli_usage_error(args, "%s takes two %scheckpoints and the file to write",
                               args->word[0], mean ? "or more " : "");
    int refused = check_output(args, args->word[last]);
    if (refused) return refused;
    lt_status status = t48_train_load(&train, args->word[1], &err);
    for (int i = 2; status == LT_OK && i < last; i++) {
        t48_train *other;
        status = t48_train_load(&other, args->word[i], &err);
        if (status != LT_OK) break;
        status = mean ? t48_train_blend(train, other, 1 / (float)i, &err)
                      : t48_train_join(train, other, &err);
        t48_train_free(other);
    }
    if (status == LT_OK) status = t48_train_save(train, args->word[last], &err);
    t48_train_free(train);
    return status == LT_OK ? 0 : cli_fail(args, &err);
}

static int checkpoint(const cli_args *args)
{
    t48_net *net = NULL;
    t48_train *train = NULL;
    uint64_t seed;
    lt_error err;
    if (!cli_u64(args, "seed", 1, 0, UINT64_MAX, &seed)) return 2;
    if (args->words != 3)
        return cli_usage_error(args, "checkpoint takes a network and the file to write");
    int refused = check_output(args, args->word[2]);
    if (refused) return refused;
    lt_status status = t48_net_open(&net, args->word[1], &err);
    if (status == LT_OK) status = t48_train_of_net(&train, net, seed, &err);
    if (status == LT_OK) status = t48_train_save(train, args->word[2], &err);
    if (status == LT_OK)
        printf("saved %s after %llu games and %llu moves\n", args->word[2],
               (unsigned long long)train->games, (unsigned long long)train->moves);
    t48_train_free(train);
    t48_net_free(net);
    return status == LT_OK ? 0 : cli_fail(args, &err);
}

static int run(const cli_args *args)
{
    const char *verb = args->words > 0 ? args->word[0] : "";
    if (strcmp(verb, "quantize") == 0) return quantize(args);
    if (strcmp(verb, "average") == 0) return combine(args, true);
    if (strcmp(verb, "join") == 0) return combine(args, false);
    if (strcmp(verb, "checkpoint") == 0) return checkpoint(args);
    bool info = strcmp(verb, "info") == 0;
    if (!info && strcmp(verb, "check") != 0)
        return cli_usage_error(
            args, "it takes info, check, quantize, average, join or checkpoint, not \"%s\"", verb);
    if (args->words > 2) return cli_usage_error(args, "%s takes one file", verb);
    t48_net *net = NULL;
    lt_error err;
    lt_text at;
    lt_text_init(&at);
    /* Without a name, the network that players use. */
    lt_status found = t48_net_locate(args->words > 1 ? args->word[1] : "", "4x4.net", &at, &err);
    if (found == LT_OK) found = t48_net_open(&net, lt_text_str(&at), &err);
    int status = found != LT_OK ? cli_fail(args, &err)
                 : info         ? print_info(args, lt_text_str(&at), net)
                                : check(lt_text_str(&at), net);
    t48_net_free(net);
    lt_text_release(&at);
    return status;
}

const cli_command cmd_net = {
    .name = "net",
    .summary = "look at, check or make a network file",
    .synopsis = "info [FILE] | check [FILE] | quantize CHECKPOINT FILE [--size BYTES] ... | "
                "average CHECKPOINT CHECKPOINT... FILE | join CHECKPOINT CHECKPOINT FILE | "
                "checkpoint NETWORK FILE",
    .details =
        "FILE is a network or a checkpoint of laatta train; without one, the network that\n"
        "the player ntuple uses. quantize plays some games to learn which weights count, and\n"
        "keeps as much of them as fits the size. average makes a checkpoint of two or more of the\n"
        "same shape, often better than each of them if all learned until the rate had\n"
        "fallen; all but the weights is as in the first. join gives the first the stage of walls\n"
        "of the second (see laatta train --help). checkpoint makes one that laatta train\n"
        "can go on from out of a network, for when its own is gone.\n\n"
        "examples:\n"
        "  laatta net info\n"
        "  laatta net quantize my.train my.net --size 8M\n"
        "  laatta sim --player ntuple:net=my.net,depth=1 --games 1000\n"
        "  laatta net average monday.train tuesday.train wednesday.train mean.train\n"
        "  laatta net checkpoint my.net my.train\n",
    .options = options,
    .run = run,
};
