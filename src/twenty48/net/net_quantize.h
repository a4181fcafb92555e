/* From a checkpoint to a network file, in steps: what each weight is worth
 * (net_usage.c), packing (net_pack.c), and the search for what fits a size. */
#ifndef T48_NET_QUANTIZE_H
#define T48_NET_QUANTIZE_H

#include "twenty48/net/net.h"
#include "twenty48/net/net_pack.h"
#include "twenty48/net/net_train.h"

/* Plays `games` games at one move ahead, one thread, always the same ones. */
lt_status t48_usage_measure(t48_usage *usage, const t48_train *train, uint64_t games,
                            unsigned highest, const lt_control *control, lt_error *err);
void t48_usage_release(t48_usage *usage, const t48_net_layout *layout);

#endif
