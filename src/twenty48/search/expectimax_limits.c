/* The limits of a search, from the parameters of a player. */
#include "twenty48/search/expectimax.h"

lt_status t48_expectimax_limits_read(t48_expectimax_limits *limits, const lt_params *params,
                                     lt_error *err)
{
    limits->ms = lt_params_real(params, "ms");
    limits->threads = lt_params_int(params, "threads");
    limits->processor = lt_params_int(params, "clock") == 1;
    if (limits->processor && limits->threads > 1)
        return lt_fail(err, LT_BAD_INPUT, "clock=cpu counts one thread, not %d", limits->threads);
    return LT_OK;
}
