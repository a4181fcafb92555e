/* laatta man: manual pages, made from the same tables as --help. */
#include "cmd/cli.h"
#include "cmd/cli_output.h"

#include "base/files.h"
#include "base/text.h"
#include "laatta/version.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const cli_option options[] = {
    {"dir", "DIR", "write every page into this directory: laatta.1, laatta-sim.1, ..."},
    {0},
};

/* Text for roff: a backslash or a minus is written out, and no line begins with what would
 * be a request. */
static void put_text(lt_text *out, const char *text)
{
    for (bool begins = true; *text; begins = *text++ == '\n') {
        if (begins && (*text == '.' || *text == '\'')) lt_text_puts(out, "\\&");
        if (*text == '\\')
            lt_text_puts(out, "\\e");
        else if (*text == '-')
            lt_text_puts(out, "\\-");
        else
            lt_text_add(out, text, 1);
    }
}

static void section(lt_text *out, const char *title)
{
    lt_text_printf(out, ".SH %s\n", title);
}

static void begin_page(lt_text *out, const char *title, const char *summary)
{
    lt_text_printf(out, ".TH %s 1 \"\" \"laatta %s\" \"laatta\"\n", title, lt_version());
    section(out, "NAME");
    put_text(out, title);
    lt_text_puts(out, " \\- ");
    put_text(out, summary);
    lt_text_puts(out, "\n");
}

static void end_page(lt_text *out)
{
    section(out, "EXIT STATUS");
    lt_text_puts(out, "0 if all went well, 1 if something failed, 2 if the command line or an "
                      "input is not what is allowed.\n");
    section(out, "SEE ALSO");
    lt_text_puts(out, ".BR laatta (1),\n.BR laatta (3)\n");
}

/* Paragraphs are as they are in the help; examples are a section of their own. */
static void put_details(lt_text *out, const char *details)
{
    static const char mark[] = "examples:\n";
    const char *examples = strstr(details, mark);
    size_t length = examples ? (size_t)(examples - details) : strlen(details);
    while (length > 0 && details[length - 1] == '\n') length--;
    char *prose = strndup(details, length);
    if (prose && *prose) {
        section(out, "DESCRIPTION");
        lt_text_puts(out, ".nf\n");
        put_text(out, prose);
        lt_text_puts(out, "\n.fi\n");
    }
    out->failed |= !prose;
    free(prose);
    if (!examples) return;
    section(out, "EXAMPLES");
    lt_text_puts(out, ".nf\n");
    put_text(out, examples + sizeof mark - 1);
    lt_text_puts(out, ".fi\n");
}

static void put_members(lt_text *out, const cli_command *const *members, size_t count)
{
    section(out, "COMMANDS");
    for (size_t i = 0; i < count; i++) {
        lt_text_puts(out, ".TP\n.B ");
        put_text(out, cli_member_word(members[i]));
        lt_text_puts(out, "\n");
        put_text(out, members[i]->summary);
        lt_text_puts(out, "\n");
    }
}

/* "laatta-lab-sweep" */
static void page_name(char *out, size_t size, const cli_command *command)
{
    snprintf(out, size, "laatta-%s", command->name);
    for (char *space; (space = strchr(out, ' ')) != NULL;) *space = '-';
}

static void command_page(lt_text *out, const cli_command *command)
{
    char name[64];
    page_name(name, sizeof name, command);
    begin_page(out, name, command->summary);
    section(out, "SYNOPSIS");
    lt_text_puts(out, ".B laatta ");
    put_text(out, command->name);
    lt_text_puts(out, "\n");
    put_text(out, command->synopsis);
    lt_text_puts(out, "\n");
    if (command->options && command->options[0].name) section(out, "OPTIONS");
    for (const cli_option *o = command->options; o && o->name; o++) {
        lt_text_puts(out, ".TP\n.BI \\-\\-");
        put_text(out, o->name);
        if (o->value) {
            lt_text_puts(out, " \" ");
            put_text(out, o->value);
            lt_text_puts(out, "\"");
        }
        lt_text_puts(out, "\n");
        put_text(out, o->summary);
        lt_text_puts(out, "\n");
    }
    size_t members = 0;
    while (command->family && command->family[members]) members++;
    if (members) put_members(out, command->family, members);
    if (command->details) put_details(out, command->details);
    end_page(out);
}

static void overview_page(lt_text *out)
{
    begin_page(out, "laatta", "sliding-tile games, played, solved and measured");
    section(out, "SYNOPSIS");
    lt_text_puts(out, ".B laatta\nCOMMAND [OPTIONS]\n");
    section(out, "DESCRIPTION");
    put_text(out,
             "2048 with players from textbook minimax to learned networks, optimal solvers for\n"
             "the 15-puzzle and its relatives, and a lab that measures them. Every command has\n"
             "a page of its own, laatta-COMMAND(1), and tells the same with --help.\n");
    put_members(out, cli_commands, cli_command_count);
    section(out, "FILES");
    put_text(out,
             "~/.config/laatta/config holds defaults of one's own, KEY = VALUE a line; # begins\n"
             "a comment. player = SPEC is who plays and advises, db = URL the lab's database,\n"
             "threads = N how many threads work, each where its option is not given.\n");
    section(out, "ENVIRONMENT");
    static const char *const variables[][2] = {
        {"LAATTA_DB", "the lab's database, as --db"},
        {"LAATTA_DB_PASSWORD", "its password, where the address of the database has none"},
        {"LAATTA_TOKEN", "who says it to laatta serve may pause, resume and cancel, as --token"},
        {"LAATTA_NET", "the network that players use"},
        {"LAATTA_LEVEL", "a lower level of instructions: x86-64, x86-64-v3, x86-64-v4"},
        {"XDG_CONFIG_HOME", "where laatta/config, the user's defaults, is read"},
        {"XDG_CACHE_HOME, XDG_DATA_HOME", "where tables and the user's own networks are kept"},
        {"NO_COLOR", "no colours"},
    };
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        lt_text_printf(out, ".TP\n.B %s\n", variables[i][0]);
        put_text(out, variables[i][1]);
        lt_text_puts(out, "\n");
    }
    end_page(out);
}

static lt_status write_page(const char *directory, const char *name, const lt_text *page,
                            lt_error *err)
{
    lt_text path;
    lt_text_init(&path);
    lt_text_printf(&path, "%s/%s.1", directory, name);
    lt_status status = page->failed || path.failed
                           ? lt_fail(err, LT_NO_MEMORY, "no memory for a page")
                           : lt_file_save(lt_text_str(&path), lt_text_str(page), page->length, err);
    lt_text_release(&path);
    return status;
}

/* A command's page, and those of its members. */
static lt_status write_command(const char *directory, const cli_command *command, lt_error *err)
{
    char name[64];
    lt_text page;
    lt_text_init(&page);
    page_name(name, sizeof name, command);
    command_page(&page, command);
    lt_status status = write_page(directory, name, &page, err);
    lt_text_release(&page);
    for (const cli_command *const *m = command->family; status == LT_OK && m && *m; m++)
        status = write_command(directory, *m, err);
    return status;
}

static lt_status write_all(const char *directory, lt_error *err)
{
    lt_text page;
    lt_text_init(&page);
    overview_page(&page);
    lt_status status = write_page(directory, "laatta", &page, err);
    lt_text_release(&page);
    for (size_t i = 0; status == LT_OK && i < cli_command_count; i++)
        status = write_command(directory, cli_commands[i], err);
    return status;
}

static int run(const cli_args *args)
{
    lt_error err;
    const char *directory = cli_value(args, "dir");
    if (directory) return write_all(directory, &err) == LT_OK ? 0 : cli_fail(args, &err);
    const cli_command *command = args->words ? cli_find_command(args->word[0]) : NULL;
    if (args->words > 1 && command && command->family)
        command = cli_find_member(command, args->word[1]);
    if (args->words && !command)
        return cli_usage_error(args, "there is no command \"%s\"", args->word[args->words - 1]);
    lt_text page;
    lt_text_init(&page);
    if (command)
        command_page(&page, command);
    else
        overview_page(&page);
    fputs(lt_text_str(&page), stdout);
    lt_text_release(&page);
    return 0;
}

const cli_command cmd_man = {
    .name = "man",
    .summary = "print a manual page, or write all of them",
    .synopsis = "[COMMAND...] [--dir DIR]",
    .details = "The pages say what --help says, for man(1).\n\n"
               "examples:\n"
               "  laatta man sim | man -l -\n"
               "  laatta man lab sweep | man -l -\n"
               "  laatta man --dir ~/.local/share/man/man1\n",
    .options = options,
    .run = run,
};
