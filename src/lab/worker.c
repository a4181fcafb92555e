/* The worker: gives its crew work, hands results in, and waits for the store when that is
 * away.
 *
 * Leases are sized to about a second of play, or more where there are many workers
 * (lab/pace.h). The next ones are claimed in the transaction that hands finished ones
 * in, before the crew runs dry, so that the crew never waits and the store is asked a few
 * times a second whatever a game costs. */
#include "lab/worker.h"

#include "base/clock.h"
#include "base/text.h"
#include "base/threads.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double tick_seconds = 0.1;
static const double first_idle_wait = 0.05;

void lab_worker_say(const lab_worker *w, const char *text)
{
    if (w->config->say) w->config->say(w->config->say_ctx, text);
}

/* --- when the database is away ---------------------------------------------- */

/* Lost connections, locks that are held and full disks may pass. */
static bool may_pass(lt_status status)
{
    return status == LT_UNAVAILABLE || status == LT_BUSY || status == LT_IO;
}

static lt_status give_up(const lab_worker *w, lt_error *err)
{
    char reason[200];
    snprintf(reason, sizeof reason, "%.180s", err->text);
    return lt_fail(
        err, err->status,
        "%s; it stayed away for %.0f s; what was not handed in is played again by others", reason,
        w->config->patience);
}

/* Opens the connection anew, with growing waits, as long as patience lasts: it counts
 * from `since`, when the first call that failed was made, to the first that succeeds. */
static lt_status come_back(lab_worker *w, double since, lt_error *err)
{
    if (w->trouble_since <= 0) {
        lt_text line;
        lt_text_init(&line);
        lt_text_printf(&line, "%s; trying again for up to %.0f s", err->text, w->config->patience);
        lab_worker_say(w, lt_text_str(&line));
        lt_text_release(&line);
        w->trouble_since = since;
        w->trouble_wait = 0.1;
    }
    while (lt_clock_now() - w->trouble_since < w->config->patience) {
        /* Many workers lose their server together; they come back one by one. */
        double wait = w->trouble_wait * (0.75 + fmod(lt_clock_now() * 1e3, 0.5));
        for (double slept = 0; slept < wait && !lt_cancelled(w->config->control); slept += 0.1)
            lt_sleep(wait < 0.1 ? wait : 0.1);
        w->trouble_wait = w->trouble_wait < 3 ? w->trouble_wait * 1.7 : 5;
        if (lt_cancelled(w->config->control))
            return lt_fail(err, LT_CANCELLED, "stopped while %s was away", lab_address(w->store));
        lt_status status = lab_reopen(w->store, err);
        if (status == LT_OK || !may_pass(status)) return status;
    }
    return give_up(w, err);
}

static void all_is_well(lab_worker *w)
{
    if (w->trouble_since > 0) lab_worker_say(w, "the database is back");
    w->trouble_since = 0;
}

static void report(lab_worker *w, bool at_once)
{
    double now = lt_clock_now();
    if (!at_once && now - w->reported < 0.2) return;
    w->reported = now;
    lt_progress progress = {.what = "playing", .unit = "games", .done = w->member.games};
    lt_report(w->config->control, &progress);
}

/* --- the loop -------------------------------------------------------------------- */

static lt_status keep_pace(lab_worker *w, lt_error *err)
{
    lab_crowd crowd;
    w->counted = lt_clock_now();
    LT_TRY(lab_queue_crowd(w->store, &w->member, &crowd, err));
    w->pace = lab_pace_of(&crowd, w->config->lease);
    w->member.lease = w->pace.lease;
    return LT_OK;
}

/* What is due soon is done with what was to be said anyway. */
static lt_status look_after_leases(lab_worker *w, bool spoken, lt_error *err)
{
    double now = lt_clock_now(), early = spoken && w->pace.rest ? 0.5 : 1;
    if (now - w->renewed > w->pace.renew * early) {
        w->renewed = now;
        LT_TRY(lab_worker_renew(w, err));
    }
    if (now - w->lapsed_at > w->pace.lapse * early) {
        uint64_t lapsed;
        w->lapsed_at = now;
        LT_TRY(lab_queue_lapse(w->store, &lapsed, err));
        if (lapsed) w->idle = false;
    }
    return now - w->counted > w->pace.count ? keep_pace(w, err) : LT_OK;
}

/* An empty queue is looked at again soon, then later and later. */
static bool look_again(lab_worker *w, bool dry)
{
    double now = lt_clock_now();
    if (!dry && now - w->looked < w->idle_wait) return false;
    w->looked = now;
    w->idle_wait = w->idle_wait < first_idle_wait ? first_idle_wait : w->idle_wait * 1.5;
    if (w->idle_wait > w->pace.idle) w->idle_wait = w->pace.idle;
    return true;
}

static void wait_for_more(const lab_worker *w)
{
    double until = lt_clock_now() + w->idle_wait, left;
    while ((left = until - lt_clock_now()) > 0 && !lt_cancelled(w->config->control))
        if (lab_queue_wait(w->store, left < 0.5 ? left : 0.5)) break;
}

/* Nothing waits: asks the leader of the experiment for more. */
static lt_status ask_for_more(lab_worker *w, uint64_t leased, bool *added, lt_error *err)
{
    *added = false;
    return w->config->more ? w->config->more(w->config->more_ctx, leased, added, err) : LT_OK;
}

/* One round; *ended when there is nothing left to do. */
static lt_status round_of_work(lab_worker *w, bool *ended, lt_error *err)
{
    lab_worker_collect(w);
    lab_wish wish = lab_worker_wish(w);
    lab_crew_load load = lab_crew_look(w->crew);
    bool dry = load.waiting + load.playing == 0, handing = w->over != NULL;
    if (!w->idle) w->idle_wait = 0;
    /* An empty queue is looked at, not claimed from. */
    if (w->idle && wish.games && !look_again(w, dry)) wish.games = 0;
    if (w->idle && wish.games) {
        lab_pending pending;
        bool added = false;
        LT_TRY(lab_queue_pending(w->store, &w->member, &pending, err));
        bool refused = pending.refused && !pending.leased && w->refusal.status != LT_OK;
        if (!pending.open && !refused) LT_TRY(ask_for_more(w, pending.leased, &added, err));
        if (!pending.open && !added) wish.games = 0;
        bool wanted = pending.open || added || pending.leased || pending.paused;
        if (dry && !handing && !wanted && !w->config->forever) {
            *ended = true;
            if (refused)
                return lt_fail(err, LT_UNAVAILABLE, "%llu games could not be played here: %.400s",
                               (unsigned long long)pending.refused, w->refusal.text);
            if (pending.foreign && w->member.games == 0)
                return lt_fail(err, LT_UNSUPPORTED,
                               "%llu games wait for players of another behaviour than this "
                               "program's: use the laatta they were queued with",
                               (unsigned long long)pending.foreign);
            return LT_OK;
        }
    }
    /* Where many threads finish many tasks, several are handed in together. */
    bool spoken =
        wish.games || (w->over && (dry || lt_clock_now() - w->exchanged > w->pace.exchange));
    if (spoken) {
        LT_TRY(lab_worker_exchange(w, &wish, err));
        w->exchanged = lt_clock_now();
    }
    LT_TRY(look_after_leases(w, spoken, err));
    report(w, false);
    if (w->pace.rest) lab_queue_rest(w->store);
    load = lab_crew_look(w->crew);
    if (load.waiting + load.playing || w->over)
        lab_crew_wait(w->crew, tick_seconds);
    else if (w->idle && !handing)
        wait_for_more(w);
    return LT_OK;
}

/* Gives back what is under way. Best effort: what cannot be given back lapses. */
static lt_status wind_up(lab_worker *w, lt_error *err)
{
    lab_crew_stop(w->crew);
    lab_worker_collect(w);
    lab_wish nothing = {0};
    lt_status status = LT_OK;
    if (w->over) status = lab_worker_exchange(w, &nothing, err);
    lt_error ignored;
    lab_queue_leave(w->store, &w->member, &ignored);
    while (w->over) {
        lab_task *task = w->over;
        w->over = task->next;
        lab_task_free(task);
    }
    lab_crew_free(w->crew);
    return status;
}

/* The database may already be away again. */
static lt_status join(lab_worker *w, const char *behaviour, lt_error *err)
{
    lt_status status = LT_OK;
    while (status == LT_OK) {
        double since = lt_clock_now();
        status = lab_queue_join(w->store, behaviour, w->threads, &w->member, err);
        if (status == LT_OK) all_is_well(w);
        if (!may_pass(status)) break;
        status = come_back(w, since, err);
    }
    return status;
}

/* Rounds until the end, past the troubles of the store. */
static lt_status work(lab_worker *w, lt_error *err)
{
    bool ended = false;
    while (!ended) {
        if (lt_cancelled(w->config->control))
            return lt_fail(err, LT_CANCELLED, "stopped; games under way were given back");
        double since = lt_clock_now();
        lt_status status = round_of_work(w, &ended, err);
        if (status == LT_OK) all_is_well(w);
        if (!ended && may_pass(status)) status = come_back(w, since, err);
        LT_TRY(status);
        if (w->fault.status != LT_OK) {
            *err = w->fault;
            return err->status;
        }
    }
    return LT_OK;
}

/* Without a home there is none, and none is needed as long as nothing has to be made. */
static lt_status find_folder(lab_worker *w, lt_error *err)
{
    lt_error homeless;
    if (w->config->folder)
        lt_text_puts(&w->folder, w->config->folder);
    else if (lab_folder_usual(&w->folder, &homeless) != LT_OK)
        lt_text_puts(&w->folder, "made");
    return w->folder.failed ? lt_fail(err, LT_NO_MEMORY, "not enough memory") : LT_OK;
}

static void free_worker(lab_worker *w)
{
    lt_text_release(&w->folder);
    free(w);
}

lt_status lab_work(lab_store *store, const lab_work_config *config, lab_work_done *done,
                   lt_error *err)
{
    *done = (lab_work_done){0};
    lab_worker *w = calloc(1, sizeof *w);
    if (!w) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    *w = (lab_worker){.store = store,
                      .config = config,
                      .member = {.experiment = config->experiment, .lease = config->lease},
                      .threads = config->threads ? config->threads : lt_cpu_count(),
                      .began = lt_clock_now()};
    w->renewed = w->began; /* counted is 0: the first round counts the workers */
    char behaviour[17];
    lab_queue_bound(store, config->patience, config->control);
    lt_status status = lab_queue_behaviour(store, behaviour, err);
    if (status == LT_OK) status = join(w, behaviour, err);
    w->pace = lab_pace_of(&(lab_crowd){.workers = 1}, config->lease);
    if (status == LT_OK) status = find_folder(w, err);
    if (status == LT_OK)
        status = lab_crew_new(&w->crew, w->threads, &config->allowed, lt_text_str(&w->folder), err);
    if (status != LT_OK) {
        lab_queue_bound(store, -1, NULL);
        free_worker(w);
        return status;
    }
    status = work(w, err);
    /* The store was away for long already: what is left to say to it does not wait as long. */
    if (may_pass(status)) lab_queue_bound(store, 0, config->control);
    report(w, true);
    lt_error last;
    lt_status winding = wind_up(w, &last);
    if (status == LT_OK && winding != LT_OK) {
        *err = last;
        status = winding;
    }
    *done = (lab_work_done){w->member.games, w->member.moves, w->member.lost, w->member.refused,
                            lt_clock_now() - w->began};
    lab_queue_bound(store, -1, NULL);
    free_worker(w);
    return status;
}
