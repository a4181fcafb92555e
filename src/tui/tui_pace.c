/* Speeds. */
#include "tui/tui_pace.h"

static const struct {
    int rate;
    const char *text;
} speeds[] = {
    {1, "1 move/s"},    {2, "2 moves/s"},   {4, "4 moves/s"},   {8, "8 moves/s"},
    {15, "15 moves/s"}, {30, "30 moves/s"}, {60, "60 moves/s"}, {0, "full speed"},
};
enum { SPEEDS = sizeof speeds / sizeof speeds[0], FIRST_SPEED = 2 };

void tui_pace_init(tui_pace *pace)
{
    *pace = (tui_pace){.step = FIRST_SPEED};
}

bool tui_pace_key(tui_pace *pace, int key)
{
    if (key != '+' && key != '=' && key != '-' && key != '_') return false;
    pace->step += key == '+' || key == '=' ? 1 : -1;
    if (pace->step < 0) pace->step = 0;
    if (pace->step >= SPEEDS) pace->step = SPEEDS - 1;
    pace->due = 0;
    return true;
}

double tui_pace_period(const tui_pace *pace)
{
    int rate = speeds[pace->step].rate;
    return rate ? 1.0 / rate : 0;
}

const char *tui_pace_text(const tui_pace *pace)
{
    return speeds[pace->step].text;
}

void tui_pace_moved(tui_pace *pace, double now)
{
    double period = tui_pace_period(pace);
    /* Counted from when it was due, so that drawing does not slow the pace down. */
    pace->due = pace->due + 2 * period > now ? pace->due + period : now + period;
}

int tui_wait_for(double now, double due, int most)
{
    double left = (due - now) * 1000;
    if (left <= 0) return 0;
    return left > most ? most : (int)left + 1;
}
