/* laatta list: what there is, with every parameter, straight from the tables. */
#include "cmd/cli_t48.h"
#include "laatta/npuzzle.h"

#include <stdio.h>
#include <string.h>

static const cli_option options[] = {
    {"json", NULL, "print one JSON object"},
    {0},
};

static void print_params(const lt_param *params, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const lt_param *p = &params[i];
        char range[80];
        switch (p->type) {
        case LT_INT:
        case LT_REAL:
            snprintf(range, sizeof range, "%g .. %g, default %g", p->low, p->high, p->initial);
            break;
        case LT_CHOICE: snprintf(range, sizeof range, "%s", p->choices); break;
        default:
            snprintf(range, sizeof range, "text, default %s",
                     p->text && *p->text ? p->text : "none");
            break;
        }
        printf("    %-14s %s (%s)\n", p->name, p->summary, range);
    }
}

static json_t *json_params(const lt_param *params, size_t count)
{
    static const char *const types[] = {"int", "real", "choice", "text"};
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        const lt_param *p = &params[i];
        json_t *one = json_pack("{s:s, s:s, s:s}", "name", p->name, "summary", p->summary, "type",
                                types[p->type]);
        if (p->type == LT_INT || p->type == LT_REAL)
            json_object_update_new(one, json_pack("{s:f, s:f, s:f}", "default", p->initial, "low",
                                                  p->low, "high", p->high));
        else if (p->type == LT_CHOICE)
            json_object_update_new(
                one, json_pack("{s:i, s:s}", "default", (int)p->initial, "choices", p->choices));
        else
            json_object_set_new(one, "default", json_string(p->text ? p->text : ""));
        json_array_append_new(list, one);
    }
    return list;
}

static void print_players(void)
{
    printf("players (laatta sim, advise, watch: --player NAME:key=value,...)\n");
    for (size_t i = 0; i < t48_player_count(); i++) {
        const t48_player_info *info = t48_player_info_at(i);
        printf("  %-16s %s\n", info->name, info->summary);
        print_params(info->params, info->param_count);
        if (info->eval) printf("    %-14s evaluation by name (default %s)\n", "eval", info->eval);
    }
}

static json_t *json_players(void)
{
    json_t *list = json_array();
    for (size_t i = 0; i < t48_player_count(); i++) {
        const t48_player_info *info = t48_player_info_at(i);
        json_array_append_new(list, json_pack("{s:s, s:s, s:s?, s:b, s:o}", "name", info->name,
                                              "summary", info->summary, "eval", info->eval,
                                              "stochastic", info->stochastic, "params",
                                              json_params(info->params, info->param_count)));
    }
    return list;
}

static void print_evals(void)
{
    printf("evaluations (of a player that takes one: eval=NAME, and its weights as parameters)\n");
    for (size_t i = 0; i < t48_eval_count(); i++) {
        const t48_eval_info *info = t48_eval_info_at(i);
        printf("  %-16s %s\n", info->name, info->summary);
        print_params(info->params, info->param_count);
    }
}

static json_t *json_evals(void)
{
    json_t *list = json_array();
    for (size_t i = 0; i < t48_eval_count(); i++) {
        const t48_eval_info *info = t48_eval_info_at(i);
        json_array_append_new(list, json_pack("{s:s, s:s, s:o}", "name", info->name, "summary",
                                              info->summary, "params",
                                              json_params(info->params, info->param_count)));
    }
    return list;
}

static void print_puzzle_entries(const char *title, size_t count, np_entry (*entry)(size_t))
{
    printf("%s\n", title);
    for (size_t i = 0; i < count; i++) {
        np_entry e = entry(i);
        printf("  %-16s %s\n", e.name, e.summary);
        print_params(e.params, e.param_count);
    }
}

static json_t *json_puzzle_entries(size_t count, np_entry (*entry)(size_t))
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        np_entry e = entry(i);
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:o}", "name", e.name, "summary", e.summary,
                                        "params", json_params(e.params, e.param_count)));
    }
    return list;
}

static void print_solvers(void)
{
    print_puzzle_entries("solvers of the sliding puzzle (laatta solve --solver NAME:key=value,...)",
                         np_solver_count(), np_solver_entry);
}

static json_t *json_solvers(void)
{
    return json_puzzle_entries(np_solver_count(), np_solver_entry);
}

static void print_heuristics(void)
{
    print_puzzle_entries("heuristics of the sliding puzzle (laatta solve --heuristic NAME)",
                         np_heuristic_count(), np_heuristic_entry);
}

static json_t *json_heuristics(void)
{
    return json_puzzle_entries(np_heuristic_count(), np_heuristic_entry);
}

static void print_commands(void)
{
    printf("commands (laatta NAME --help)\n");
    for (size_t i = 0; i < cli_command_count; i++)
        printf("  %-16s %s\n", cli_commands[i]->name, cli_commands[i]->summary);
}

static json_t *json_commands(void)
{
    json_t *list = json_array();
    for (size_t i = 0; i < cli_command_count; i++)
        json_array_append_new(list, json_pack("{s:s, s:s}", "name", cli_commands[i]->name,
                                              "summary", cli_commands[i]->summary));
    return list;
}

static const struct kind {
    const char *name;
    void (*print)(void);
    json_t *(*json)(void);
} kinds[] = {
    {"players", print_players, json_players},    {"evals", print_evals, json_evals},
    {"solvers", print_solvers, json_solvers},    {"heuristics", print_heuristics, json_heuristics},
    {"commands", print_commands, json_commands},
};

static int run(const cli_args *args)
{
    if (args->words > 1) return cli_usage_error(args, "\"%s\" was not expected", args->word[1]);
    const char *asked = args->words ? args->word[0] : NULL;
    json_t *all = json_object();
    bool found = false, json = cli_flag(args, "json");
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (asked && strcmp(asked, kinds[i].name) != 0) continue;
        if (json)
            json_object_set_new(all, kinds[i].name, kinds[i].json());
        else {
            if (found) printf("\n");
            kinds[i].print();
        }
        found = true;
    }
    if (!found) {
        json_decref(all);
        return cli_usage_error(
            args,
            "there is no list of \"%s\"; there are players, evals, solvers, heuristics, commands",
            asked);
    }
    if (json) return cli_print_json(all);
    json_decref(all);
    return 0;
}

const cli_command cmd_list = {
    .name = "list",
    .summary = "list players, evaluations, solvers, heuristics and commands",
    .synopsis = "[players|evals|solvers|heuristics|commands] [--json]",
    .options = options,
    .details = "examples:\n  laatta list players\n  laatta list --json\n",
    .run = run,
};
