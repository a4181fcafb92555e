/* Everything: include this, link with -llaatta. */
#ifndef LAATTA_LAATTA_H
#define LAATTA_LAATTA_H

#include "laatta/bench.h"
#include "laatta/board.h"
#include "laatta/control.h"
#include "laatta/exact.h"
#include "laatta/game.h"
#include "laatta/grid.h"
#include "laatta/intervals.h"
#include "laatta/lab.h"
#include "laatta/npuzzle.h"
#include "laatta/param.h"
#include "laatta/player.h"
#include "laatta/results.h"
#include "laatta/rng.h"
#include "laatta/sim.h"
#include "laatta/status.h"

#endif
