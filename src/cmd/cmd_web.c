/* laatta web: writes the page as a file that opens in any browser. */
#include "cmd/cli.h"

#include "base/files.h"
#include "http/page.h"

#include <stdio.h>
#include <string.h>

static int run(const cli_args *args)
{
    http_file page;
    lt_error err;
    if (args->words > 1) return cli_usage_error(args, "\"%s\" was not expected", args->word[1]);
    if (http_page(&page, &err) != LT_OK) return cli_fail(args, &err);
    const char *path = args->words ? args->word[0] : "laatta.html";
    if (strcmp(path, "-") == 0)
        return fwrite(page.bytes, 1, page.length, stdout) == page.length && fflush(stdout) == 0 ? 0
                                                                                                : 1;
    if (lt_file_save(path, page.bytes, page.length, &err) != LT_OK) return cli_fail(args, &err);
    printf("%s: %zu bytes; open it in a browser\n", path, page.length);
    return 0;
}

const cli_command cmd_web = {
    .name = "web",
    .summary = "write the page with 2048 and the 15-puzzle as one HTML file",
    .synopsis = "[FILE]",
    .details = "The file (laatta.html unless named; - is standard output) holds the games and the\n"
               "engine, opens in any browser and needs no network.\n"
               "\n"
               "examples:\n"
               "  laatta web\n"
               "  laatta web /tmp/games.html\n",
    .run = run,
};
