/* laatta completion: a script for the shell, made from the table of commands. */
#include "cmd/cli_t48.h"

#include <stdio.h>
#include <string.h>

static void print_words(void)
{
    for (size_t i = 0; i < cli_command_count; i++)
        printf("%s%s", i ? " " : "", cli_commands[i]->name);
}

static void print_players(void)
{
    for (size_t i = 0; i < t48_player_count(); i++)
        printf("%s%s", i ? " " : "", t48_player_info_at(i)->name);
}

static void print_options(const cli_command *command)
{
    printf("--help");
    for (const cli_option *o = command->options; o && o->name; o++) printf(" --%s", o->name);
}

static void print_bash(void)
{
    printf(
        "# laatta completion bash: source this file\n"
        "_laatta() {\n"
        "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} options=\n"
        "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
        "        COMPREPLY=($(compgen -W '");
    print_words();
    printf("' -- \"$word\"))\n        return\n    fi\n"
           "    if [ \"$before\" = --player ]; then\n"
           "        COMPREPLY=($(compgen -W '");
    print_players();
    printf("' -- \"$word\"))\n        return\n    fi\n"
           "    case ${COMP_WORDS[1]} in\n");
    for (size_t i = 0; i < cli_command_count; i++) {
        const cli_command *c = cli_commands[i];
        if (!c->family) {
            printf("    %s) options='", c->name);
            print_options(c);
            printf("' ;;\n");
            continue;
        }
        printf("    %s)\n        if [ \"$COMP_CWORD\" = 2 ]; then\n"
               "            COMPREPLY=($(compgen -W '",
               c->name);
        for (const cli_command *const *m = c->family; *m; m++)
            printf("%s%s", m == c->family ? "" : " ", cli_member_word(*m));
        printf("' -- \"$word\"))\n            return\n        fi\n"
               "        case ${COMP_WORDS[2]} in\n");
        for (const cli_command *const *m = c->family; *m; m++) {
            printf("        %s) options='", cli_member_word(*m));
            print_options(*m);
            printf("' ;;\n");
        }
        printf("        esac ;;\n");
    }
    printf("    esac\n"
           "    case $word in\n"
           "    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n"
           "    *) COMPREPLY=($(compgen -f -- \"$word\")) ;;\n"
           "    esac\n"
           "}\n"
           "complete -o filenames -F _laatta laatta\n");
}

static void print_fish_options(const cli_command *command, const char *word)
{
    for (const cli_option *o = command->options; o && o->name; o++)
        printf("complete -c laatta -n '__fish_seen_subcommand_from %s' -l %s%s\n", word, o->name,
               o->value ? " -r" : "");
}

static void print_fish(void)
{
    printf("# laatta completion fish: source this file\ncomplete -c laatta -f\n");
    for (size_t i = 0; i < cli_command_count; i++) {
        const cli_command *c = cli_commands[i];
        printf("complete -c laatta -n __fish_use_subcommand -a %s -d '%s'\n", c->name, c->summary);
        print_fish_options(c, c->name);
        for (const cli_command *const *m = c->family; m && *m; m++) {
            printf("complete -c laatta -n '__fish_seen_subcommand_from %s' -a %s -d '%s'\n",
                   c->name, cli_member_word(*m), (*m)->summary);
            print_fish_options(*m, cli_member_word(*m));
        }
    }
}

static int run(const cli_args *args)
{
    const char *shell = args->words == 1 ? args->word[0] : "";
    if (strcmp(shell, "bash") == 0)
        print_bash();
    else if (strcmp(shell, "zsh") == 0) {
        printf("autoload -U +X bashcompinit && bashcompinit\n");
        print_bash();
    } else if (strcmp(shell, "fish") == 0)
        print_fish();
    else
        return cli_usage_error(args, "one shell is needed: bash, zsh or fish");
    return 0;
}

const cli_command cmd_completion = {
    .name = "completion",
    .summary = "print a completion script for bash, zsh or fish",
    .synopsis = "bash|zsh|fish",
    .details = "examples:\n"
               "  laatta completion bash > ~/.local/share/bash-completion/completions/laatta\n"
               "  laatta completion fish > ~/.config/fish/completions/laatta.fish\n",
    .run = run,
};
