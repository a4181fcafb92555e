/* The searches, compiled on grids. */
#include "twenty48/search/position_grid.h"

#include "twenty48/search/root_template.h"

#include "twenty48/search/alphabeta_template.h"
#include "twenty48/search/expectiminimax_template.h"
#include "twenty48/search/snake_template.h"
#include "twenty48/search/worstcase_template.h"

const t48_search_table t48_searches_grid = {
    .alphabeta = alphabeta_root,
    .worstcase = worstcase_root,
    .expectiminimax = expectiminimax_root,
    .snake = snake_root,
};
