/* The table of heuristics and their specs. */
#include "npuzzle/search/heuristic.h"

#include "base/spec.h"

#include "heuristics.inc"

size_t np_heuristic_count(void)
{
    return heuristics_count;
}

np_entry np_heuristic_entry(size_t index)
{
    const np_heuristic_ops *ops = heuristics[index];
    return (np_entry){ops->name,       ops->summary,    ops->params,  ops->param_count,
                      ops->admissible, ops->consistent, ops->additive};
}

static const char *heuristic_name(size_t index)
{
    return heuristics[index]->name;
}

lt_status np_heuristic_find(const char *spec, const np_heuristic_ops **ops, lt_params *params,
                            lt_error *err)
{
    size_t index;
    LT_TRY(lt_spec_find("heuristic", spec, heuristics_count, heuristic_name, &index, err));
    *ops = heuristics[index];
    lt_params_init(params, (*ops)->params, (*ops)->param_count);
    return lt_spec_fill(spec, (*ops)->name, &params, 1, err);
}

lt_status np_heuristic_open(np_heuristic *heuristic, const char *spec, const np_frame *frame,
                            const np_resources *resources, lt_error *err)
{
    lt_params params;
    *heuristic = (np_heuristic){NULL, NULL};
    const np_heuristic_ops *ops;
    LT_TRY(np_heuristic_find(spec, &ops, &params, err));
    if (ops->open) LT_TRY(ops->open(&heuristic->tables, frame, &params, resources, err));
    heuristic->ops = ops;
    return LT_OK;
}

void np_heuristic_close(np_heuristic *heuristic)
{
    if (heuristic->ops && heuristic->ops->close) heuristic->ops->close(heuristic->tables);
    *heuristic = (np_heuristic){NULL, NULL};
}
