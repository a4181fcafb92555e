/* The race: the plan, the state as a function of outcomes, and its winners among
 * simulated configurations whose rates are known. */
#include "testing.h"

#include "base/samebits.h"
#include "laatta/rng.h"
#include "lab/lab_race.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- a world of configurations -------------------------------------------------- */

typedef struct world {
    uint32_t k;
    uint64_t seed;
    double *truth;
    lab_figure figure;
} world;

/* Half of a game's luck is shared by all configurations: equal seeds, equal tiles. */
static double play(const world *w, uint32_t configuration, uint32_t game)
{
    lt_rng own, shared;
    lt_rng_seed(&own, lt_seed_of(w->seed + 1, ((uint64_t)configuration << 32) + game));
    lt_rng_seed(&shared, lt_seed_of(w->seed + 2, game));
    double truth = w->truth[configuration];
    if (w->figure == LAB_MEAN)
        return truth + lt_same_normal(&own) / 2 + lt_same_normal(&shared) / 2;
    return lt_rng_unit(lt_rng_unit(&own) < 0.5 ? &own : &shared) < truth;
}

typedef double spread(lt_rng *rng);

static double even(lt_rng *rng)
{
    return 0.8 * lt_rng_unit(rng);
}

/* Most are mediocre; few are good. */
static double bell(lt_rng *rng)
{
    double rate = 0.3 + 0.12 * lt_same_normal(rng);
    return rate < 0 ? 0 : rate > 1 ? 1 : rate;
}

/* One in a hundred stands out; the rest hardly ever succeeds. */
static double rare(lt_rng *rng)
{
    return lt_rng_unit(rng) < 0.01 ? 0.3 + 0.4 * lt_rng_unit(rng) : 0.05 * lt_rng_unit(rng);
}

static world make_world(uint32_t k, spread *of, lab_figure figure, uint64_t seed)
{
    world w = {.k = k, .seed = seed * 1000, .truth = calloc(k, sizeof(double)), .figure = figure};
    assert_non_null(w.truth);
    lt_rng rng;
    lt_rng_seed(&rng, w.seed);
    for (uint32_t i = 0; i < k; i++) w.truth[i] = of(&rng);
    return w;
}

static double best_truth(const world *w)
{
    double best = w->truth[0];
    for (uint32_t i = 0; i < w->k; i++) best = fmax(best, w->truth[i]);
    return best;
}

/* Plays what is asked for until the race is done or `most` games were told. */
static void run(lab_race *race, const world *w, uint64_t most)
{
    lab_race_games list[64];
    while (!lab_race_done(race)) {
        size_t n = lab_race_ask(race, list, 64);
        assert_true(n > 0);
        for (size_t i = 0; i < n; i++)
            for (uint32_t g = list[i].from; g < list[i].from + list[i].count; g++) {
                if (most-- == 0) return;
                double outcome = play(w, list[i].configuration, g);
                assert_int_equal(lab_race_tell(race, list[i].configuration, g, outcome, NULL),
                                 LT_OK);
            }
    }
}

/* --- tests -------------------------------------------------------------------------- */

static void the_plan_spends_the_budget_and_no_more(void **state)
{
    (void)state;
    lt_rng rng;
    lt_rng_seed(&rng, 2);
    for (int i = 0; i < 3000; i++) {
        uint32_t k = 1 + lt_rng_below(&rng, i % 2 ? 20000 : 10), cap = 1 + lt_rng_below(&rng, 500);
        uint32_t eta = 2 + lt_rng_below(&rng, 5);
        uint64_t least = lab_race_least(k, cap, eta);
        uint64_t budget = least + lt_rng_below(&rng, 1u << lt_rng_below(&rng, 24));
        lab_race_plan plan;
        assert_false(lab_race_make_plan(&plan, k, cap, eta, least - 1));
        assert_true(lab_race_make_plan(&plan, k, cap, eta, budget));
        assert_true(plan.games <= budget && plan.left[0] == k);
        uint64_t games = 0;
        for (uint32_t r = 0; r < plan.rounds; r++) {
            uint32_t before = r ? plan.target[r - 1] : 0;
            assert_true(plan.target[r] > before && plan.target[r] <= cap);
            games += (uint64_t)plan.left[r] * (plan.target[r] - before);
            if (r) assert_true(plan.left[r] < plan.left[r - 1]);
        }
        assert_true(games == plan.games);
        /* A budget for everything is one round of everything. */
        assert_true(lab_race_make_plan(&plan, k, cap, eta, (uint64_t)k * cap));
        assert_true(plan.rounds == 1 && plan.target[0] == cap);
    }
}

static bool same_ranking(const lab_race *a, const lab_race *b)
{
    uint32_t k = a->config.k;
    lab_race_place *x = calloc(k, sizeof *x), *y = calloc(k, sizeof *y);
    assert_int_equal(lab_race_ranking(a, x, NULL), LT_OK);
    assert_int_equal(lab_race_ranking(b, y, NULL), LT_OK);
    bool same = true;
    for (uint32_t i = 0; i < k; i++)
        same = same && x[i].configuration == y[i].configuration && x[i].fate == y[i].fate &&
               x[i].round == y[i].round && memcmp(&x[i].sums, &y[i].sums, sizeof x[i].sums) == 0;
    free(x);
    free(y);
    return same;
}

/* A race killed anywhere reaches the same end from its outcomes in any order. */
static void the_state_is_a_function_of_the_outcomes(void **state)
{
    (void)state;
    for (lab_figure figure = LAB_MEAN; figure <= LAB_RATE; figure++) {
        world w = make_world(300, bell, figure, 4);
        lab_race_config config = {.k = 300, .cap = 60, .figure = figure, .seed = 9};
        lab_race whole, killed, resumed;
        assert_int_equal(lab_race_init(&whole, &config, NULL), LT_OK);
        run(&whole, &w, UINT64_MAX);
        assert_true(lab_race_played(&whole) <= whole.config.budget);
        for (uint64_t stop = 0; stop < lab_race_played(&whole); stop += 97) {
            assert_int_equal(lab_race_init(&killed, &config, NULL), LT_OK);
            run(&killed, &w, stop);
            assert_int_equal(lab_race_played(&killed), stop);
            assert_true(lab_race_most(&killed) <= config.k * 60 / 20);
            assert_int_equal(lab_race_init(&resumed, &config, NULL), LT_OK);
            /* Told backwards, with games of the future among them. */
            for (uint32_t c = config.k; c-- > 0;)
                for (uint32_t g = 60; g-- > 0;)
                    if (g < stop / 300 || g % 7 == c % 7)
                        assert_int_equal(lab_race_tell(&resumed, c, g, play(&w, c, g), NULL),
                                         LT_OK);
            run(&killed, &w, UINT64_MAX);
            run(&resumed, &w, UINT64_MAX);
            assert_true(same_ranking(&killed, &whole));
            assert_true(same_ranking(&resumed, &whole));
            lab_race_release(&killed);
            lab_race_release(&resumed);
        }
        lab_race_release(&whole);
        free(w.truth);
    }
}

static void wrong_outcomes_and_configs_are_refused(void **state)
{
    (void)state;
    lab_race race;
    lt_error err;
    lab_race_config bad[] = {{.k = 0, .cap = 10},
                             {.k = 5, .cap = 0},
                             {.k = 5, .cap = 10, .eta = 1},
                             {.k = 5, .cap = 10, .level = 1},
                             {.k = 5, .cap = 10, .budget = 4}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(lab_race_init(&race, &bad[i], &err), LT_BAD_INPUT);
    lab_race_config config = {.k = 5, .cap = 10, .figure = LAB_RATE};
    assert_int_equal(lab_race_init(&race, &config, &err), LT_OK);
    assert_int_equal(lab_race_tell(&race, 5, 0, 1, &err), LT_BAD_INPUT);
    assert_int_equal(lab_race_tell(&race, 0, 10, 1, &err), LT_BAD_INPUT);
    assert_int_equal(lab_race_tell(&race, 0, 0, 0.5, &err), LT_BAD_INPUT);
    assert_int_equal(lab_race_tell(&race, 0, 0, NAN, &err), LT_BAD_INPUT);
    assert_int_equal(lab_race_tell(&race, 0, 9, 1, &err), LT_OK);
    assert_int_equal(lab_race_tell(&race, 0, 9, 1, &err), LT_OK);
    assert_int_equal(lab_race_tell(&race, 0, 9, 0, &err), LT_BAD_INPUT);
    lab_race_release(&race);
}

/* One much better than the rest: the statistical rule ends the race early. */
static void a_clear_winner_ends_the_race(void **state)
{
    (void)state;
    world w = make_world(20, even, LAB_MEAN, 1);
    w.truth[13] = 9;
    lab_race_config config = {.k = 20, .cap = 1000, .budget = 20000, .figure = LAB_MEAN, .eta = 2};
    config.budget = 5000;
    lab_race race;
    assert_int_equal(lab_race_init(&race, &config, NULL), LT_OK);
    run(&race, &w, UINT64_MAX);
    lab_race_place places[20];
    assert_int_equal(lab_race_ranking(&race, places, NULL), LT_OK);
    assert_int_equal(places[0].configuration, 13);
    assert_int_equal(race.active_count, 1);
    for (int i = 1; i < 20; i++) assert_int_equal(places[i].fate, LAB_RACE_BEATEN);
    assert_true(lab_race_played(&race) < 5000 / 2);
    lab_race_release(&race);
    free(w.truth);
}

/* Races of configurations among which one is best by a little: how often does the
 * statistical rule send it home? (With all games in one round nothing is cut.) */
static void the_statistical_rule_seldom_loses_the_best(void **state)
{
    (void)state;
    uint64_t races = test_amount(500), lost = 0, sent_home = 0;
    for (uint64_t i = 0; i < races; i++) {
        lab_figure figure = i % 2 ? LAB_MEAN : LAB_RATE;
        world w = make_world(50, even, figure, 100 + i);
        lab_race_config config = {.k = 50, .cap = 60, .figure = figure, .seed = i, .budget = 3000};
        lab_race race;
        assert_int_equal(lab_race_init(&race, &config, NULL), LT_OK);
        run(&race, &w, UINT64_MAX);
        lab_race_place places[50];
        assert_int_equal(lab_race_ranking(&race, places, NULL), LT_OK);
        for (int j = 0; j < 50; j++) {
            if (places[j].fate != LAB_RACE_BEATEN) continue;
            sent_home++;
            lost += w.truth[places[j].configuration] == best_truth(&w);
        }
        lab_race_release(&race);
        free(w.truth);
    }
    printf("# statistical rule at 95 %%: of 50 configurations it sent home %.1f; the best one in "
           "%llu of %llu races\n",
           (double)sent_home / (double)races, (unsigned long long)lost, (unsigned long long)races);
    assert_true(lt_wilson95(lost, races).low <= 0.05);
    assert_true(sent_home > 5 * races);
}

/* --- 12,752 configurations, five games each instead of a hundred ----------------------- */

enum { MANY = 12752 };

/* The winner when everyone plays a hundred games. */
static uint32_t exhaustive_winner(const world *w)
{
    uint32_t winner = 0;
    double most = -1;
    for (uint32_t c = 0; c < w->k; c++) {
        double sum = 0;
        for (uint32_t g = 0; g < 100; g++) sum += play(w, c, g);
        if (sum > most) {
            most = sum;
            winner = c;
        }
    }
    return winner;
}

static uint32_t race_winner(const world *w, uint32_t cap, double *games)
{
    lab_race_config config = {.k = MANY, .cap = cap, .figure = LAB_RATE, .budget = 5 * MANY};
    lab_race race;
    lab_race_place *places = calloc(MANY, sizeof *places);
    assert_int_equal(lab_race_init(&race, &config, NULL), LT_OK);
    run(&race, w, UINT64_MAX);
    assert_int_equal(lab_race_ranking(&race, places, NULL), LT_OK);
    *games += (double)lab_race_played(&race) / (MANY * 100.0);
    uint32_t winner = places[0].configuration;
    free(places);
    lab_race_release(&race);
    return winner;
}

static void the_winner_of_many_is_nearly_the_best(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        spread *of;
    } worlds[] = {{"rates even from 0 to 80 %", even},
                  {"rates bell-shaped, 30 +- 12 %", bell},
                  {"one in a hundred is good", rare}};
    uint64_t races = test_amount(10);
    double n = (double)races;
    for (size_t i = 0; i < sizeof worlds / sizeof *worlds; i++) {
        double best = 0, all = 0, short_race = 0, long_race = 0, games[2] = {0};
        for (uint64_t r = 0; r < races; r++) {
            world w = make_world(MANY, worlds[i].of, LAB_RATE, 100 * i + r);
            best += best_truth(&w) / n;
            all += w.truth[exhaustive_winner(&w)] / n;
            short_race += w.truth[race_winner(&w, 100, &games[0])] / n;
            long_race += w.truth[race_winner(&w, 2000, &games[1])] / n;
            free(w.truth);
        }
        printf("# %s: best %.1f %%; regret of 100 games each %.1f points; race to 100 with %.2f %% "
               "of the games %.1f; race to 2000 with %.2f %% %.1f\n",
               worlds[i].name, 100 * best, 100 * (best - all), 100 * games[0] / n,
               100 * (best - short_race), 100 * games[1] / n, 100 * (best - long_race));
        assert_true(games[0] / n < 0.06 && games[1] / n < 0.06);
        if (races < 10) continue;
        assert_true(best - short_race < best - all + 0.03);
        assert_true(best - long_race < best - all);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_plan_spends_the_budget_and_no_more),
        cmocka_unit_test(the_state_is_a_function_of_the_outcomes),
        cmocka_unit_test(wrong_outcomes_and_configs_are_refused),
        cmocka_unit_test(a_clear_winner_ends_the_race),
        cmocka_unit_test(the_statistical_rule_seldom_loses_the_best),
        cmocka_unit_test(the_winner_of_many_is_nearly_the_best),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
