/* Any bytes are a table of scores or are refused; a table is written and read back. */
#define _GNU_SOURCE
#include "fuzz/fuzz_sealed.h"

#include "tui/tui_scores.h"

static void try_scores(const char *text, size_t length)
{
    tui_scores scores = {0}, again = {0};
    lt_error err;
    char *written;
    if (tui_scores_parse(&scores, text, length, &err) != LT_OK) return;
    if (tui_scores_format(&scores, &written, &err) != LT_OK) abort();
    if (tui_scores_parse(&again, written, strlen(written), &err) != LT_OK) abort();
    if (again.count != scores.count) abort();
    free(written);
    tui_scores_release(&again);
    tui_scores_release(&scores);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_checked_text(data, size, try_scores);
    return 0;
}
