/* Builds the walking-distance graph of one axis, breadth-first from the goal. */
#include "npuzzle/heuristic/walking.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { STATES_MAX = 2000000, CAPACITY_MIN = 1024 };

static size_t record(const np_walking *w)
{
    return (size_t)w->lines * w->lines + 1;
}

static uint32_t hash(const np_walking *w, const uint8_t *counts)
{
    uint64_t h = 0;
    for (size_t i = 0; i < record(w); i++) h = lt_mix64(h + counts[i] + 0x9e3779b97f4a7c15u);
    return (uint32_t)h;
}

static uint32_t slot_of(const np_walking *w, const uint8_t *counts)
{
    uint32_t at = hash(w, counts) & w->slot_mask;
    while (w->slots[at] &&
           memcmp(w->counts + (size_t)(w->slots[at] - 1) * record(w), counts, record(w)) != 0)
        at = (at + 1) & w->slot_mask;
    return at;
}

uint32_t np_walking_find(const np_walking *w, const uint8_t *counts)
{
    uint32_t at = slot_of(w, counts);
    assert(w->slots[at]);
    return w->slots[at] - 1;
}

static bool grow(np_walking *w, uint32_t capacity)
{
    size_t arcs = (size_t)capacity * 2 * (size_t)w->lines;
    uint8_t *distance = realloc(w->distance, capacity);
    if (distance) w->distance = distance;
    uint8_t *counts = realloc(w->counts, capacity * record(w));
    if (counts) w->counts = counts;
    uint32_t *next = realloc(w->next, arcs * sizeof *next);
    if (next) w->next = next;
    uint32_t *slots = calloc((size_t)capacity * 2, sizeof *slots);
    if (!distance || !counts || !next || !slots) {
        free(slots);
        return false;
    }
    free(w->slots);
    w->slots = slots;
    w->slot_mask = capacity * 2 - 1;
    for (uint32_t s = 0; s < w->states; s++)
        w->slots[slot_of(w, w->counts + (size_t)s * record(w))] = s + 1;
    return true;
}

/* The state of these counts, added at `distance` if it is new. */
static lt_status reach(np_walking *w, const uint8_t *counts, int distance, uint32_t *capacity,
                       uint32_t *state, lt_error *err)
{
    uint32_t at = slot_of(w, counts);
    if (w->slots[at]) {
        *state = w->slots[at] - 1;
        return LT_OK;
    }
    if (w->states == STATES_MAX)
        return lt_fail(err, LT_UNSUPPORTED,
                       "walking-distance has more than %d states for lines of %d x %d; it covers "
                       "boards with sides of up to 4 (try linear-conflict or pdb)",
                       STATES_MAX, w->lines, w->length);
    if (w->states == *capacity) {
        if (!grow(w, *capacity * 2))
            return lt_fail(err, LT_NO_MEMORY, "no memory for walking distances");
        *capacity *= 2;
        at = slot_of(w, counts);
    }
    memcpy(w->counts + (size_t)w->states * record(w), counts, record(w));
    w->distance[w->states] = (uint8_t)distance;
    w->slots[at] = w->states + 1;
    *state = w->states++;
    return LT_OK;
}

static lt_status expand(np_walking *w, uint32_t from, uint32_t *capacity, lt_error *err)
{
    int lines = w->lines;
    uint8_t counts[NP_SIDE_MAX * NP_SIDE_MAX + 1];
    memcpy(counts, w->counts + (size_t)from * record(w), record(w));
    int blank = counts[lines * lines];
    for (int up = 0; up < 2; up++) {
        int other = up ? blank - 1 : blank + 1;
        for (int j = 0; j < lines; j++) {
            uint32_t to = UINT32_MAX;
            if (other >= 0 && other < lines && counts[other * lines + j] > 0) {
                counts[other * lines + j]--;
                counts[blank * lines + j]++;
                counts[lines * lines] = (uint8_t)other;
                LT_TRY(reach(w, counts, w->distance[from] + 1, capacity, &to, err));
                counts[lines * lines] = (uint8_t)blank;
                counts[blank * lines + j]--;
                counts[other * lines + j]++;
            }
            w->next[((size_t)from * 2 + (size_t)up) * (size_t)lines + (size_t)j] = to;
        }
    }
    return LT_OK;
}

lt_status np_walking_init(np_walking *w, int lines, int length, int goal_blank_line, lt_error *err)
{
    *w = (np_walking){.lines = lines, .length = length};
    uint32_t capacity = CAPACITY_MIN, state;
    if (!grow(w, capacity)) {
        np_walking_release(w);
        return lt_fail(err, LT_NO_MEMORY, "no memory for walking distances");
    }
    uint8_t counts[NP_SIDE_MAX * NP_SIDE_MAX + 1] = {0};
    for (int i = 0; i < lines; i++)
        counts[i * lines + i] = (uint8_t)(length - (i == goal_blank_line));
    counts[lines * lines] = (uint8_t)goal_blank_line;
    lt_status status = reach(w, counts, 0, &capacity, &state, err);
    for (uint32_t s = 0; status == LT_OK && s < w->states; s++)
        status = expand(w, s, &capacity, err);
    if (status != LT_OK) np_walking_release(w);
    return status;
}

void np_walking_release(np_walking *w)
{
    free(w->distance);
    free(w->next);
    free(w->counts);
    free(w->slots);
    *w = (np_walking){.lines = 0};
}
