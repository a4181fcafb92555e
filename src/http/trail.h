/* A figure over time, in bounded memory: when it is full, every second point goes and
 * points come half as often. */
#ifndef HTTP_TRAIL_H
#define HTTP_TRAIL_H

#include <stddef.h>

enum { TRAIL_POINTS = 400 };

typedef struct trail_point {
    double at; /* seconds since 1970 */
    double value[2];
} trail_point;

typedef struct trail {
    trail_point point[TRAIL_POINTS];
    size_t count;
    double step; /* seconds that lie between two points, at least */
} trail;

/* The newest point is always there; it moves along until the next one is due. */
void trail_add(trail *t, trail_point point);

/* How fast value[which] grew of late: over the last `seconds`, or what there is. */
double trail_rate(const trail *t, unsigned which, double seconds);

#endif
