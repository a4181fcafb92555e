/* The table of best games. */
#define XXH_INLINE_ALL
#include "tui/tui_scores.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static const char first_line[] = "laatta-scores 1\n";
enum { ROW_TEXT = 192, CHECK_TEXT = 23 }; /* "check " and 16 digits and a newline */

void tui_scores_release(tui_scores *scores)
{
    free(scores->row);
    *scores = (tui_scores){0};
}

static bool same_list(const tui_score *a, const char *game, const char *size)
{
    return strcmp(a->game, game) == 0 && strcmp(a->size, size) == 0;
}

static bool better(const tui_score *a, const tui_score *b)
{
    if (a->score != b->score) return (a->score > b->score) == (strcmp(a->game, "2048") == 0);
    return strcmp(a->game, "2048") != 0 && a->extra < b->extra;
}

static void remove_row(tui_scores *s, size_t index)
{
    s->count--;
    memmove(s->row + index, s->row + index + 1, (s->count - index) * sizeof *s->row);
}

lt_status tui_scores_add(tui_scores *scores, const tui_score *score, lt_error *err)
{
    for (size_t i = 0; i < scores->count; i++) {
        const tui_score *row = &scores->row[i];
        if (!same_list(row, score->game, score->size) || row->seed != score->seed ||
            strcmp(row->who, score->who) != 0)
            continue;
        if (!better(score, row)) return LT_OK;
        remove_row(scores, i);
        break;
    }
    size_t place = 0, ahead = 0, last = scores->count;
    for (size_t i = 0; i < scores->count; i++) {
        if (!same_list(&scores->row[i], score->game, score->size)) continue;
        if (!better(score, &scores->row[i])) place = i + 1;
        last = i;
        ahead++;
    }
    if (ahead >= TUI_SCORES_KEPT) {
        if (place > last) return LT_OK;
        remove_row(scores, last);
    }
    if (scores->count >= TUI_SCORES_MAX)
        return lt_fail(err, LT_LIMIT, "the table of scores is full");
    tui_score *row = realloc(scores->row, (scores->count + 1) * sizeof *row);
    if (!row) return lt_fail(err, LT_NO_MEMORY, "no memory for a score");
    scores->row = row;
    memmove(row + place + 1, row + place, (scores->count - place) * sizeof *row);
    row[place] = *score;
    scores->count++;
    return LT_OK;
}

const tui_score *tui_scores_at(const tui_scores *scores, const char *game, const char *size,
                               const char *who, unsigned rank)
{
    for (size_t i = 0; i < scores->count; i++) {
        const tui_score *row = &scores->row[i];
        if (!same_list(row, game, size) || (who && strcmp(row->who, who) != 0)) continue;
        if (rank-- == 0) return row;
    }
    return NULL;
}

lt_status tui_scores_format(const tui_scores *scores, char **text, lt_error *err)
{
    size_t capacity = sizeof first_line + scores->count * ROW_TEXT + CHECK_TEXT + 1;
    char *out = *text = malloc(capacity);
    if (!out) return lt_fail(err, LT_NO_MEMORY, "no memory for the scores");
    size_t used = (size_t)snprintf(out, capacity, "%s", first_line);
    for (size_t i = 0; i < scores->count; i++) {
        const tui_score *r = &scores->row[i];
        used += (size_t)snprintf(out + used, capacity - used,
                                 "%s %s %" PRIu64 " %" PRIu32 " %" PRIu32 " %" PRIu64 " %s\n",
                                 r->game, r->size, r->score, r->extra, r->moves, r->seed, r->who);
    }
    snprintf(out + used, capacity - used, "check %016" PRIx64 "\n",
             (uint64_t)XXH3_64bits(out, used));
    return LT_OK;
}

lt_status tui_scores_parse(tui_scores *scores, const char *text, size_t length, lt_error *err)
{
    *scores = (tui_scores){0};
    char seal[CHECK_TEXT + 1];
    size_t first = sizeof first_line - 1;
    if (length < first + CHECK_TEXT || memcmp(text, first_line, first) != 0)
        return lt_fail(err, LT_DAMAGED, "it is not a table of scores");
    size_t body = length - CHECK_TEXT;
    snprintf(seal, sizeof seal, "check %016" PRIx64 "\n", (uint64_t)XXH3_64bits(text, body));
    if (memcmp(text + body, seal, CHECK_TEXT) != 0)
        return lt_fail(err, LT_DAMAGED, "its checksum is wrong");
    for (const char *at = text + first; at < text + body;) {
        const char *end = memchr(at, '\n', (size_t)(text + body - at));
        char line[ROW_TEXT];
        tui_score row = {0};
        if (!end || (size_t)(end - at) >= sizeof line) break;
        memcpy(line, at, (size_t)(end - at));
        line[end - at] = '\0';
        if (sscanf(line, "%7s %7s %" SCNu64 " %" SCNu32 " %" SCNu32 " %" SCNu64 " %63[^\n]",
                   row.game, row.size, &row.score, &row.extra, &row.moves, &row.seed,
                   row.who) == 7) {
            lt_status status = tui_scores_add(scores, &row, err);
            if (status != LT_OK) {
                tui_scores_release(scores);
                return status;
            }
        }
        at = end + 1;
    }
    return LT_OK;
}
