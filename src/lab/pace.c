/* Everything is a line that begins where few workers would notice it. To open a
 * connection costs a server some milliseconds; what is held for seconds without a word
 * costs it more, for it has only so many. */
#include "lab/pace.h"

static const double rest_seconds = 2;

static double at_least(double least, double value)
{
    return value > least ? value : least;
}

lab_pace lab_pace_of(uint64_t workers, double lease)
{
    double n = (double)workers;
    lab_pace p = {.lease = at_least(lease, 4 * n / LAB_RENEWALS_A_SECOND)};
    p.exchange = at_least(0.1, n / LAB_EXCHANGES_A_SECOND);
    p.play = at_least(1, 2 * p.exchange);
    p.renew = p.lease / 4;
    p.lapse = at_least(lease < 4 ? lease / 4 : 1, n / LAB_LAPSES_A_SECOND);
    p.count = 15 + n / 50;
    p.idle = at_least(0.5, p.exchange);
    p.rest = p.exchange >= rest_seconds;
    return p;
}
