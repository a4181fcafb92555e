/* laatta play: 2048 and the sliding puzzle in the terminal. */
#include "cmd/cli_config.h"
#include "cmd/cli_t48.h"

#include "base/dirs.h"
#include "base/files.h"
#include "tui/tui.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

static const cli_option options[] = {
    {"size", "RxC", "size of the board: 2048 2x2 to 8x8, puzzle 2x2 to 16x16 (default 4x4)"},
    {"seed", "S", "begin a new game with this seed"},
    {"new", NULL, "begin a new game; a saved one is kept as *.previous"},
    {"player", "SPEC", "2048: who advises and plays (default snake; see laatta list players)"},
    {"fours", "P", "2048: share of fours among new tiles (default 0.1)"},
    {"time", "SECONDS", "puzzle: time for an answer of the solver (default 4)"},
    {"no-animation", NULL, "tiles jump instead of sliding"},
    {0},
};

enum { KEPT_MAX = 200 << 20 };

/* Games that are open at once each have a number, by the lock that they could get.
 * The first has the plain names; the n-th keeps its game as GAME.n.txt. */
typedef struct slot {
    int fd;
    unsigned number;
} slot;

enum { OPEN_AT_ONCE = 99 };

static slot take_slot(void)
{
    slot s = {.fd = -1, .number = 1};
    lt_text path, name;
    lt_text_init(&path);
    lt_text_init(&name);
    for (unsigned number = 1; number <= OPEN_AT_ONCE && s.fd < 0; number++) {
        lt_text_clear(&name);
        lt_text_printf(&name, "play.%u.lock", number);
        if (lt_data_path(lt_text_str(&name), &path, NULL) != LT_OK) break;
        int fd = lt_file_open(lt_text_str(&path), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (fd < 0) break;
        if (flock(fd, LOCK_EX | LOCK_NB) == 0) {
            s = (slot){.fd = fd, .number = number};
        } else {
            /* Without locks on this file system there is only the first. */
            bool taken = errno == EWOULDBLOCK;
            close(fd);
            if (!taken) break;
        }
    }
    lt_text_release(&name);
    lt_text_release(&path);
    return s;
}

static lt_status place(const slot *s, const char *name, lt_text *path, lt_error *err)
{
    const char *dot = strrchr(name, '.');
    bool game = strncmp(name, "2048-", 5) == 0 && dot;
    if (!game || s->number == 1) return lt_data_path(name, path, err);
    lt_text own;
    lt_text_init(&own);
    lt_text_printf(&own, "%.*s.%u%s", (int)(dot - name), name, s->number, dot);
    lt_status status = lt_data_path(lt_text_str(&own), path, err);
    lt_text_release(&own);
    return status;
}

static lt_status load(void *ctx, const char *name, char **text, size_t *length, lt_error *err)
{
    lt_text path;
    lt_text_init(&path);
    *text = NULL;
    lt_status status = place(ctx, name, &path, err);
    if (status == LT_OK && !(access(lt_text_str(&path), F_OK) != 0 && errno == ENOENT))
        status = lt_file_load(lt_text_str(&path), KEPT_MAX, text, length, err);
    lt_text_release(&path);
    return status;
}

static lt_status save(void *ctx, const char *name, const char *text, size_t length, lt_error *err)
{
    lt_text path;
    lt_text_init(&path);
    lt_status status = place(ctx, name, &path, err);
    if (status == LT_OK) status = lt_file_save(lt_text_str(&path), text, length, err);
    lt_text_release(&path);
    return status;
}

static lt_status set_aside(void *ctx, const char *name, const char *suffix, lt_error *err)
{
    lt_text path, target;
    lt_text_init(&path);
    lt_text_init(&target);
    lt_status status = place(ctx, name, &path, err);
    lt_text_printf(&target, "%s.%s", lt_text_str(&path), suffix);
    if (status == LT_OK && target.failed)
        status = lt_fail(err, LT_NO_MEMORY, "no memory for a path");
    if (status == LT_OK && rename(lt_text_str(&path), lt_text_str(&target)) != 0)
        status = lt_fail(err, LT_IO, "cannot rename %s: %s", lt_text_str(&path), strerror(errno));
    lt_text_release(&path);
    lt_text_release(&target);
    return status;
}

static int refuse_for_puzzle(const cli_args *args, const char *name)
{
    return cli_usage_error(args, "--%s is an option of 2048", name);
}

static int run(const cli_args *args)
{
    slot own = {.fd = -1, .number = 1};
    tui_storage storage = {.ctx = &own, .load = load, .save = save, .set_aside = set_aside};
    const char *game = args->words ? args->word[0] : "2048";
    bool puzzle = strcmp(game, "puzzle") == 0;
    const char *player = cli_value(args, "player");
    tui_options o = {.storage = &storage,
                     .fresh = cli_flag(args, "new") || cli_flag(args, "seed"),
                     .animate = !cli_flag(args, "no-animation"),
                     .player = cli_player(args, "snake")};
    t48_rules rules;
    lt_error err;
    lt_status status;
    int rows = 4, cols = 4, number = 0;
    if (args->words > 1) return cli_usage_error(args, "\"%s\" was not expected", args->word[1]);
    if (!puzzle && strcmp(game, "2048") != 0)
        return cli_usage_error(args, "there is no game \"%.40s\"; there are 2048 and puzzle", game);
    if (!cli_u64(args, "seed", (uint64_t)time(NULL) * 1000003u & INT64_MAX, 0, UINT64_MAX,
                 &o.seed) ||
        !cli_real(args, "time", 4, 0.1, 3600, &o.seconds))
        return 2;
    if (puzzle) {
        const char *size = cli_value(args, "size");
        if (player) return refuse_for_puzzle(args, "player");
        if (cli_flag(args, "fours")) return refuse_for_puzzle(args, "fours");
        if (size && np_shape_parse(&rows, &cols, size, &err) != LT_OK) return cli_fail(args, &err);
        status = tui_play_puzzle(rows, cols, &o, &number, &err);
    } else {
        if (cli_flag(args, "time")) return cli_usage_error(args, "--time is an option of puzzle");
        if (!cli_rules(args, &rules)) return 2;
        if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) own = take_slot();
        cli_announce_network(o.player, rules.shape);
        status = tui_play_2048(&rules, &o, &number, &err);
        if (own.number > 1)
            printf("Another game was open: this is game %u, which goes on when %u are open.\n",
                   own.number, own.number);
        if (own.fd >= 0) close(own.fd);
    }
    if (status != LT_OK) return cli_fail(args, &err);
    return number ? 128 + number : 0; /* as the shell counts programs that a signal ended */
}

const cli_command cmd_play = {
    .name = "play",
    .summary = "play 2048 or the sliding puzzle in the terminal",
    .synopsis = "[2048|puzzle] [--size RxC] [--seed S] [--player SPEC] [--no-animation]",
    .options = options,
    .details =
        "The screen shows the keys; docs/TERMINAL.md explains them. A game of 2048 is saved when\n"
        "you leave, whatever way, and goes on when you come back; games and best scores are in\n"
        "$XDG_DATA_HOME/laatta. NO_COLOR turns colours off.\n"
        "\n"
        "examples:\n"
        "  laatta play\n"
        "  laatta play --size 5x5 --player worstcase:depth=3\n"
        "  laatta play puzzle --size 3x3\n"
        "  laatta play puzzle --size 8x8 --time 10\n",
    .run = run,
};
