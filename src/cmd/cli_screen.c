/* Asking the terminal and the environment. */
#include "cmd/cli_screen.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool cli_can_draw(int fd)
{
    const char *name = getenv("TERM");
    return isatty(fd) && name && name[0] && strcmp(name, "dumb") != 0;
}

bool cli_can_colour(int fd)
{
    const char *refused = getenv("NO_COLOR");
    return cli_can_draw(fd) && !(refused && refused[0]);
}

int cli_columns(int fd)
{
    struct winsize size;
    return ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}
