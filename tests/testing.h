/* What every unit test includes: cmocka in the order it wants its headers, and
 * the switch for shorter runs under sanitizers. */
#ifndef TESTING_H
#define TESTING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* `full`, or a hundredth of it when LAATTA_TEST_SHORT is set (sanitized builds). */
static inline uint64_t test_amount(uint64_t full)
{
    return getenv("LAATTA_TEST_SHORT") ? (full + 99) / 100 : full;
}

#endif
