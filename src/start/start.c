/* The start of a command that runs on any x86-64: it holds the program once for each
 * level of instructions (levels.inc, lowest first) and runs the best copy that the
 * processor can. LAATTA_LEVEL in the environment asks for a lower one.
 *
 * What the levels are is in the x86-64 psABI: a level has all features of those
 * below. The features are asked of the processor itself and not of the compiler,
 * whose names for them differ from version to version. */
#include <cpuid.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int main_function(int argc, char **argv);
typedef void constructor(void);

#define X(name, text)                                                      \
    main_function main_##name;                                             \
    extern constructor *const __start_init_##name[] __attribute__((weak)); \
    extern constructor *const __stop_init_##name[] __attribute__((weak));
#include "levels.inc"
#undef X

typedef struct level {
    const char *name;
    main_function *run;
    constructor *const *first, *const *end; /* what the copy wants called before its main */
} level;

static const level levels[] = {
#define X(name, text) {text, main_##name, __start_init_##name, __stop_init_##name},
#include "levels.inc"
#undef X
};
enum { LEVELS = sizeof levels / sizeof levels[0] };

/* Which registers the operating system saves: bits of XCR0. */
static unsigned saved_registers(void)
{
    unsigned low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

static bool has(unsigned word, unsigned bits)
{
    return (word & bits) == bits;
}

/* The number of the highest level that the processor and the system offer. */
static int processor_level(void)
{
    unsigned eax, ebx = 0, ecx = 0, edx = 0, wide = 0, more = 0, unused;
    if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx)) return 1;
    (void)__get_cpuid_count(7, 0, &eax, &wide, &unused, &unused);
    (void)__get_cpuid(0x80000001, &eax, &unused, &more, &unused);
    enum { LAHF = 1 << 0, LZCNT = 1 << 5, OSXSAVE = 1 << 27, AVX_SAVED = 0x06, ALL_SAVED = 0xe6 };
    const unsigned two =
        bit_SSE3 | bit_SSSE3 | bit_CMPXCHG16B | bit_SSE4_1 | bit_SSE4_2 | bit_POPCNT;
    const unsigned three = bit_AVX | bit_F16C | bit_FMA | bit_MOVBE | OSXSAVE;
    const unsigned three_wide = bit_AVX2 | bit_BMI | bit_BMI2;
    const unsigned four_wide =
        bit_AVX512F | bit_AVX512BW | bit_AVX512CD | bit_AVX512DQ | bit_AVX512VL;
    if (!has(ecx, two) || !has(more, LAHF)) return 1;
    if (!has(ecx, three) || !has(wide, three_wide) || !has(more, LZCNT) ||
        !has(saved_registers(), AVX_SAVED))
        return 2;
    return has(wide, four_wide) && has(saved_registers(), ALL_SAVED) ? 4 : 3;
}

/* x86-64 is 1, x86-64-v3 is 3. */
static int number_of(const char *name)
{
    const char *v = strstr(name, "-v");
    return v ? atoi(v + 2) : 1;
}

static const level *choose(void)
{
    int processor = processor_level();
    const char *asked = getenv("LAATTA_LEVEL");
    const level *best = &levels[0];
    for (int i = 0; i < LEVELS; i++) {
        if (number_of(levels[i].name) > processor) break;
        best = &levels[i];
        if (asked && strcmp(asked, best->name) == 0) return best;
    }
    if (!asked || !*asked) return best;
    fprintf(stderr, "laatta: LAATTA_LEVEL is \"%.40s\"; on this processor it may be", asked);
    for (const level *l = levels; l <= best; l++)
        fprintf(stderr, "%s %s", l == levels ? "" : " or", l->name);
    fputs("\n", stderr);
    return NULL;
}

int main(int argc, char **argv)
{
    const level *chosen = choose();
    if (!chosen) return 2;
    for (constructor *const *c = chosen->first; c != chosen->end; c++) (*c)();
    return chosen->run(argc, argv);
}
