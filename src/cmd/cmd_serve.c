/* laatta serve: the page on the loopback interface, until Ctrl-C. */
#include "cmd/cli.h"

#include "http/page.h"
#include "http/server.h"

#include <stdio.h>
#include <time.h>

enum { PORT_DEFAULT = 2048 };

static const cli_option options[] = {
    {"port", "PORT", "port to listen on; 0 takes a free one (default 2048, or a free one)"},
    {0},
};

static int run(const cli_args *args)
{
    const char *page;
    size_t length;
    uint64_t port;
    lt_error err;
    http_server *server;
    if (args->words) return cli_usage_error(args, "\"%s\" was not expected", args->word[0]);
    if (!cli_u64(args, "port", PORT_DEFAULT, 0, UINT16_MAX, &port)) return 2;
    if (http_page(&page, &length, &err) != LT_OK) return cli_fail(args, &err);
    lt_status status = http_server_start(&server, (uint16_t)port, page, length, &err);
    /* Nobody asked for this very port: any other one will do. */
    if (status != LT_OK && !cli_flag(args, "port"))
        status = http_server_start(&server, 0, page, length, &err);
    if (status != LT_OK) return cli_fail(args, &err);
    lt_control control = cli_control();
    printf("http://127.0.0.1:%u/  (Ctrl-C stops)\n", http_server_port(server));
    fflush(stdout);
    while (!lt_cancelled(&control)) nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    cli_control_done();
    http_server_stop(server);
    return 0;
}

const cli_command cmd_serve = {
    .name = "serve",
    .summary = "serve the page with 2048 and the 15-puzzle on this machine",
    .synopsis = "[--port PORT]",
    .options = options,
    .details =
        "Listens on the loopback interface only, prints the address, and serves the page and\n"
        "nothing else until Ctrl-C.\n"
        "\n"
        "examples:\n"
        "  laatta serve\n"
        "  laatta serve --port 8080\n",
    .run = run,
};
