/* Options, help and errors of the subcommands. */
#include "cmd/cli.h"

#include "cmd/cli_config.h"

#include "base/text.h"
#include "base/utf8.h"
#include "cmd/cli_output.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int option_index(const cli_command *command, const char *name, size_t length)
{
    for (int i = 0; command->options && command->options[i].name; i++)
        if (strlen(command->options[i].name) == length &&
            memcmp(command->options[i].name, name, length) == 0)
            return i;
    return -1;
}

bool cli_takes(const cli_args *args, const char *name)
{
    return option_index(args->command, name, strlen(name)) >= 0;
}

const char *cli_value(const cli_args *args, const char *name)
{
    int index = option_index(args->command, name, strlen(name));
    assert(index >= 0);
    return args->value[index];
}

int cli_usage_error(const cli_args *args, const char *format, ...)
{
    char text[1024], plain[sizeof text];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    fprintf(stderr, "laatta %s: %s (see laatta %s --help)\n", args->command->name,
            lt_utf8_copy(plain, sizeof plain, text), args->command->name);
    return 2;
}

int cli_fail(const cli_args *args, const lt_error *err)
{
    fprintf(stderr, "laatta %s: %s\n", args->command->name, err->text);
    return lt_status_exit(err->status);
}

bool cli_u64(const cli_args *args, const char *name, uint64_t fallback, uint64_t low, uint64_t high,
             uint64_t *value)
{
    const char *text = cli_value(args, name);
    unsigned long long parsed = fallback;
    *value = fallback;
    if (!text && strcmp(name, "threads") == 0 && cli_config_threads())
        *value = cli_config_threads() < high ? cli_config_threads() : high;
    if (!text) return true;
    if (!lt_parse_u64(text, strlen(text), &parsed) || parsed < low || parsed > high) {
        cli_usage_error(args, "--%s takes a whole number from %llu to %llu, not \"%s\"", name,
                        (unsigned long long)low, (unsigned long long)high, text);
        return false;
    }
    *value = parsed;
    return true;
}

bool cli_real(const cli_args *args, const char *name, double fallback, double low, double high,
              double *value)
{
    const char *text = cli_value(args, name);
    *value = fallback;
    if (!text) return true;
    double parsed;
    if (!lt_parse_real(text, strlen(text), &parsed) || !(parsed >= low && parsed <= high)) {
        cli_usage_error(args, "--%s takes a number from %g to %g, not \"%s\"", name, low, high,
                        text);
        return false;
    }
    *value = parsed;
    return true;
}

void cli_print_help(const cli_command *command)
{
    printf("laatta %s: %s\n\nusage: laatta %s %s\n", command->name, command->summary, command->name,
           command->synopsis);
    if (command->options && command->options[0].name) printf("\noptions:\n");
    for (const cli_option *option = command->options; option && option->name; option++) {
        char left[64];
        snprintf(left, sizeof left, "--%s%s%s", option->name, option->value ? " " : "",
                 option->value ? option->value : "");
        printf("  %-22s %s\n", left, option->summary);
    }
    if (command->family) printf("\ncommands:\n");
    for (const cli_command *const *m = command->family; m && *m; m++)
        printf("  %-12s %s\n", cli_member_word(*m), (*m)->summary);
    if (command->details) printf("\n%s", command->details);
}

/* Hands over to the member of a family that the first word names. */
static int run_member(const cli_command *family, int argc, char **argv)
{
    if (argc == 0 || strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0) {
        cli_print_help(family);
        return argc ? 0 : 2;
    }
    const cli_command *member = cli_find_member(family, argv[0]);
    if (member) return cli_run(member, argc - 1, argv + 1);
    char shown[48];
    fprintf(stderr, "laatta %s: there is no \"%s\"; there are", family->name,
            lt_utf8_copy(shown, sizeof shown, argv[0]));
    for (const cli_command *const *m = family->family; *m; m++)
        fprintf(stderr, "%s %s", m == family->family ? "" : ",", cli_member_word(*m));
    fprintf(stderr, " (see laatta %s --help)\n", family->name);
    return 2;
}

/* What every command takes. */
static const cli_option usual[] = {
    {"help", NULL, NULL}, {"quiet", NULL, NULL}, {"verbose", NULL, NULL}, {0}};

/* The option nearest in spelling, for a typing error; NULL if none is near. */
static const char *nearest_option(const cli_command *command, const char *name, size_t length)
{
    const char *best = NULL;
    size_t best_distance = 3;
    const cli_option *const tables[] = {command->options, usual};
    for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++)
        for (const cli_option *o = tables[t]; o && o->name; o++) {
            size_t distance = lt_edit_distance(name, length, o->name);
            if (distance >= best_distance) continue;
            best_distance = distance;
            best = o->name;
        }
    return best;
}

/* -p, -player: options have two dashes. Numbers below zero and - are words. */
static int refuse_single_dash(const cli_args *args, const char *word)
{
    const char *name = word + 1, *near = NULL;
    size_t length = strcspn(name, "=");
    for (const cli_option *o = args->command->options; o && o->name && !near; o++)
        if (strncmp(o->name, name, length) == 0) near = o->name;
    if (!near) near = nearest_option(args->command, name, length);
    return cli_usage_error(args, "there is no option -%.*s%s%s%s", (int)length, name,
                           near ? "; did you mean --" : "; options begin with --", near ? near : "",
                           near ? "?" : "");
}

/* Takes the option at argv[*i]; returns 0, or the exit status of a refusal. */
static int take_option(cli_args *args, int argc, char **argv, int *i)
{
    const char *name = argv[*i] + 2;
    size_t length = strcspn(name, "=");
    int index = option_index(args->command, name, length);
    if (index < 0) {
        const char *near = nearest_option(args->command, name, length);
        return cli_usage_error(args, "there is no option --%.*s%s%s%s", (int)length, name,
                               near ? "; did you mean --" : "", near ? near : "", near ? "?" : "");
    }
    const cli_option *option = &args->command->options[index];
    if (!option->value) {
        if (name[length] == '=') return cli_usage_error(args, "--%s takes no value", option->name);
        args->value[index] = "";
    } else if (name[length] == '=') {
        args->value[index] = name + length + 1;
    } else if (*i + 1 < argc) {
        args->value[index] = argv[++*i];
    } else {
        return cli_usage_error(args, "--%s needs a value: %s", option->name, option->value);
    }
    return 0;
}

bool cli_each(const cli_args *args, const char *name, bool (*take)(void *ctx, const char *value),
              void *ctx)
{
    size_t length = strlen(name);
    for (int i = 0; i < args->repeat_count; i++) {
        const char *word = args->repeat[i];
        if (strcmp(word, "--") == 0) break;
        if (strncmp(word, "--", 2) != 0) continue;
        size_t one = strcspn(word + 2, "=");
        int index = option_index(args->command, word + 2, one);
        if (index < 0) continue; /* what every command takes */
        const char *value = NULL;
        if (word[2 + one] == '=')
            value = word + 3 + one;
        else if (args->command->options[index].value)
            value = args->repeat[++i];
        if (one == length && memcmp(word + 2, name, length) == 0 && !take(ctx, value)) return false;
    }
    return true;
}

cli_loudness cli_verbosity = CLI_USUAL;

static void tell_config(void)
{
    bool found;
    const char *path = cli_config_path(&found);
    if (path) fprintf(stderr, "laatta: %s%s\n", path, found ? " was read" : " is not there");
}

int cli_run(const cli_command *command, int argc, char **argv)
{
    if (command->family) return run_member(command, argc, argv);
    cli_args args = {.command = command,
                     .repeat = (const char *const *)argv,
                     .repeat_count = argc,
                     .word = calloc((size_t)argc + 1, sizeof *args.word)};
    if (!args.word) cli_no_memory();
    bool options_end = false;
    int status = 0;
    for (int i = 0; i < argc && status == 0; i++) {
        const char *word = argv[i];
        if (!options_end && (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)) {
            cli_print_help(command);
            free(args.word);
            return 0;
        }
        if (!options_end && strcmp(word, "--") == 0)
            options_end = true;
        else if (!options_end && strcmp(word, "--quiet") == 0)
            cli_verbosity = CLI_QUIET;
        else if (!options_end && strcmp(word, "--verbose") == 0)
            cli_verbosity = CLI_VERBOSE;
        else if (!options_end && strncmp(word, "--", 2) == 0)
            status = take_option(&args, argc, argv, &i);
        else if (!options_end && word[0] == '-' && isalpha((unsigned char)word[1]))
            status = refuse_single_dash(&args, word);
        else
            args.word[args.words++] = word;
    }
    if (status == 0 && cli_verbosity == CLI_VERBOSE) tell_config();
    if (status == 0) status = command->run(&args);
    free(args.word);
    return status;
}
