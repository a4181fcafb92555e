/* Exact values: the whole solution, and what memory it takes. */
#include "twenty48/exact/exact_table.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/threads.h"

#include <stdlib.h>
#include <string.h>

/* Boards of each shape, known since they were first counted; tests count again.
 * They serve to say what memory is needed before it is taken. */
typedef struct size {
    uint8_t rows, cols;
    t48_exact_count states, afterstates;
} size;

static const size sizes[] = {
    {2, 2, {662, 110}, {464, 67}},
    {2, 3, {85844, 21752}, {59038, 14883}},
    {2, 4, {19920382, 4980767}, {13625764, 3406686}},
    {3, 3, {388921077, 48713519}, {251166532, 31431374}},
};

uint64_t t48_exact_memory(const t48_exact_config *config, bool with_table)
{
    t48_space space;
    if (t48_space_init(&space, config->rules.shape, !config->asymmetric, NULL) != LT_OK) return 0;
    const size *s = sizes;
    while (s->rows != space.rows || s->cols != space.cols) s++;
    uint64_t states = space.symmetric ? s->states.canonical : s->states.all;
    uint64_t afters = space.symmetric ? s->afterstates.canonical : s->afterstates.all;
    /* Every board once, and the values while they are computed, which lie beside
     * their boards at first and then in the table; a few layers of both on top. */
    uint64_t bytes = 8 * (states + afters) + states / 4 + (16u << 20);
    return with_table ? bytes + (8 + 12) * afters : bytes;
}

lt_status t48_exact_check(const t48_exact_config *c, bool with_table, lt_error *err)
{
    t48_space space;
    LT_TRY(t48_space_init(&space, c->rules.shape, !c->asymmetric, err));
    if (!(c->rules.fours >= 0 && c->rules.fours <= 1))
        return lt_fail(err, LT_BAD_INPUT, "the share of fours is a number from 0 to 1");
    if (c->stop && (c->stop < 3 || c->stop > space.top))
        return lt_fail(err, LT_BAD_INPUT, "the tile to stop at is one of 8 to %u on this board",
                       1u << space.top);
    unsigned most = c->stop ? c->stop : space.top;
    if (c->aim && (c->aim < 2 || c->aim > most))
        return lt_fail(err, LT_BAD_INPUT, "the tile to aim at is one of 4 to %u here", 1u << most);
    if (with_table && c->asymmetric)
        return lt_fail(err, LT_BAD_INPUT, "a table is made with symmetry only");
    uint64_t needed = t48_exact_memory(c, with_table);
    uint64_t there = c->memory ? c->memory : lt_memory_available();
    if (needed > there)
        return lt_fail(err, LT_NO_MEMORY, "%ux%u needs about %llu MB of memory; %llu MB are there",
                       c->rules.shape.rows, c->rules.shape.cols, (unsigned long long)(needed >> 20),
                       (unsigned long long)(there >> 20));
    return LT_OK;
}

static void free_values(double **values, size_t count)
{
    for (size_t i = 0; values && i < count; i++) free(values[i]);
    free(values);
}

static lt_status make_values(const t48_layers *l, double ***values, lt_error *err)
{
    *values = calloc(l->count, sizeof **values);
    bool failed = !*values;
    for (size_t i = 0; !failed && i < l->count; i++)
        if (l->afters[i].count)
            failed = !((*values)[i] = malloc(l->afters[i].count * sizeof(double)));
    return failed ? lt_fail(err, LT_NO_MEMORY, "no memory for the values of a table") : LT_OK;
}

/* The states are no longer needed when the table is made. */
static lt_status keep_table(t48_layers *l, const t48_exact_config *config,
                            const t48_induction *induction, t48_exact_table **table, lt_error *err)
{
    for (size_t i = 0; i < l->count; i++) {
        free(l->states[i].board);
        l->states[i] = (t48_layer){.board = NULL};
    }
    t48_exact_about about = {.rules = config->rules, .stop = config->stop, .aim = config->aim};
    about.game_value = config->aim ? induction->reach[config->aim] : induction->score;
    return t48_exact_table_make(table, l, induction->keep, &about, err);
}

lt_status t48_exact_solve(const t48_exact_config *config, t48_exact_result *result,
                          t48_exact_table **table, lt_error *err)
{
    if (table) *table = NULL;
    double began = lt_clock_now();
    t48_layers l = {.fours = config->rules.fours,
                    .stop = config->stop,
                    .threads = config->threads ? config->threads : lt_cpu_count(),
                    .control = config->control};
    LT_TRY(t48_space_init(&l.space, config->rules.shape, !config->asymmetric, err));
    LT_TRY(t48_exact_check(config, table != NULL, err));
    t48_induction induction = {.keep_aim = config->aim};
    lt_status status = t48_layers_enumerate(&l, err);
    if (status == LT_OK && table) {
        status = t48_layers_sort(&l, err);
        if (status == LT_OK) status = make_values(&l, &induction.keep, err);
    }
    if (status == LT_OK) status = t48_layers_induce(&l, &induction, err);
    if (status == LT_OK) {
        *result = (t48_exact_result){.expected_score = induction.score,
                                     .states = l.all_states,
                                     .live_states = l.live_states,
                                     .afterstates = l.all_afters};
        unsigned top = l.stop ? l.stop : l.space.top;
        for (unsigned level = 0; level <= top; level++) {
            result->reach[level] = induction.reach[level];
            if (result->reach[level] > 0) result->top = level;
        }
    }
    if (status == LT_OK && table) status = keep_table(&l, config, &induction, table, err);
    free_values(induction.keep, l.count);
    t48_layers_release(&l);
    result->seconds = lt_clock_now() - began;
    return status;
}
