/* Everything is a line that begins where few workers would notice it. To open a
 * connection costs a server more than to answer by one: it is held while there is room,
 * and who has to give it back comes a quarter as often, and says all at once. */
#include "lab/pace.h"

static double at_least(double least, double value)
{
    return value > least ? value : least;
}

lab_pace lab_pace_of(const lab_crowd *crowd, double lease)
{
    double n = (double)crowd->workers;
    lab_pace p = {.lease = at_least(lease, 4 * n / LAB_RENEWALS_A_SECOND), .rest = crowd->crowded};
    p.exchange = at_least(0.1, n / LAB_EXCHANGES_A_SECOND);
    if (p.rest) {
        p.exchange = at_least(1, 4 * p.exchange);
        p.lease = at_least(p.lease, 4 * p.exchange);
    }
    p.play = at_least(1, 2 * p.exchange);
    p.renew = p.lease / 4;
    p.lapse = at_least(lease < 4 ? lease / 4 : 1, n / LAB_LAPSES_A_SECOND);
    p.count = 15 + n / 50;
    p.idle = at_least(0.5, p.exchange);
    return p;
}
