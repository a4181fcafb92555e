/* The worker: keeps its crew in work, hands results in, and stays on good terms
 * with the store.
 *
 * Leases are sized to about a second of play. The next ones are claimed in the
 * transaction that hands finished ones in, before the crew runs dry, so that the
 * crew never waits and the store is asked a few times a second whatever a game
 * costs. */
#include "lab/crew.h"
#include "lab/queue.h"

#include "base/clock.h"
#include "base/text.h"
#include "base/threads.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LEASES_MAX = 64, GAMES_MAX = 4096, ORDERS_KEPT = 32 };
static const double batch_seconds = 1.0, tick_seconds = 0.1;

typedef struct worker {
    lab_store *store;
    const lab_work_config *config;
    lab_member member;
    lab_crew *crew;
    int threads;
    lab_task *over; /* to be handed in */
    lab_order orders[ORDERS_KEPT];
    unsigned next_order;
    double seconds_a_game; /* of late; 0: not known yet */
    double began, renewed, lapsed_at, reported, exchanged;
    lab_lease fresh[LEASES_MAX];
    bool idle;      /* the last claim found nothing */
    lt_error fault; /* of the crew: this machine cannot play; LT_OK: none */
} worker;

static void say(const worker *w, const char *text)
{
    if (w->config->say) w->config->say(w->config->say_ctx, text);
}

static void pause_for(double seconds)
{
    nanosleep(&(struct timespec){.tv_sec = (time_t)seconds,
                                 .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)},
              NULL);
}

static void free_task(lab_task *task)
{
    free(task->results);
    free(task);
}

/* --- when the database is away ---------------------------------------------- */

/* Opens the connection anew, with growing waits, as long as patience lasts. */
static lt_status come_back(worker *w, lt_error *err)
{
    lt_text line;
    lt_text_init(&line);
    lt_text_printf(&line, "%s; trying again for up to %.0f s", err->text, w->config->patience);
    say(w, lt_text_str(&line));
    lt_text_release(&line);
    double since = lt_clock_now();
    for (double wait = 0.1; lt_clock_now() - since < w->config->patience;
         wait = wait < 5 ? wait * 1.7 : 5) {
        for (double slept = 0; slept < wait && !lt_cancelled(w->config->control); slept += 0.1)
            pause_for(wait < 0.1 ? wait : 0.1);
        if (lt_cancelled(w->config->control))
            return lt_fail(err, LT_CANCELLED, "stopped while %s was away", lab_address(w->store));
        lt_status status = lab_reopen(w->store, err);
        if (status == LT_OK) {
            say(w, "the database is back");
            return LT_OK;
        }
        if (status != LT_UNAVAILABLE && status != LT_BUSY && status != LT_IO) return status;
    }
    return lt_fail(err, LT_UNAVAILABLE,
                   "%s stayed away for %.0f s; what was not handed in is "
                   "played again by others",
                   lab_address(w->store), w->config->patience);
}

/* --- handing in and claiming --------------------------------------------------- */

static void collect(worker *w)
{
    lab_task **end = &w->over;
    while (*end) end = &(*end)->next;
    *end = lab_crew_take(w->crew);
    for (lab_task *task = *end; task; task = task->next)
        if (task->played) {
            double a_game = task->seconds / (double)task->played;
            w->seconds_a_game =
                w->seconds_a_game > 0 ? 0.7 * w->seconds_a_game + 0.3 * a_game : a_game;
        }
}

/* A failure of the run itself, as opposed to one of this worker or machine. */
static bool runs_own_fault(const lt_error *failure)
{
    return failure->status == LT_BAD_INPUT || failure->status == LT_UNSUPPORTED;
}

static lab_wish wish_for(const worker *w)
{
    lab_wish wish = {.most = LEASES_MAX};
    double a_game = w->seconds_a_game;
    double each = a_game > 0 ? batch_seconds / a_game : 1;
    wish.each = each < 1 ? 1 : each > GAMES_MAX ? GAMES_MAX : (uint64_t)each;
    lab_crew_load load = lab_crew_look(w->crew);
    uint64_t enough = wish.each * (uint64_t)w->threads;
    /* While it is not known how long a game takes, each thread gets one. */
    if (a_game <= 0)
        enough = load.playing < (size_t)w->threads ? (uint64_t)w->threads - load.playing : 0;
    if (load.games_waiting <= enough / 2) wish.games = enough - load.games_waiting;
    return wish;
}

static lt_status order_for(worker *w, uint64_t config, lab_order *order, lt_error *err)
{
    for (unsigned i = 0; i < ORDERS_KEPT; i++)
        if (w->orders[i].config == config) {
            *order = w->orders[i];
            return LT_OK;
        }
    LT_TRY(lab_queue_order(w->store, config, order, err));
    w->orders[w->next_order++ % ORDERS_KEPT] = *order;
    return LT_OK;
}

static lt_status begin_tasks(worker *w, size_t claimed, lt_error *err)
{
    for (size_t i = 0; i < claimed; i++) {
        lab_task *task = calloc(1, sizeof *task);
        if (task) task->results = calloc(w->fresh[i].games, sizeof *task->results);
        if (!task || !task->results) {
            free(task);
            return lt_fail(err, LT_NO_MEMORY, "not enough memory");
        }
        task->lease = w->fresh[i];
        lt_status status = order_for(w, task->lease.config, &task->order, err);
        if (status != LT_OK) {
            free_task(task); /* its lease lapses */
            return status;
        }
        lab_crew_give(w->crew, task);
    }
    return LT_OK;
}

/* The tasks that are over, as the store wants them. */
static lab_batch *batches_of(const lab_task *over, size_t *count)
{
    *count = 0;
    for (const lab_task *task = over; task; task = task->next) ++*count;
    lab_batch *batches = calloc(*count ? *count : 1, sizeof *batches);
    size_t i = 0;
    for (const lab_task *task = over; batches && task; task = task->next)
        batches[i++] = (lab_batch){
            .lease = task->lease,
            .results = task->results,
            .played = task->played,
            .reason = runs_own_fault(&task->failure) ? task->failure.text : NULL,
        };
    return batches;
}

static void settle(worker *w, const lab_batch *batches)
{
    for (size_t i = 0; w->over; i++) {
        lab_task *task = w->over;
        w->over = task->next;
        if (batches[i].refused) {
            w->member.lost += task->played;
        } else {
            w->member.games += task->played;
            w->member.moves += task->moves;
        }
        if (task->failure.status != LT_OK && !runs_own_fault(&task->failure))
            w->fault = task->failure;
        free_task(task);
    }
}

/* Hands in what is over and claims what is wished for. */
static lt_status exchange(worker *w, const lab_wish *wish, lt_error *err)
{
    size_t count, claimed = 0;
    lab_batch *batches = batches_of(w->over, &count);
    if (!batches) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    lt_status status =
        lab_queue_exchange(w->store, &w->member, batches, count, wish, w->fresh, &claimed, err);
    if (status == LT_OK) {
        settle(w, batches);
        status = begin_tasks(w, claimed, err);
        if (wish->games) w->idle = claimed == 0;
    }
    free(batches);
    return status;
}

/* --- progress -------------------------------------------------------------------- */

typedef struct survey {
    uint64_t id[LEASES_MAX * 4 + LT_THREADS_MAX];
    lab_task *task[LEASES_MAX * 4 + LT_THREADS_MAX];
    size_t count;
    bool any; /* some thread has made a move since the last time */
} survey;

static void see_progress(void *ctx, lab_task *task)
{
    survey *s = ctx;
    if (task->started && atomic_load(&task->steps) != task->steps_renewed) s->any = true;
}

/* A lease lives by moves: one under way must have made some, one that waits lives
 * as long as the crew does. */
static void choose_renewals(void *ctx, lab_task *task)
{
    survey *s = ctx;
    uint64_t steps = atomic_load(&task->steps);
    if (s->count == sizeof s->id / sizeof s->id[0]) return;
    if (task->started ? steps == task->steps_renewed : !s->any) return;
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

static lt_status renew(worker *w, lt_error *err)
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

static void report(worker *w, bool at_once)
{
    double now = lt_clock_now();
    if (!at_once && now - w->reported < 0.2) return;
    w->reported = now;
    lt_progress progress = {.what = "playing", .unit = "games", .done = w->member.games};
    lt_report(w->config->control, &progress);
}

/* --- the loop -------------------------------------------------------------------- */

static lt_status look_after_leases(worker *w, lt_error *err)
{
    double now = lt_clock_now(), lease = w->member.lease;
    if (now - w->renewed > lease / 4) {
        w->renewed = now;
        LT_TRY(renew(w, err));
    }
    if (now - w->lapsed_at > (lease < 4 ? lease / 4 : 1)) {
        uint64_t lapsed;
        w->lapsed_at = now;
        LT_TRY(lab_queue_lapse(w->store, &lapsed, err));
        if (lapsed) w->idle = false;
    }
    return LT_OK;
}

/* Nothing waits: asks whoever leads the experiment for more. */
static lt_status ask_for_more(worker *w, uint64_t leased, bool *added, lt_error *err)
{
    *added = false;
    return w->config->more ? w->config->more(w->config->more_ctx, leased, added, err) : LT_OK;
}

/* One round; *ended when there is nothing left to do. */
static lt_status round_of_work(worker *w, bool *ended, lt_error *err)
{
    collect(w);
    lab_wish wish = wish_for(w);
    lab_crew_load load = lab_crew_look(w->crew);
    bool dry = load.waiting + load.playing == 0, handing = w->over != NULL;
    /* An empty queue is looked at, not claimed from. */
    if (w->idle && wish.games) {
        lab_pending pending;
        bool added = false;
        LT_TRY(lab_queue_pending(w->store, &w->member, &pending, err));
        if (!pending.open) LT_TRY(ask_for_more(w, pending.leased, &added, err));
        if (!pending.open && !added) wish.games = 0;
        if (dry && !handing && !pending.open && !added && !pending.leased && !w->config->forever) {
            *ended = true;
            if (pending.foreign && w->member.games == 0)
                return lt_fail(err, LT_UNSUPPORTED,
                               "%llu games wait for players of another behaviour than this "
                               "program's: use the laatta they were queued with",
                               (unsigned long long)pending.foreign);
            return LT_OK;
        }
    }
    /* Where many threads finish many tasks, several are handed in together. */
    if (wish.games || (w->over && lt_clock_now() - w->exchanged > tick_seconds)) {
        LT_TRY(exchange(w, &wish, err));
        w->exchanged = lt_clock_now();
    }
    LT_TRY(look_after_leases(w, err));
    report(w, false);
    load = lab_crew_look(w->crew);
    if (load.waiting + load.playing || w->over)
        lab_crew_wait(w->crew, tick_seconds);
    else if (w->idle && !handing)
        lab_queue_wait(w->store, 0.5);
    return LT_OK;
}

/* Gives back what is under way. Best effort: what cannot be given back lapses. */
static lt_status wind_up(worker *w, lt_error *err)
{
    lab_crew_stop(w->crew);
    collect(w);
    lab_wish nothing = {0};
    lt_status status = LT_OK;
    if (w->over) status = exchange(w, &nothing, err);
    lt_error ignored;
    lab_queue_leave(w->store, &w->member, &ignored);
    while (w->over) {
        lab_task *task = w->over;
        w->over = task->next;
        free_task(task);
    }
    lab_crew_free(w->crew);
    return status;
}

/* The database may already be away again; patience is for each time it goes. */
static lt_status join(worker *w, const char *behaviour, lt_error *err)
{
    lt_status status = LT_OK;
    while (status == LT_OK) {
        status = lab_queue_join(w->store, behaviour, w->threads, &w->member, err);
        if (status != LT_UNAVAILABLE && status != LT_BUSY) break;
        status = come_back(w, err);
    }
    return status;
}

lt_status lab_work(lab_store *store, const lab_work_config *config, lab_work_done *done,
                   lt_error *err)
{
    *done = (lab_work_done){0};
    worker *w = calloc(1, sizeof *w);
    if (!w) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    *w = (worker){.store = store,
                  .config = config,
                  .member = {.experiment = config->experiment, .lease = config->lease},
                  .threads = config->threads ? config->threads : lt_cpu_count(),
                  .began = lt_clock_now()};
    w->renewed = w->began;
    char behaviour[17];
    lt_status status = lab_queue_behaviour(store, behaviour, err);
    if (status == LT_OK) status = join(w, behaviour, err);
    if (status == LT_OK) status = lab_crew_new(&w->crew, w->threads, err);
    if (status != LT_OK) {
        free(w);
        return status;
    }
    bool ended = false;
    while (status == LT_OK && !ended) {
        if (lt_cancelled(config->control)) {
            status = lt_fail(err, LT_CANCELLED, "stopped; games under way were given back");
            break;
        }
        status = round_of_work(w, &ended, err);
        if (status == LT_UNAVAILABLE || status == LT_BUSY) status = come_back(w, err);
        if (status == LT_OK && w->fault.status != LT_OK) {
            *err = w->fault;
            status = err->status;
        }
    }
    report(w, true);
    lt_error last;
    lt_status winding = wind_up(w, &last);
    if (status == LT_OK && winding != LT_OK) {
        *err = last;
        status = winding;
    }
    *done = (lab_work_done){w->member.games, w->member.moves, w->member.lost,
                            lt_clock_now() - w->began};
    free(w);
    return status;
}
