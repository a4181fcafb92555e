/* How a program's players behave, as a number: two programs with the same number
 * may work on the same experiment. */
#ifndef LAB_BEHAVIOUR_H
#define LAB_BEHAVIOUR_H

#include "laatta/lab.h"

/* What one player answers on a few fixed boards: catches what lab_behaviour cannot
 * see, such as another network file. "" for a player whose moves depend on time. */
lt_status lab_probe(const char *spec, const t48_rules *rules, char text[17], lt_error *err);

#endif
