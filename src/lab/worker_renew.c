/* Leases live by moves: this tells the store which ones go on. */
#include "lab/worker.h"

#include "base/threads.h"

typedef struct survey {
    uint64_t id[LAB_LEASES_MAX * 4 + LT_THREADS_MAX];
    lab_task *task[LAB_LEASES_MAX * 4 + LT_THREADS_MAX];
    size_t count;
    bool any; /* some thread goes on: has made a move, or gets its player */
} survey;

/* Some leases long: a large network is read, or has just been trained and is tried. */
enum { QUIET_MOST = 40 };

/* One under way must have made moves or still be waiting for its player. */
static bool goes_on(const lab_task *task)
{
    if (!task->started) return false;
    if (atomic_load(&task->steps) != task->steps_renewed) return true;
    return !atomic_load(&task->ready) && task->quiet < QUIET_MOST;
}

static void see_progress(void *ctx, lab_task *task)
{
    survey *s = ctx;
    if (goes_on(task)) s->any = true;
}

/* A lease lives by moves; one that waits lives as long as the crew does. */
static void choose_renewals(void *ctx, lab_task *task)
{
    survey *s = ctx;
    uint64_t steps = atomic_load(&task->steps);
    if (s->count == sizeof s->id / sizeof s->id[0]) return;
    if (task->started ? !goes_on(task) : !s->any) return;
    if (task->started) task->quiet = steps == task->steps_renewed ? task->quiet + 1 : 0;
    task->steps_renewed = steps;
    s->task[s->count] = task;
    s->id[s->count++] = task->lease.id;
}

typedef struct verdict {
    const survey *survey;
    const bool *stands;
} verdict;

/* Tasks may have ended in the meantime: only those still there are told. */
static void tell_lost(void *ctx, lab_task *task)
{
    const verdict *v = ctx;
    for (size_t i = 0; i < v->survey->count; i++)
        if (v->survey->id[i] == task->lease.id && !v->stands[i])
            atomic_store(&task->abandoned, true);
}

lt_status lab_worker_renew(lab_worker *w, lt_error *err)
{
    survey s = {.count = 0};
    bool stands[sizeof s.id / sizeof s.id[0]];
    lab_crew_each(w->crew, see_progress, &s);
    lab_crew_each(w->crew, choose_renewals, &s);
    LT_TRY(lab_queue_renew(w->store, &w->member, s.id, s.count, stands, err));
    verdict v = {&s, stands};
    lab_crew_each(w->crew, tell_lost, &v);
    return LT_OK;
}
