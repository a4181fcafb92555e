/* A thread that works while the terminal is drawn. */
#ifndef TUI_THREAD_H
#define TUI_THREAD_H

#include "laatta/status.h"

/* Starts `work` on a thread that is not waited for and gets no signals: these are for
 * the thread that draws. `whose` it is stands in the error. */
lt_status tui_thread(void *(*work)(void *ctx), void *ctx, const char *whose, lt_error *err);

#endif
