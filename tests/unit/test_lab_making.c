/* What is played for an order. */
#include "testing.h"

#include "lab/making.h"

#include <string.h>

/* A spec that memory cut short is no order's fault: its games are given back, not up. */
static void test_no_memory_is_nobodys_fault(void **state)
{
    (void)state;
    lab_makings makings;
    lab_makings_init(&makings, "/nowhere");
    lab_order order = {.rules = t48_rules_default()};
    strcpy(order.spec, "greedy");
    lab_product product = {0};
    lt_text spec;
    lt_error err;
    lt_text_init(&spec);
    assert_int_equal(lab_makings_player(&makings, &order, NULL, &product, &spec, &err), LT_OK);
    assert_string_equal(lt_text_str(&spec), "greedy");
    lt_text_release(&spec);
    spec.failed = true; /* as after a realloc that failed */
    assert_int_equal(lab_makings_player(&makings, &order, NULL, &product, &spec, &err),
                     LT_NO_MEMORY);
    lt_text_release(&spec);
    lab_makings_release(&makings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_memory_is_nobodys_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
