/* laatta completion: scripts for shells, which ask this command what may stand next. */
#include "cmd/cli.h"
#include "cmd/cli_complete.h"

#include <stdio.h>
#include <string.h>

/* Bash breaks words at : and = too; the words are put together again, and of a candidate
 * only what follows the last break is given back. */
static const char bash_script[] = "# laatta completion bash: source this file\n"
                                  "_laatta() {\n"
                                  "    local line=${COMP_LINE:0:COMP_POINT} word candidates kept\n"
                                  "    local -a words\n"
                                  "    read -r -a words <<<\"$line\"\n"
                                  "    case $line in *' ') words+=('') ;; esac\n"
                                  "    word=${words[-1]}\n"
                                  "    candidates=$(\"${words[0]}\" completion words -- "
                                  "\"${words[@]:1}\" 2>/dev/null) || return\n"
                                  "    kept=${word%\"${word##*[:=]}\"}\n"
                                  "    COMPREPLY=()\n"
                                  "    while IFS=$'\\t' read -r candidate _; do\n"
                                  "        case $candidate in\n"
                                  "        '') ;;\n"
                                  "        :files) compopt -o filenames 2>/dev/null\n"
                                  "            while IFS= read -r file; do COMPREPLY+=(\"$file\"); "
                                  "done < <(compgen -f -- \"${word#\"$kept\"}\") ;;\n"
                                  "        :folders) compopt -o filenames 2>/dev/null\n"
                                  "            while IFS= read -r file; do COMPREPLY+=(\"$file\"); "
                                  "done < <(compgen -d -- \"${word#\"$kept\"}\") ;;\n"
                                  "        *[=:]) compopt -o nospace 2>/dev/null\n"
                                  "            COMPREPLY+=(\"${candidate#\"$kept\"}\") ;;\n"
                                  "        *) COMPREPLY+=(\"${candidate#\"$kept\"}\") ;;\n"
                                  "        esac\n"
                                  "    done <<<\"$candidates\"\n"
                                  "}\n"
                                  "complete -F _laatta laatta\n";

static const char zsh_script[] =
    "#compdef laatta\n"
    "# laatta completion zsh: put it into a directory of $fpath as _laatta\n"
    "_laatta() {\n"
    "    local line candidate about\n"
    "    local -a plain open plain_about open_about\n"
    "    while IFS=$'\\t' read -r candidate about; do\n"
    "        case $candidate in\n"
    "        '') ;;\n"
    "        :files) compset -P '*[:=]'; _files ;;\n"
    "        :folders) compset -P '*[:=]'; _files -/ ;;\n"
    "        *[=:]) open+=(\"$candidate\"); open_about+=(\"$candidate  $about\") ;;\n"
    "        *) plain+=(\"$candidate\"); plain_about+=(\"$candidate  $about\") ;;\n"
    "        esac\n"
    "    done < <(\"${words[1]}\" completion words -- \"${(@)words[2,CURRENT]}\" 2>/dev/null)\n"
    "    (( $#plain )) && compadd -l -d plain_about -- \"${plain[@]}\"\n"
    "    (( $#open )) && compadd -l -S '' -d open_about -- \"${open[@]}\"\n"
    "}\n"
    "if [ \"$funcstack[1]\" = _laatta ]; then _laatta \"$@\"; else compdef _laatta laatta; fi\n";

static const char fish_script[] =
    "# laatta completion fish: put it into ~/.config/fish/completions/laatta.fish\n"
    "function __laatta_candidates\n"
    "    set -l words (commandline -opc) (commandline -ct)\n"
    "    set -l word (commandline -ct)\n"
    "    set -l kept (string replace -r '[^:=]*$' '' -- \"$word\")\n"
    "    set -l file (string replace -r '.*[:=]' '' -- \"$word\")\n"
    "    for line in ($words[1] completion words -- $words[2..-2] \"$word\" 2>/dev/null)\n"
    "        if test \"$line\" = :files\n"
    "            __fish_complete_path \"$file\" | string replace -r '^' -- \"$kept\"\n"
    "        else if test \"$line\" = :folders\n"
    "            __fish_complete_directories \"$file\" | string replace -r '^' -- \"$kept\"\n"
    "        else\n"
    "            echo $line\n"
    "        end\n"
    "    end\n"
    "end\n"
    "complete -c laatta -f -a '(__laatta_candidates)'\n";

static void print_candidate(void *ctx, const char *word, const char *about)
{
    (void)ctx;
    printf("%s\t%s\n", word, about);
}

/* `completion words -- WORD...`: a line for every candidate of the last word. Whatever stands
 * there is somebody else's command line, so it is taken as it comes. */
static int print_words(int count, const char *const *words)
{
    cli_names names = cli_complete(count, words, print_candidate, NULL);
    if (names == CLI_FILES) puts(":files");
    if (names == CLI_FOLDERS) puts(":folders");
    return 0;
}

static int run(const cli_args *args)
{
    const char *what = args->words > 0 ? args->word[0] : "";
    if (strcmp(what, "words") == 0) return print_words(args->words - 1, args->word + 1);
    if (args->words == 1 && strcmp(what, "bash") == 0)
        fputs(bash_script, stdout);
    else if (args->words == 1 && strcmp(what, "zsh") == 0)
        fputs(zsh_script, stdout);
    else if (args->words == 1 && strcmp(what, "fish") == 0)
        fputs(fish_script, stdout);
    else
        return cli_usage_error(args, "one shell is needed: bash, zsh or fish");
    return 0;
}

const cli_command cmd_completion = {
    .name = "completion",
    .summary = "print a completion script for bash, zsh or fish",
    .synopsis = "bash|zsh|fish | words -- WORD...",
    .details =
        "The scripts ask laatta itself (laatta completion words) what may stand next, so they\n"
        "know every option, player and parameter of the program that is installed.\n\n"
        "examples:\n"
        "  laatta completion bash > ~/.local/share/bash-completion/completions/laatta\n"
        "  laatta completion zsh > ~/.zfunc/_laatta\n"
        "  laatta completion fish > ~/.config/fish/completions/laatta.fish\n"
        "  laatta completion words -- sim --player expectimax:d\n",
    .run = run,
};
