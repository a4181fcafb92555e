/* anytime: a solution at once, then shorter ones until the time is over.
 *
 * First a construction, line by line. Boards of up to 25 cells, and easy ones,
 * get a share of the time for an optimal search, which also raises the lower
 * bound. Then small boards get beams on every thread, twice as wide each time;
 * large ones a beam through stages, whose solution windows make shorter. A
 * length that meets the lower bound is proved optimal and ends it all early. */
#include "base/clock.h"
#include "base/threads.h"
#include "npuzzle/search/beam.h"
#include "npuzzle/search/construct.h"
#include "npuzzle/search/deepen.h"
#include "npuzzle/search/stages.h"
#include "npuzzle/search/windows.h"
#include "npuzzle/solver/solver.h"

#include <math.h>
#include <stdlib.h>

static const lt_param params[] = {
    {.name = "width",
     .summary = "width of the first beam, as far as --memory allows",
     .type = LT_INT,
     .initial = 64,
     .low = 1,
     .high = 1000000},
};

enum {
    PRUNE = 10,
    WIDTH_MAX = 1 << 22,
    SMALL_CELLS = 25, /* pattern tables and plain beams up to here, stages beyond */
    EASY_BOUND = 60,  /* larger boards this near to solved may be proved too */
    STAGED_WIDTH_MIN = 10,
    STAGED_WIDTH_MAX = 1000,
};
/* See staged_width. */
static const double STAGED_NODES = 160000;
static const double DEFAULT_SECONDS = 10;
/* The share of the time that an optimal search may take. */
static const double PROOF_SHARE = 0.2;

typedef struct crew {
    const np_request *request;
    double deadline;
    uint32_t width, widest; /* of the first beam; of any */
    atomic_int best, lower_bound;
    struct {
        uint8_t *moves;
        int length;
        uint64_t nodes;
        lt_status status;
        lt_error error;
    } result[LT_THREADS_MAX];
} crew;

static void work(void *ctx, int worker)
{
    crew *c = ctx;
    const np_request *r = c->request;
    uint32_t width = c->width << (worker % 2 ? 1 : 0);
    if (width > c->widest) width = c->widest;
    for (uint64_t round = 0;; round++) {
        np_beam beam = {.task = r->task,
                        .heuristic = &r->workshop->heuristic,
                        .width = width,
                        .seed = lt_seed_of((uint64_t)worker, round),
                        .best = &c->best,
                        .deadline = c->deadline,
                        .control = r->resources->control};
        c->result[worker].status = np_beam_run(&beam, &c->result[worker].error);
        c->result[worker].nodes += beam.nodes;
        if (beam.moves && (!c->result[worker].moves || beam.length < c->result[worker].length)) {
            free(c->result[worker].moves);
            c->result[worker].moves = beam.moves;
            c->result[worker].length = beam.length;
            int best = atomic_load(&c->best);
            while (beam.length < best &&
                   !atomic_compare_exchange_weak(&c->best, &best, beam.length))
                continue;
        } else {
            free(beam.moves);
        }
        if (worker == 0)
            lt_report(r->resources->control, &(lt_progress){.what = "shortening",
                                                            .unit = "positions",
                                                            .done = c->result[0].nodes});
        if (beam.stopped || c->result[worker].status != LT_OK ||
            atomic_load(&c->best) <= atomic_load(&c->lower_bound))
            return;
        /* Threads double in turn, so that two widths are always tried. */
        if (width < WIDTH_MAX && width <= c->widest / 2) width *= 2;
    }
}

/* The widest beam that every one of so many threads has the memory for. */
static uint32_t widest(const np_request *r, int threads, const np_answer *answer)
{
    return np_beam_widest(r->task, &r->workshop->heuristic, answer->length,
                          r->resources->memory / (uint64_t)threads);
}

static lt_status beams(const np_request *r, double deadline, np_answer *answer, lt_error *err)
{
    crew *c = calloc(1, sizeof *c);
    if (!c) return lt_fail(err, LT_NO_MEMORY, "no memory for beams");
    c->request = r;
    c->deadline = deadline;
    c->width = (uint32_t)lt_params_int(r->params, "width");
    c->widest = widest(r, r->resources->threads, answer);
    atomic_init(&c->best, answer->length);
    atomic_init(&c->lower_bound, answer->lower_bound);
    lt_status status = lt_parallel(r->resources->threads, work, c, err);
    for (int i = 0; i < r->resources->threads; i++) {
        answer->nodes += c->result[i].nodes;
        if (status == LT_OK && c->result[i].moves && c->result[i].length < answer->length)
            status = np_answer_set(answer, c->result[i].moves, c->result[i].length, err);
        /* A beam that found no memory ends the widening, not the answer. */
        free(c->result[i].moves);
    }
    free(c);
    return status;
}

/* Iterative deepening for a share of the time: an optimal answer or a bound. */
static lt_status prove(const np_request *r, double deadline, np_answer *answer, lt_error *err)
{
    const np_automaton *automaton;
    LT_TRY(np_workshop_automaton(r->workshop, PRUNE, false, &automaton, err));
    np_deepen d = {.task = r->task,
                   .heuristic = &r->workshop->heuristic,
                   .automaton = automaton,
                   .resources = r->resources,
                   .deadline = lt_clock_now() + PROOF_SHARE * (deadline - lt_clock_now())};
    lt_status status = np_deepen_start(&d, err);
    while (status == LT_OK && !d.found && !d.stopped && d.bound < answer->length)
        status = np_deepen_step(&d, err);
    answer->nodes += d.nodes;
    if (status == LT_OK && d.bound > answer->lower_bound) answer->lower_bound = d.bound;
    if (status == LT_OK && d.found) status = np_answer_set(answer, d.path, d.length, err);
    np_deepen_release(&d);
    return status;
}

/* A solution of n x n has around 1.5 n^3 moves, and a depth generates two to three
 * positions for each place in the beam. So about 4 * STAGED_NODES are generated for each
 * second there is: a part of the time on most machines, which leaves the rest to windows. */
static uint32_t staged_width(int cells, double seconds)
{
    double width = seconds * STAGED_NODES / ((double)cells * sqrt((double)cells));
    return width < STAGED_WIDTH_MIN   ? STAGED_WIDTH_MIN
           : width > STAGED_WIDTH_MAX ? STAGED_WIDTH_MAX
                                      : (uint32_t)width;
}

/* A beam through stages: for boards too large for a plain one. */
static lt_status staged(const np_request *r, double deadline, np_answer *answer, lt_error *err)
{
    np_stages stages;
    LT_TRY(np_stages_init(&stages, &r->task->frame, err));
    atomic_int best;
    atomic_init(&best, answer->length);
    uint32_t width = staged_width(r->task->frame.cells, deadline - lt_clock_now());
    uint32_t most = widest(r, 1, answer);
    np_beam beam = {.task = r->task,
                    .heuristic = &r->workshop->heuristic,
                    .stages = &stages,
                    .width = width < most ? width : most,
                    .best = &best,
                    .deadline = deadline,
                    .control = r->resources->control};
    lt_status status = np_beam_run(&beam, err);
    if (status == LT_OK && beam.moves) status = np_answer_set(answer, beam.moves, beam.length, err);
    answer->nodes += beam.nodes;
    free(beam.moves);
    np_stages_release(&stages);
    return status;
}

static lt_status improve(const np_request *r, double deadline, np_answer *answer, lt_error *err)
{
    bool small = r->task->frame.cells <= SMALL_CELLS;
    const char *heuristic = r->heuristic ? r->heuristic : small ? "pdb" : "linear-conflict";
    LT_TRY(np_workshop_heuristic(r->workshop, heuristic, err));
    _Alignas(16) uint8_t state[NP_STATE_MAX];
    const np_heuristic *h = &r->workshop->heuristic;
    answer->lower_bound = h->ops->start(h->tables, state, r->task->board, r->task->blank);
    if (small || answer->lower_bound <= EASY_BOUND) LT_TRY(prove(r, deadline, answer, err));
    if (answer->length == answer->lower_bound) return LT_OK;
    if (small) return beams(r, deadline, answer, err);
    LT_TRY(staged(r, deadline, answer, err));
    return np_windows_run(r->task, answer->moves, &answer->length, answer->lower_bound,
                          r->resources, deadline, &answer->nodes, err);
}

static lt_status solve(const np_request *r, np_answer *answer, lt_error *err)
{
    if (r->count_all)
        return lt_fail(err, LT_UNSUPPORTED, "anytime cannot count all solutions; --solver ida can");
    double deadline = lt_clock_now() + (r->seconds > 0 ? r->seconds : DEFAULT_SECONDS);
    uint8_t *moves;
    int length;
    LT_TRY(np_construct(r->task, &moves, &length, err));
    lt_status status = np_answer_set(answer, moves, length, err);
    free(moves);
    LT_TRY(status);
    /* From here on there is an answer; being stopped only ends the improving. */
    status = improve(r, deadline, answer, err);
    if (status != LT_OK && !(status == LT_CANCELLED && lt_cancelled(r->resources->control)))
        return status;
    answer->optimal = r->workshop->heuristic.ops && r->workshop->heuristic.ops->admissible &&
                      answer->length == answer->lower_bound;
    return LT_OK;
}

const np_solver_ops np_solver_anytime = {
    .name = "anytime",
    .summary = "a solution at once on any board, then shorter ones until --time is over",
    LT_PARAMS(params),
    .solve = solve,
};
