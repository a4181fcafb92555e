/* laatta solve: sliding puzzles, typed in, from files, or made at random. */
#include "cmd/cli.h"
#include "cmd/cli_boards.h"
#include "cmd/cli_json.h"
#include "cmd/cli_output.h"
#include "cmd/cli_puzzle.h"

#include "base/threads.h"
#include "laatta/npuzzle.h"

#include <stdio.h>
#include <stdlib.h>

static const cli_option options[] = {
    {"size", "ROWSxCOLUMNS", "size of the board (found from the tiles when it can be)"},
    {"goal", "blank-last|blank-first|TILES",
     "where the blank goes, or the tiles of a goal (default blank-last)"},
    {"solver", "SOLVER", "auto (default), anytime, astar, ida; a spec like ida:prune=2"},
    {"heuristic", "HEURISTIC", "a spec like manhattan or pdb:partition=7-8"},
    {"time", "SECONDS", "stop a board's search after this time"},
    {"threads", "N", "threads to use (default: every processor)"},
    {"memory", "MB", "memory a solver may take (default: half of what is free)"},
    {"steps", NULL, "print every position of the solution"},
    {"all", NULL, "count all shortest solutions"},
    {"compare", NULL, "run several solvers and heuristics on each board"},
    {"random", NULL, "make a random board of --size (default 4x4)"},
    {"shuffle", "N", "make a board of --size by N random moves from the goal"},
    {"count", "N", "make so many boards (default 1)"},
    {"seed", "N", "seed of --random and --shuffle (default 1)"},
    {"print", NULL, "print the boards, do not solve them"},
    {"no-cache", NULL, "neither read nor write table files"},
    {"json", NULL, "print a JSON object a board"},
    {NULL, NULL, NULL},
};

typedef struct job {
    const cli_args *args;
    np_options options;
    lt_control control;
    int rows, cols; /* 0 when not given */
    bool json, steps;
    np_session *session;
    np_position goal; /* of the session */
    uint64_t boards, moves, nodes;
    double seconds, setup;
} job;

static void print_steps(const np_position *start, const np_solution *s)
{
    np_position p = *start;
    int width = np_position_cells(&p) > 100 ? 3 : np_position_cells(&p) > 10 ? 2 : 1;
    for (int i = 0;; i++) {
        printf(i ? "%d: %c\n" : "%d:\n", i, i ? s->moves[i - 1] : ' ');
        for (int c = 0; c < np_position_cells(&p); c++) {
            const char *end = (c + 1) % p.cols ? " " : "\n";
            if (p.tile[c])
                printf("%*d%s", width, p.tile[c], end);
            else
                printf("%*s%s", width, ".", end);
        }
        if (i == s->length) break;
        np_position_move(&p, (np_move)np_move_of_letter(s->moves[i]));
    }
}

static void print_json(const char *board, const np_solution *s, const char *error)
{
    json_t *root = json_object();
    json_object_set_new(root, "board", json_string(board));
    if (error) {
        json_object_set_new(root, "error", json_string(error));
    } else {
        json_object_set_new(root, "optimal", json_boolean(s->optimal));
        json_object_set_new(root, "length", json_integer(s->length));
        json_object_set_new(root, "moves", json_string(s->moves));
        json_object_set_new(root, "lower_bound", json_integer(s->lower_bound));
        if (s->solutions)
            json_object_set_new(root, "solutions", json_integer((json_int_t)s->solutions));
        json_object_set_new(root, "nodes", json_integer((json_int_t)s->nodes));
        json_object_set_new(root, "seconds", json_real(s->seconds));
        json_object_set_new(root, "setup_seconds", json_real(s->setup_seconds));
        json_object_set_new(root, "solver", json_string(s->solver));
        json_object_set_new(root, "heuristic", json_string(s->heuristic));
    }
    (void)cli_print_json_line(root);
}

static void print_text(const np_position *board, const np_solution *s, bool steps)
{
    char quality[64] = "optimal", all[48] = "";
    if (!s->optimal)
        snprintf(quality, sizeof quality, "at most %.2f times the shortest (at least %d)",
                 s->lower_bound > 0 ? (double)s->length / s->lower_bound : 1.0, s->lower_bound);
    if (s->solutions)
        snprintf(all, sizeof all, ", %llu shortest solution%s", (unsigned long long)s->solutions,
                 s->solutions == 1 ? "" : "s");
    printf("%d moves, %s%s (%s%s%s, %llu nodes, %.3f s)\n", s->length, quality, all, s->solver,
           s->heuristic[0] ? ", " : "", s->heuristic, (unsigned long long)s->nodes, s->seconds);
    if (steps)
        print_steps(board, s);
    else
        puts(s->moves);
}

/* Keeps the session while goal and options stay the same. */
static lt_status open_session(job *j, const np_position *board, lt_error *err)
{
    np_position goal;
    LT_TRY(cli_puzzle_goal(cli_value(j->args, "goal"), board->rows, board->cols, &goal, err));
    if (j->session && np_position_equal(&goal, &j->goal)) return LT_OK;
    np_session_free(j->session);
    j->session = NULL;
    j->goal = goal;
    return np_session_new(&j->session, &goal, &j->options, err);
}

static int solve_one(job *j, const np_position *board)
{
    lt_error err;
    char text[NP_TEXT_MAX];
    np_solution solution;
    lt_status status = open_session(j, board, &err);
    if (status != LT_OK) return cli_fail(j->args, &err);
    status = np_session_solve(j->session, board, &solution, &err);
    cli_control_done();
    np_position_format(board, j->json, text);
    if (j->json)
        print_json(text, &solution, status == LT_OK ? NULL : err.text);
    else
        puts(text);
    if (status != LT_OK) {
        cli_flush();
        return j->json ? lt_status_exit(status) : cli_fail(j->args, &err);
    }
    if (!j->json) print_text(board, &solution, j->steps);
    cli_flush();
    j->boards++;
    j->moves += (uint64_t)solution.length;
    j->nodes += solution.nodes;
    j->seconds += solution.seconds;
    j->setup += solution.setup_seconds;
    np_solution_release(&solution);
    return 0;
}

/* What a heuristic is worth, seen on one board. */
static int compare_one(job *j, const np_position *board)
{
    static const char *const pairs[][2] = {
        {"astar", "none"},    {"astar", "manhattan"},     {"ida", "none"},
        {"ida", "manhattan"}, {"ida", "linear-conflict"}, {"ida", "walking-distance"},
        {"ida", "pdb"},       {"anytime", NULL},
    };
    char text[NP_TEXT_MAX];
    np_position_format(board, false, text);
    if (!j->json)
        printf("%s\n%-8s %-17s %6s %-8s %12s %10s\n", text, "solver", "heuristic", "moves",
               "optimal", "nodes", "seconds");
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0] && !cli_interrupted(); i++) {
        lt_error err;
        np_solution s;
        np_session_free(j->session);
        j->session = NULL;
        j->options.solver = pairs[i][0];
        j->options.heuristic = pairs[i][1];
        lt_status status = open_session(j, board, &err);
        if (status == LT_OK) status = np_session_solve(j->session, board, &s, &err);
        cli_control_done();
        if (status == LT_UNSOLVABLE || (status == LT_BAD_INPUT)) return cli_fail(j->args, &err);
        np_position_format(board, true, text);
        if (j->json)
            print_json(text, &s, status == LT_OK ? NULL : err.text);
        else if (status == LT_OK)
            printf("%-8s %-17s %6d %-8s %12llu %10.3f\n", s.solver, s.heuristic, s.length,
                   s.optimal ? "yes" : "no", (unsigned long long)s.nodes, s.seconds);
        else
            printf("%-8s %-17s %s\n", pairs[i][0], pairs[i][1] ? pairs[i][1] : "", err.text);
        cli_flush();
        if (status == LT_OK) np_solution_release(&s);
    }
    return 0;
}

static lt_status make_boards(const job *j, cli_boards *boards, uint64_t shuffle, uint64_t count,
                             uint64_t seed, lt_error *err)
{
    np_position goal, p;
    int rows = j->rows ? j->rows : 4, cols = j->cols ? j->cols : 4;
    LT_TRY(cli_puzzle_goal(cli_value(j->args, "goal"), rows, cols, &goal, err));
    for (uint64_t i = 0; i < count; i++) {
        lt_rng rng;
        lt_rng_seed(&rng, lt_seed_of(seed, i));
        p = goal;
        if (cli_flag(j->args, "random"))
            np_position_random(&p, &goal, &rng);
        else
            np_position_shuffle(&p, shuffle, &rng);
        LT_TRY(cli_boards_add(boards, &p, err));
    }
    return LT_OK;
}

static int print_boards(const cli_boards *boards, bool json)
{
    char text[NP_TEXT_MAX];
    for (size_t i = 0; i < boards->count; i++) {
        np_position_format(&boards->board[i], json, text);
        printf(json ? "{\"board\":\"%s\"}\n" : "%s\n", text);
    }
    return 0;
}

static int solve_all(job *j, const cli_boards *boards)
{
    int worst = 0;
    bool compare = cli_flag(j->args, "compare");
    for (size_t i = 0; i < boards->count && !cli_interrupted(); i++) {
        int status = compare ? compare_one(j, &boards->board[i]) : solve_one(j, &boards->board[i]);
        if (status > worst) worst = status;
        if (status == 2) break;
    }
    if (boards->count > 1 && !j->json && !compare && j->boards > 0)
        printf("%llu of %zu boards: %.2f moves, %.0f nodes, %.4f s a board; %.3f s in all, "
               "%.3f s for tables\n",
               (unsigned long long)j->boards, boards->count, (double)j->moves / (double)j->boards,
               (double)j->nodes / (double)j->boards, j->seconds / (double)j->boards, j->seconds,
               j->setup);
    np_session_free(j->session);
    return cli_interrupted() ? 1 : worst;
}

/* Options that would do nothing beside others: said, not ignored. */
static const char *unused_option(const cli_args *args)
{
    bool compare = cli_flag(args, "compare"), print = cli_flag(args, "print");
    if (compare && (cli_flag(args, "solver") || cli_flag(args, "heuristic")))
        return "--compare chooses solvers and heuristics itself";
    if (compare && (cli_flag(args, "steps") || cli_flag(args, "all")))
        return "--compare shows a line a solver, so neither --steps nor --all";
    if (cli_flag(args, "steps") && cli_flag(args, "json"))
        return "--json has the moves, and --steps is for reading: give one of them";
    if (print && (compare || cli_flag(args, "steps") || cli_flag(args, "all") ||
                  cli_flag(args, "solver") || cli_flag(args, "heuristic")))
        return "--print solves nothing, so it takes no option of solving";
    return NULL;
}

static int run(const cli_args *args)
{
    lt_error err;
    uint64_t threads, memory, shuffle, count, seed;
    double seconds;
    bool compare = cli_flag(args, "compare");
    if (!cli_u64(args, "threads", 0, 1, LT_THREADS_MAX, &threads) ||
        !cli_u64(args, "memory", 0, 1, 1 << 24, &memory) ||
        !cli_u64(args, "shuffle", 0, 0, 100000000, &shuffle) ||
        !cli_u64(args, "count", 1, 1, 1000000, &count) ||
        !cli_u64(args, "seed", 1, 0, UINT64_MAX, &seed) ||
        !cli_real(args, "time", compare ? 10 : 0, 0.001, 1e7, &seconds))
        return 2;
    job j = {.args = args,
             .control = cli_control(),
             .json = cli_flag(args, "json"),
             .steps = cli_flag(args, "steps")};
    j.options = (np_options){.solver = cli_value(args, "solver"),
                             .heuristic = cli_value(args, "heuristic"),
                             .seconds = seconds,
                             .count_all = cli_flag(args, "all"),
                             .resources = {.threads = (int)threads,
                                           .memory = memory * 1000000,
                                           .no_cache = cli_flag(args, "no-cache"),
                                           .control = &j.control}};
    const char *size = cli_value(args, "size");
    if (size && np_shape_parse(&j.rows, &j.cols, size, &err) != LT_OK) return cli_fail(args, &err);
    bool make = cli_flag(args, "random") || cli_flag(args, "shuffle");
    if (cli_flag(args, "random") && cli_flag(args, "shuffle"))
        return cli_usage_error(args, "--random and --shuffle exclude each other");
    if (make == (args->words > 0))
        return cli_usage_error(args, make ? "a board is given and --random or --shuffle too"
                                          : "give a board, a file, -, --random or --shuffle N");
    if (!make && (cli_flag(args, "count") || cli_flag(args, "seed")))
        return cli_usage_error(args, "--%s is for boards made by --random or --shuffle",
                               cli_flag(args, "count") ? "count" : "seed");
    const char *idle = unused_option(args);
    if (idle) return cli_usage_error(args, "%s", idle);
    cli_boards boards = {NULL, 0, 0};
    lt_status status =
        make ? make_boards(&j, &boards, shuffle, count, seed, &err)
             : cli_boards_take(&boards, args->word, args->words, j.rows, j.cols, &err);
    int exit_status = status != LT_OK           ? cli_fail(args, &err)
                      : cli_flag(args, "print") ? print_boards(&boards, j.json)
                                                : solve_all(&j, &boards);
    cli_boards_release(&boards);
    return exit_status;
}

const cli_command cmd_solve = {
    .name = "solve",
    .summary = "solve sliding puzzles of any size, optimally where that can be",
    .synopsis = "[OPTIONS] BOARD | FILE | - | --random | --shuffle N",
    .details = "A board is its tiles row by row, 0 or . for the blank, separated by spaces,\n"
               "commas, / or newlines. A file holds a board a line, or a row a line with an\n"
               "empty line after each board. Moves are the directions the BLANK goes: U, D, L, R.\n"
               "The goal is 1 2 3 ... 0. A board that cannot be solved is said so, with the\n"
               "reason, and the exit status is 1; 2 means that the input was wrong.\n"
               "\n"
               "examples:\n"
               "  laatta solve 5 1 0 4 6 7 3 8 2 14 10 11 9 13 15 12\n"
               "  laatta solve --steps '1 2 3 / 4 0 6 / 7 5 8'\n"
               "  laatta solve --size 2x5 '3 1 4 2 5 / 6 8 0 7 9'\n"
               "  laatta solve --compare 5 1 0 4 6 7 3 8 2 14 10 11 9 13 15 12\n"
               "  laatta solve --random --size 10x10 --time 10\n"
               "  laatta solve --heuristic pdb:partition=7-8 --json boards.txt\n",
    .options = options,
    .run = run,
};
