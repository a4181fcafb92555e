/* What a search asks of a heuristic: one const np_heuristic_ops in heuristic_NAME.c.
 *
 * A heuristic is opened for a frame (shape and goal blank), which may build or
 * map tables; they are shared, read-only, by all threads. A search keeps a
 * small state of its own (state_size bytes, copied freely) and updates the
 * value on every move. */
#ifndef NP_HEURISTIC_H
#define NP_HEURISTIC_H

#include "npuzzle/resources.h"
#include "npuzzle/search/dfs.h"

typedef struct np_heuristic_ops {
    const char *name, *summary;
    const lt_param *params;
    size_t param_count;
    bool admissible, consistent, additive;
    lt_status (*open)(void **tables, const np_frame *frame, const lt_params *params,
                      const np_resources *resources, lt_error *err);
    void (*close)(void *tables);
    /* Bytes of the state; at most NP_STATE_MAX. */
    size_t state_size;
    /* The value of a board, from nothing. */
    int (*start)(const void *tables, void *state, const uint8_t *board, int blank);
    /* The value after `tile` went from cell `from` to cell `to`; `board` is the
     * board after the move and `h` the value before it. */
    int (*apply)(const void *tables, void *state, int h, const uint8_t *board, int tile, int from,
                 int to);
    /* NULL, or a depth-first search of its own (same meaning, faster). */
    void (*search)(const void *tables, np_dfs *dfs);
    /* NULL, or a name of the tables in use, e.g. "pdb 7-8". */
    const char *(*describe)(const void *tables);
} np_heuristic_ops;

typedef struct np_heuristic {
    const np_heuristic_ops *ops;
    void *tables;
} np_heuristic;

/* Finds and checks a spec `name:key=value,...` without opening anything. */
lt_status np_heuristic_find(const char *spec, const np_heuristic_ops **ops, lt_params *params,
                            lt_error *err);
lt_status np_heuristic_open(np_heuristic *heuristic, const char *spec, const np_frame *frame,
                            const np_resources *resources, lt_error *err);
void np_heuristic_close(np_heuristic *heuristic);

#endif
