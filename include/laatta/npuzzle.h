/* The sliding puzzle: positions of any size from 2x2 to 16x16, and solvers.
 *
 * A position is read and written row by row, with 0 for the blank. A move is
 * named after the direction in which the BLANK goes: "U" swaps the blank with
 * the tile above it. A session is a solver with its heuristic and tables for
 * boards of one shape and one goal; it may be used for many boards in turn. */
#ifndef LAATTA_NPUZZLE_H
#define LAATTA_NPUZZLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "laatta/control.h"
#include "laatta/param.h"
#include "laatta/rng.h"
#include "laatta/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    NP_SIDE_MIN = 2,
    NP_SIDE_MAX = 16,
    NP_CELLS_MAX = NP_SIDE_MAX * NP_SIDE_MAX,
    NP_TEXT_MAX = 4 * NP_CELLS_MAX + 4 * NP_SIDE_MAX,
};

/* The blank's direction. The opposite of move m is 3 - m. */
typedef enum np_move { NP_UP, NP_LEFT, NP_RIGHT, NP_DOWN } np_move;

typedef struct np_position {
    uint8_t rows, cols;
    uint8_t blank;              /* the cell of the blank */
    uint8_t tile[NP_CELLS_MAX]; /* row by row, 0 is the blank */
} np_position;

static inline int np_position_cells(const np_position *p)
{
    return p->rows * p->cols;
}

/* 1 2 3 ... 0, or 0 1 2 ... with `blank_first`. The sides must be allowed (asserted). */
LT_API void np_position_goal(np_position *p, int rows, int cols, bool blank_first);

/* Reads numbers separated by spaces, commas, '/' or newlines ('.' is the blank
 * too). With rows = cols = 0 the shape is taken from '/' or newlines between
 * the rows, or is square. The text says what is wrong in one sentence. */
LT_API lt_status np_position_parse(np_position *p, int rows, int cols, const char *text,
                                   size_t length, lt_error *err);
/* "RxC" */
LT_API lt_status np_shape_parse(int *rows, int *cols, const char *text, lt_error *err);

/* "1 2 3 / 4 5 6 / 7 8 0" into `out` of NP_TEXT_MAX bytes; with `flat` no '/'. */
LT_API void np_position_format(const np_position *p, bool flat, char *out);
LT_API bool np_position_equal(const np_position *a, const np_position *b);

/* Moves the blank; false, and nothing done, at an edge. */
LT_API bool np_position_move(np_position *p, np_move move);
LT_API char np_move_letter(np_move move);
/* The move a letter (either case) stands for, or -1. */
LT_API int np_move_of_letter(char letter);

/* LT_OK when moves lead from one position to the other, else LT_UNSOLVABLE (by
 * parity, with the reason) or LT_BAD_INPUT (other shape). */
LT_API lt_status np_position_reaches(const np_position *from, const np_position *goal,
                                     lt_error *err);

/* Uniform among the positions from which `goal` can be reached. */
LT_API void np_position_random(np_position *p, const np_position *goal, lt_rng *rng);
/* `moves` random moves, none of which undoes the one before it. */
LT_API void np_position_shuffle(np_position *p, uint64_t moves, lt_rng *rng);

/* What long work on the puzzle may use. A zero of any field means its default. */
typedef struct np_resources {
    int threads;     /* default: every processor */
    uint64_t memory; /* bytes a search may take, of what is available; default: half */
    bool no_cache;   /* neither read nor write table files */
    const lt_control *control;
} np_resources;

/* What a solver may be told. A zero of any field means its default. */
typedef struct np_options {
    const char *solver;    /* spec, e.g. "ida:prune=14"; default "auto" */
    const char *heuristic; /* spec, e.g. "pdb:partition=7-8"; default: the solver's choice */
    double seconds;        /* time for one board; default: none, or the solver's own */
    bool count_all;        /* count every shortest solution */
    np_resources resources;
} np_options;

typedef struct np_solution {
    char *moves; /* "ULDR...", NUL-terminated, owned by the solution */
    int length;
    bool optimal;         /* proved shortest */
    int lower_bound;      /* no solution is shorter than this */
    uint64_t nodes;       /* positions generated */
    uint64_t solutions;   /* shortest solutions, with count_all; else 0 */
    double seconds;       /* search, without opening or building tables */
    double setup_seconds; /* tables opened or built for this board (0 when they were there) */
    char solver[64], heuristic[64]; /* what was used */
} np_solution;

typedef struct np_session np_session;

/* A session for one goal; tables are opened or built when first needed. */
LT_API lt_status np_session_new(np_session **session, const np_position *goal,
                                const np_options *options, lt_error *err);
LT_API void np_session_free(np_session *session);
/* Solves, replays the answer and fails if it does not lead to the goal. */
LT_API lt_status np_session_solve(np_session *session, const np_position *start,
                                  np_solution *solution, lt_error *err);
LT_API void np_solution_release(np_solution *solution);
/* Opens or builds what a board of this session would need. */
LT_API lt_status np_session_prepare(np_session *session, lt_error *err);

/* The tables of solvers and heuristics, for help and menus. */
typedef struct np_entry {
    const char *name, *summary;
    const lt_param *params;
    size_t param_count;
    bool admissible, consistent, additive; /* of a heuristic */
} np_entry;

LT_API size_t np_solver_count(void);
LT_API np_entry np_solver_entry(size_t index);
LT_API size_t np_heuristic_count(void);
LT_API np_entry np_heuristic_entry(size_t index);

/* Every position of a board of up to 12 cells, by distance from the goal. */
typedef struct np_census {
    uint64_t positions;
    int diameter;
    uint64_t at_depth[256];
    np_position hardest[16]; /* up to 16 of the positions at the diameter */
    int hardest_count;
} np_census;

/* `resources` may be NULL. */
LT_API lt_status np_explore(np_census *census, const np_position *goal,
                            const np_resources *resources, lt_error *err);

#ifdef __cplusplus
}
#endif
#endif
