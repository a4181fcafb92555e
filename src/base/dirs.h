/* Where laatta keeps things for a user, after the XDG base directory rules. */
#ifndef LT_DIRS_H
#define LT_DIRS_H

#include "base/text.h"
#include "laatta/status.h"

/* Path of NAME under the cache ($XDG_CACHE_HOME/laatta) or the data directory
 * ($XDG_DATA_HOME/laatta); the directories above it are made. */
lt_status lt_cache_path(const char *name, lt_text *path, lt_error *err);
lt_status lt_data_path(const char *name, lt_text *path, lt_error *err);

/* Path of NAME under $XDG_CONFIG_HOME/laatta, which only the user writes to: nothing is
 * made. False without a home. */
bool lt_config_path(const char *name, lt_text *path);

/* Makes every missing directory above `path` (not `path` itself). */
lt_status lt_make_parents(const char *path, lt_error *err);

/* DIR/share/laatta/NAME of a program that lies in DIR/bin, or of the shared library that
 * lies in DIR/lib or below: where an installed copy has what came with it, wherever it
 * was put. LT_UNAVAILABLE where there is no such directory, or the system does not tell
 * the place. */
lt_status lt_share_path(const char *name, lt_text *path, lt_error *err);

#endif
