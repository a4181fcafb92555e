/* A figure over time. */
#include "http/trail.h"

void trail_add(trail *t, trail_point point)
{
    if (t->step <= 0) t->step = 0.9;
    if (t->count >= 2 && point.at - t->point[t->count - 2].at < t->step) {
        t->point[t->count - 1] = point;
        return;
    }
    if (t->count == TRAIL_POINTS) {
        for (size_t i = 0; 2 * i < TRAIL_POINTS; i++) t->point[i] = t->point[2 * i];
        t->count = TRAIL_POINTS / 2;
        t->step *= 2;
    }
    t->point[t->count++] = point;
}

double trail_rate(const trail *t, unsigned which, double seconds)
{
    if (t->count < 2) return 0;
    const trail_point *last = &t->point[t->count - 1], *first = last - 1;
    while (first > t->point && last->at - first->at < seconds) first--;
    double passed = last->at - first->at;
    return passed > 0 ? (last->value[which] - first->value[which]) / passed : 0;
}
