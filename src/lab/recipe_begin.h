/* How a training of the lab begins: with a network that knows nothing, or with one that
 * has learned before and now gets stages, teachers or another rule. */
#ifndef LAB_RECIPE_BEGIN_H
#define LAB_RECIPE_BEGIN_H

#include "lab/recipe.h"
#include "twenty48/endgame/endgame.h"
#include "twenty48/net/net_train.h"

/* The network of a recipe, as far as it can be told without files. */
lt_status recipe_layout(const lt_params *params, t48_shape shape, t48_net_layout *layout,
                        lt_error *err);

/* Stages that there are not cannot learn, and nothing can without games from the start. */
lt_status recipe_stages_check(const lt_params *params, const t48_net_layout *layout, lt_error *err);

/* A run at its beginning. LT_UNAVAILABLE if what it begins with is not here. */
lt_status recipe_begin(const lab_bench *bench, const lt_params *params, t48_train **train,
                       lt_error *err);

/* The tables that teach it; *set stays NULL if none do. They must outlive the run. */
lt_status recipe_teach(const lab_bench *bench, const lt_params *params, t48_train *train,
                       t48_endgame_set **set, lt_error *err);

/* What the files that it is made from are, for one of the same name may be another. */
uint64_t recipe_sources(const lt_params *params);

#endif
