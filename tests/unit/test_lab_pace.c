/* The pace of workers: few are not held up, and many ask no more of a store than few. */
#include "testing.h"

#include "lab/pace.h"

static lab_pace pace_of(uint64_t workers, bool crowded, double lease)
{
    return lab_pace_of(&(lab_crowd){workers, crowded}, lease);
}

static void test_few_workers(void **state)
{
    (void)state;
    for (uint64_t n = 1; n <= 20; n++) {
        lab_pace p = pace_of(n, false, 15);
        assert_true(p.lease == 15 && p.renew == 15.0 / 4);
        assert_true(p.exchange == 0.1 && p.play == 1 && p.lapse == 1 && p.idle == 0.5);
        assert_false(p.rest);
        assert_true(pace_of(n, false, 2).lease == 2);
    }
}

static void test_the_load_stays_flat(void **state)
{
    (void)state;
    for (uint64_t n = 1; n <= 100000; n = n * 3 / 2 + 1)
        for (int crowded = 0; crowded < 2; crowded++) {
            lab_pace p = pace_of(n, crowded, 15);
            double all = (double)n;
            if (n > 20) assert_true(all / p.exchange <= LAB_EXCHANGES_A_SECOND * 1.001);
            if (crowded && n > 200) assert_true(all / p.exchange <= LAB_EXCHANGES_A_SECOND * 0.251);
            assert_true(all / p.renew <= LAB_RENEWALS_A_SECOND * 1.001);
            assert_true(all / p.lapse <= LAB_LAPSES_A_SECOND * 1.001);
            assert_true(all / p.count <= 50);
            /* Leases outlive what their worker is silent for. */
            assert_true(p.renew <= p.lease / 2 && p.play >= p.exchange);
            assert_int_equal(p.rest, crowded);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_few_workers),
        cmocka_unit_test(test_the_load_stays_flat),
    };
    return cmocka_run_group_tests_name("lab_pace", tests, NULL, NULL);
}
