/* The table of solvers and their specs. */
#include "npuzzle/solver/solver.h"

#include "base/spec.h"

#include "solvers.inc"

size_t np_solver_count(void)
{
    return solvers_count;
}

np_entry np_solver_entry(size_t index)
{
    const np_solver_ops *ops = solvers[index];
    return (np_entry){.name = ops->name,
                      .summary = ops->summary,
                      .params = ops->params,
                      .param_count = ops->param_count};
}

static const char *solver_name(size_t index)
{
    return solvers[index]->name;
}

lt_status np_solver_find(const char *spec, const np_solver_ops **ops, lt_params *params,
                         lt_error *err)
{
    size_t index;
    LT_TRY(lt_spec_find("solver", spec, solvers_count, solver_name, &index, err));
    *ops = solvers[index];
    lt_params_init(params, (*ops)->params, (*ops)->param_count);
    return lt_spec_fill(spec, (*ops)->name, &params, 1, err);
}

lt_status np_solver_call(const char *spec, const np_request *request, np_answer *answer,
                         lt_error *err)
{
    lt_params params;
    const np_solver_ops *ops;
    LT_TRY(np_solver_find(spec, &ops, &params, err));
    np_request own = *request;
    own.params = &params;
    answer->solver = ops->name;
    return ops->solve(&own, answer, err);
}
