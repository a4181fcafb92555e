/* The level above which a network is shown a board a step lower is chosen for it: no other
 * one plays better, and what is chosen without being asked is what the file says. Those of the
 * large networks were measured (data/nets/README.md); games that tell are too long for a test. */
#include "testing.h"

#include "laatta/sim.h"

#include <stdio.h>

static double mean_score(const char *spec, uint64_t games)
{
    t48_sim_config config = {.player = spec,
                             .rules = {.shape = {4, 4}, .fours = 0.1},
                             .seed = 3,
                             .games = games,
                             .threads = 1};
    t48_sim *sim;
    lt_error err = {LT_OK, ""};
    if (t48_sim_run(&sim, &config, &err) != LT_OK) fail_msg("%s: %s", spec, err.text);
    double sum = 0;
    for (uint64_t i = 0; i < games; i++) sum += (double)t48_sim_outcome(sim, i)->score;
    t48_sim_free(sim);
    return sum / (double)games;
}

static void the_small_network_is_shown_what_suits_it(void **state)
{
    (void)state;
    uint64_t games = test_amount(24);
    if (games < 24) skip(); /* a few games say nothing */
    double chosen = mean_score("ntuple:depth=1,net=4x4-small.net", games);
    assert_true(chosen == mean_score("ntuple:depth=1,net=4x4-small.net,downgrade=12", games));
    for (unsigned level = 10; level <= 15; level++) {
        char spec[80];
        snprintf(spec, sizeof spec, "ntuple:depth=1,net=4x4-small.net,downgrade=%u", level);
        double other = mean_score(spec, games);
        if (other > chosen) fail_msg("downgrade=%u: %.0f, chosen %.0f", level, other, chosen);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_small_network_is_shown_what_suits_it)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
