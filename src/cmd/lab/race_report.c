/* The end of a race: the ranking, what the winner may claim, and what was saved. */
#include "cmd/lab/race_report.h"

#include "cmd/lab/cli_lab.h"
#include "lab/report.h"

#include <stdio.h>

enum { SHOWN = 20 };

static const char *const fate_name[] = {"in", "cut", "beaten"};

static uint64_t exhaustive(const lab_race_result *r)
{
    return (uint64_t)r->race.config.k * r->race.config.cap;
}

/* Hours of play that all games of all configurations would take one after the
 * other. Only the first round is fair: later ones are played by the better, whose
 * games are longer. */
static double exhaustive_hours(const lab_race_result *r)
{
    if (!r->first_games) return 0;
    return r->first_seconds / (double)r->first_games * (double)exhaustive(r) / 3600;
}

static void print_row(const lab_race_result *r, size_t place)
{
    const lab_race_place *p = &r->places[place];
    const lab_config *config = &r->configs[p->configuration];
    bool rate = r->race.config.figure == LAB_RATE;
    double unit = rate ? 100 : 1;
    int digits = rate || p->sums.mean < 100 ? 2 : 1;
    char name[400], own[48], joint[48];
    lab_row_name(&(lab_row){.config = config}, name, sizeof name);
    snprintf(own, sizeof own, "[%.*f, %.*f]", digits, unit * p->own.low, digits,
             unit * p->own.high);
    snprintf(joint, sizeof joint, "[%.*f, %.*f]", digits, unit * p->joint.low, digits,
             unit * p->joint.high);
    printf("%4zu %7llu %6llu %9.*f%s  %-20s %-20s %-6s  %s\n", place + 1,
           (unsigned long long)config->id, (unsigned long long)p->sums.games, digits,
           unit * p->sums.mean, rate ? " %" : "", own, joint, fate_name[p->fate], name);
}

int race_print(const lab_race_result *r)
{
    uint64_t games = lab_race_played(&r->race), all = exhaustive(r);
    const lab_race_place *best = &r->places[0];
    printf("%s: %s of %zu configurations, %u rounds\n\n", r->experiment.name, r->metric.name,
           r->count, r->race.round + 1);
    printf("%4s %7s %6s %9s%s  %-20s %-20s %-6s  %s\n", "", "config", "games", r->metric.name,
           r->race.config.figure == LAB_RATE ? "  " : "", "own 95 %", "jointly 95 %", "", "");
    for (size_t i = 0; i < r->count && i < SHOWN; i++) print_row(r, i);
    if (r->count > SHOWN)
        printf("... and %zu more (laatta lab report %s)\n", r->count - SHOWN, r->experiment.name);
    printf("\nwinner: %s\n", r->configs[best->configuration].spec);
    if (r->count > 1)
        printf("It was picked out of %zu, so its own interval flatters it; the joint one holds\n"
               "although it was chosen. laatta lab sprt with a fresh seed confirms it.\n",
               r->count);
    printf("games: %llu of the %llu that the whole sweep has (%.1f %%)\n",
           (unsigned long long)games, (unsigned long long)all,
           all ? 100 * (double)games / (double)all : 0);
    printf("time: %.1f s here, %.4f processor hours; %.4f hours of play in all games so far;\n"
           "      the whole sweep would take about %.3g hours of play\n",
           r->elapsed, r->processor / 3600, r->seconds / 3600, exhaustive_hours(r));
    return 0;
}

static json_t *json_place(const lab_race_result *r, size_t place)
{
    const lab_race_place *p = &r->places[place];
    const lab_config *config = &r->configs[p->configuration];
    json_t *settings = json_object();
    for (unsigned s = 0; s < config->settings; s++)
        json_object_set_new(settings, config->setting[s].name,
                            json_string(config->setting[s].value));
    return json_pack("{s:I, s:s, s:o, s:I, s:f, s:[o,o], s:[o,o], s:s, s:I}", "config",
                     (json_int_t)config->id, "player", config->spec, "settings", settings, "games",
                     (json_int_t)p->sums.games, "score", p->sums.mean, "own95",
                     lab_json_real(p->own.low), lab_json_real(p->own.high), "joint95",
                     lab_json_real(p->joint.low), lab_json_real(p->joint.high), "fate",
                     fate_name[p->fate], "round", (json_int_t)p->round + 1);
}

int race_print_json(const lab_race_result *r)
{
    json_t *ranking = json_array();
    for (size_t i = 0; i < r->count && i < SHOWN; i++)
        json_array_append_new(ranking, json_place(r, i));
    return cli_print_json(json_pack(
        "{s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:f, s:f, s:f, s:f, s:o}", "name", r->experiment.name,
        "metric", r->metric.name, "configurations", (json_int_t)r->count, "cap",
        (json_int_t)r->race.config.cap, "rounds", (json_int_t)r->race.round + 1, "games",
        (json_int_t)lab_race_played(&r->race), "exhaustive_games", (json_int_t)exhaustive(r),
        "seconds", r->elapsed, "processor_seconds", r->processor, "play_seconds", r->seconds,
        "exhaustive_play_seconds", 3600 * exhaustive_hours(r), "ranking", ranking));
}
