/* How fast a player or a solution moves: from one move a second to no pause. */
#ifndef TUI_PACE_H
#define TUI_PACE_H

#include <stdbool.h>

typedef struct tui_pace {
    bool running;
    int step;   /* index of the speed */
    double due; /* when the next move may be made */
} tui_pace;

void tui_pace_init(tui_pace *pace);
/* '+' and '-'; false for any other key. */
bool tui_pace_key(tui_pace *pace, int key);
/* Seconds between moves, 0 for none. */
double tui_pace_period(const tui_pace *pace);
/* "8 moves/s" or "full speed" */
const char *tui_pace_text(const tui_pace *pace);
/* A move was made now: sets when the next is due. */
void tui_pace_moved(tui_pace *pace, double now);

/* Milliseconds from now until `due`, within 0 .. most. */
int tui_wait_for(double now, double due, int most);

#endif
