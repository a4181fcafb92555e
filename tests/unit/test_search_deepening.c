/* A search against the clock: when one more depth is worth its time. */
#include "testing.h"

#include "twenty48/search/deepening.h"

/* What a search against the clock is told after each depth: the values of up and
 * down, and the time spent; and whether the next depth is worth it. */
typedef struct told {
    t48_value up, down;
    double spent;
    bool worth;
} told;

static void tell(const told *list, size_t count, unsigned legal)
{
    t48_deepening deepening = t48_deepening_begin(0.010);
    for (size_t i = 0; i < count; i++) {
        t48_expectimax_result result = {.legal = legal, .contenders = legal};
        result.value[T48_UP] = list[i].up;
        result.value[T48_DOWN] = list[i].down;
        if (t48_deepening_worth(&deepening, &result, list[i].spent) != list[i].worth)
            fail_msg("depth %zu: expected %d", i + 1, list[i].worth);
    }
}
#define TELL(legal, ...)                                 \
    do {                                                 \
        const told list[] = {__VA_ARGS__};               \
        tell(list, sizeof list / sizeof list[0], legal); \
    } while (0)

static void a_search_stops_when_deeper_is_not_worth_it(void **state)
{
    (void)state;
    unsigned two = 1u << T48_UP | 1u << T48_DOWN;
    /* A single move. */
    TELL(1u << T48_UP, {500, 0, 1e-4, false});
    /* Close moves go on; values that stay end it. */
    TELL(two, {500, 490, 1e-4, true}, {510, 495, 2e-4, true}, {520, 515, 4e-4, true},
         {520, 515, 8e-4, false});
    /* 1, 2 and 4 ms: the next would take 8. With 0.5, 1 and 2 it still fits. */
    TELL(two, {500, 490, 1e-3, true}, {510, 495, 3e-3, true}, {520, 515, 7e-3, false});
    TELL(two, {500, 490, 0.5e-3, true}, {510, 495, 1.5e-3, true}, {520, 515, 3.5e-3, true});
    /* A lead of 100 that moved by 20 is clear at the third depth in a row, */
    TELL(two, {500, 420, 1e-4, true}, {510, 430, 2e-4, true}, {530, 430, 4e-4, false});
    /* not if it moved by 30, nor if the best move was another one before. */
    TELL(two, {500, 430, 1e-4, true}, {510, 440, 2e-4, true}, {530, 430, 4e-4, true});
    TELL(two, {500, 580, 1e-4, true}, {510, 430, 2e-4, true}, {530, 430, 4e-4, true},
         {540, 440, 8e-4, false});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_search_stops_when_deeper_is_not_worth_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
