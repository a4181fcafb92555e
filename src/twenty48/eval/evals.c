/* The table of evaluations, made from file names, and making one. */
#include "twenty48/eval/eval.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "evals.inc"

size_t t48_eval_count(void)
{
    return evals_count;
}

const t48_eval_info *t48_eval_info_at(size_t index)
{
    return &evals[index]->info;
}

const t48_eval_ops *t48_eval_find(const char *name, size_t length)
{
    for (size_t i = 0; i < t48_eval_count(); i++)
        if (strlen(evals[i]->info.name) == length && memcmp(evals[i]->info.name, name, length) == 0)
            return evals[i];
    return NULL;
}

lt_status t48_eval_new(t48_eval **eval, const t48_eval_ops *ops, const lt_params *params,
                       t48_shape shape, lt_error *err)
{
    *eval = NULL;
    t48_eval *e = calloc(1, sizeof *e);
    if (e) e->memory = calloc(1, ops->memory_size ? ops->memory_size : 1);
    if (!e || !e->memory) {
        free(e);
        return lt_fail(err, LT_NO_MEMORY, "no memory for the evaluation %s", ops->info.name);
    }
    e->ops = ops;
    e->params = *params;
    e->shape = shape;
    e->unit = ops->unit;
    e->dead = t48_value_from(e, ops->dead);
    if (ops->compile) ops->compile(e);
    *eval = e;
    return LT_OK;
}

void t48_eval_free(t48_eval *eval)
{
    if (!eval) return;
    free(eval->memory);
    free(eval);
}

unsigned t48_eval_terms(const t48_eval *eval, const double *feature, unsigned count,
                        t48_term *terms)
{
    for (unsigned i = 0; i < count; i++) {
        double weight = eval->params.value[i].number;
        terms[i] =
            (t48_term){eval->ops->info.params[i].name, weight, feature[i], weight * feature[i]};
    }
    return count;
}

t48_value t48_value_from(const t48_eval *eval, double real)
{
    return (t48_value)llround(real * (double)eval->unit);
}
