/* The table of commands, made from the names of src/cmd/cmd_*.c. */
#include "cmd/cli.h"

#include <string.h>

#include "commands.inc"

const cli_command *const *const cli_commands = commands;
const size_t cli_command_count = commands_count;

const cli_command *cli_find_command(const char *name)
{
    for (size_t i = 0; i < cli_command_count; i++)
        if (strcmp(cli_commands[i]->name, name) == 0) return cli_commands[i];
    return NULL;
}

const char *cli_member_word(const cli_command *member)
{
    const char *space = strrchr(member->name, ' ');
    return space ? space + 1 : member->name;
}

const cli_command *cli_find_member(const cli_command *family, const char *word)
{
    for (const cli_command *const *m = family->family; *m; m++)
        if (strcmp(cli_member_word(*m), word) == 0) return *m;
    return NULL;
}
