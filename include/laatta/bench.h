/* Bench: fixed work whose result is one number per line. The numbers are the same
 * on every machine and compiler, natively and in WebAssembly; a change that means
 * to keep behaviour keeps them. Unstable. */
#ifndef LAATTA_BENCH_H
#define LAATTA_BENCH_H

#include "laatta/status.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lt_bench_line {
    char name[80];   /* what was done */
    uint64_t work;   /* how much of it: moves made or positions searched */
    uint64_t result; /* hash of everything that came out */
} lt_bench_line;

/* Lines of 2048. */
LT_API size_t t48_bench_count(void);
LT_API lt_status t48_bench_run(size_t index, lt_bench_line *line, lt_error *err);

/* Lines of 2048 on the full network 4x4.net, which is too large for the page: they
 * are joined to a number of their own. */
LT_API size_t t48_bench_network_count(void);
LT_API lt_status t48_bench_network_run(size_t index, lt_bench_line *line, lt_error *err);

/* Lines of the puzzle. */
LT_API size_t np_bench_count(void);
LT_API lt_status np_bench_run(size_t index, lt_bench_line *line, lt_error *err);

/* Joins a line into the hash of a whole bench, which starts at 0. */
LT_API uint64_t lt_bench_join(uint64_t hash, const lt_bench_line *line);

#ifdef __cplusplus
}
#endif
#endif
