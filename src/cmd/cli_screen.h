/* What the terminal can show, asked in one place by every command that draws. */
#ifndef CLI_SCREEN_H
#define CLI_SCREEN_H

#include <stdbool.h>

/* Whether a descriptor is a terminal whose cursor can be moved: TERM is set and
 * is not "dumb". */
bool cli_can_draw(int fd);
/* Whether colours are wanted there too: NO_COLOR is not set, or empty. */
bool cli_can_colour(int fd);
/* Characters in a line of the terminal; 80 when it does not tell. */
int cli_columns(int fd);

#endif
