/* pdb: additive pattern tables of a partition, with reflection. */
#include "npuzzle/pdb/pdb_set.h"

#include <string.h>

static const lt_param params[] = {
    {.name = "partition",
     .summary = "a name of data/partitions, snake-K, or a file; auto takes what is cached",
     .type = LT_TEXT,
     .text = "auto"},
    {.name = "reflect",
     .summary = "also value the mirrored board, on square boards",
     .type = LT_CHOICE,
     .choices = "yes|no"},
};

static lt_status open_tables(void **tables, const np_frame *frame, const lt_params *values,
                             const np_resources *resources, lt_error *err)
{
    np_partition partition;
    const char *name = lt_params_text(values, "partition");
    if (strcmp(name, "auto") == 0)
        LT_TRY(np_partition_choose(&partition, frame, resources->no_cache, err));
    else
        LT_TRY(np_partition_find(&partition, frame, name, err));
    return np_pdb_set_new((np_pdb_set **)tables, frame, &partition,
                          lt_params_int(values, "reflect") == 0, resources, err);
}

static void close_tables(void *tables)
{
    np_pdb_set_free(tables);
}

static int start(const void *tables, void *state, const uint8_t *board, int blank)
{
    return np_pdb_set_start(tables, state, board, blank);
}

static int apply(const void *tables, void *state, int h, const uint8_t *board, int tile, int from,
                 int to)
{
    (void)h, (void)board;
    return np_pdb_set_apply(tables, state, tile, from, to);
}

static void search(const void *tables, np_dfs *dfs)
{
    np_pdb_set_search(tables, dfs);
}

static const char *describe(const void *tables)
{
    return ((const np_pdb_set *)tables)->description;
}

const np_heuristic_ops np_heuristic_pdb = {
    .name = "pdb",
    .summary = "additive pattern tables: tiles in groups, each solved exactly",
    LT_PARAMS(params),
    .admissible = true,
    .consistent = true,
    .additive = true,
    .open = open_tables,
    .close = close_tables,
    .state_size = sizeof(np_pdb_state),
    .start = start,
    .apply = apply,
    .search = search,
    .describe = describe,
};
