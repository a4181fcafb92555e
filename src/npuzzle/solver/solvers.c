/* The table of solvers and their specs. */
#include "npuzzle/solver/solver.h"

#include "base/spec.h"

#define X(name) extern const np_solver_ops np_solver_##name;
#include "solvers.inc"
#undef X

const np_solver_ops *const np_solvers[] = {
#define X(name) &np_solver_##name,
#include "solvers.inc"
#undef X
};
const size_t np_solvers_count = sizeof np_solvers / sizeof np_solvers[0];

size_t np_solver_count(void)
{
    return np_solvers_count;
}

np_entry np_solver_entry(size_t index)
{
    const np_solver_ops *ops = np_solvers[index];
    return (np_entry){.name = ops->name,
                      .summary = ops->summary,
                      .params = ops->params,
                      .param_count = ops->param_count};
}

static const char *solver_name(size_t index)
{
    return np_solvers[index]->name;
}

lt_status np_solver_find(const char *spec, const np_solver_ops **ops, lt_params *params,
                         lt_error *err)
{
    size_t index;
    LT_TRY(lt_spec_find("solver", spec, np_solvers_count, solver_name, &index, err));
    *ops = np_solvers[index];
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
