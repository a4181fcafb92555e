/* laatta serve: the pages on the loopback interface, until Ctrl-C. */
#include "cmd/cli.h"
#include "cmd/cli_output.h"

#include "base/text.h"
#include "http/address.h"
#include "http/server.h"
#include "twenty48/net/net.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PORT_DEFAULT = 2048, TOKEN_BYTES = 16 };

static const cli_option options[] = {
    {"port", "PORT", "port to listen on; 0 takes a free one (default 2048, or a free one)"},
    {"listen", "ADDRESS",
     "address to listen on, in figures; with a token only (default 127.0.0.1)"},
    {"token", "TOKEN", "who says it may pause, resume and cancel (better: LAATTA_TOKEN)"},
    CLI_LAB_URL,
    {0},
};

static const char *given(const char *text)
{
    return text && *text ? text : NULL;
}

/* A token that nobody has to think of. */
static const char *make_token(char text[2 * TOKEN_BYTES + 1])
{
    unsigned char bytes[TOKEN_BYTES];
    if (getentropy(bytes, sizeof bytes) != 0) return NULL;
    for (size_t i = 0; i < sizeof bytes; i++) snprintf(text + 2 * i, 3, "%02x", bytes[i]);
    return text;
}

static bool is_loopback(const char *listen)
{
    http_address address;
    return http_address_of(&address, listen, 0, NULL) != LT_OK || address.loopback;
}

static int run(const cli_args *args)
{
    http_config config = {.listen = cli_value(args, "listen"), .db = cli_value(args, "db")};
    uint64_t port;
    lt_error err;
    http_server *server;
    if (args->words) return cli_usage_error(args, "\"%s\" was not expected", args->word[0]);
    if (!cli_u64(args, "port", PORT_DEFAULT, 0, UINT16_MAX, &port)) return 2;
    config.port = (uint16_t)port;
    config.token = given(cli_value(args, "token"));
    if (!config.token) config.token = given(getenv("LAATTA_TOKEN"));
    char made[2 * TOKEN_BYTES + 1];
    bool make = !config.token && config.listen && !is_loopback(config.listen);
    if (make && !(config.token = make_token(made))) {
        lt_fail(&err, LT_UNAVAILABLE, "no random numbers for a token: %s", strerror(errno));
        return cli_fail(args, &err);
    }
    if (http_page(&config.page, &err) != LT_OK) return cli_fail(args, &err);
    config.lab_page = http_lab_page();
    lt_text net;
    lt_text_init(&net);
    if (t48_net_path("4x4.net", &net, NULL) == LT_OK) config.net = lt_text_str(&net);
    lt_status status = http_server_start(&server, &config, &err);
    /* Nobody asked for this very port: any other one will do. */
    if (status == LT_UNAVAILABLE && !cli_flag(args, "port")) {
        config.port = 0;
        status = http_server_start(&server, &config, &err);
    }
    if (status != LT_OK) {
        lt_text_release(&net);
        return cli_fail(args, &err);
    }
    lt_control control = cli_control();
    const char *host = config.listen ? config.listen : "127.0.0.1";
    bool v6 = strchr(host, ':') != NULL;
    printf("http://%s%s%s:%u/  (Ctrl-C stops; the lab is at /lab)\n", v6 ? "[" : "", host,
           v6 ? "]" : "", http_server_port(server));
    if (make) printf("token: %s  (made for this time; LAATTA_TOKEN sets one of yours)\n", made);
    cli_flush();
    while (!lt_cancelled(&control)) nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    cli_control_done();
    http_server_stop(server);
    lt_text_release(&net);
    return 0;
}

const cli_command cmd_serve = {
    .name = "serve",
    .summary = "serve the page with the games, and the dashboard of the lab, on this machine",
    .synopsis = "[--port PORT] [--db URL] [--token TOKEN] [--listen ADDRESS]",
    .options = options,
    .details =
        "Listens on the loopback interface, prints the address, and serves the games at / and\n"
        "the dashboard of a lab at /lab until Ctrl-C. The database is opened when the dashboard\n"
        "is first asked for; the games need none.\n"
        "\n"
        "The lab can only be read unless a token is given: with it one may pause, resume\n"
        "and cancel experiments. A token has 16 characters or more. On another address than\n"
        "the loopback all of the lab needs it; one is made and printed when none is given.\n"
        "docs/DASHBOARD.md tells more.\n"
        "\n"
        "Other programs ask about boards in JSON: /api/advise?board=2,2,4,8/... (player, depth,\n"
        "ms, nodes, size, fours, seed) and /api/solve?board=1,2,3/... (size); docs/API.md.\n"
        "\n"
        "examples:\n"
        "  laatta serve\n"
        "  laatta serve --port 8080 --db sqlite:lab.sqlite\n"
        "  LAATTA_TOKEN=$(openssl rand -hex 16) laatta serve --listen 0.0.0.0\n",
    .run = run,
};
