/* Claiming games, giving them to the crew, and handing in what came out. */
#include "lab/worker.h"

#include "base/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_MAX = 4096 };
static const double play_most = 60; /* seconds, for a store that is slow */

void lab_task_free(lab_task *task)
{
    free(task->results);
    free(task->made.curve);
    free(task);
}

void lab_worker_collect(lab_worker *w)
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

/* Whose fault it is that a task was not played to its end. */
static lab_fault fault_of(const lt_error *failure)
{
    switch (failure->status) {
    case LT_OK:
    case LT_NO_MEMORY: return LAB_FAULT_NONE; /* all is given back */
    case LT_BAD_INPUT:
    case LT_UNSUPPORTED: return LAB_FAULT_CONFIG;
    default: return LAB_FAULT_WORKER;
    }
}

lab_wish lab_worker_wish(const lab_worker *w)
{
    lab_wish wish = {.most = LAB_LEASES_MAX};
    double a_game = w->seconds_a_game;
    /* Where the store takes long to answer, more is claimed: nobody is to wait for it. */
    double play = 3 * w->speaking < play_most ? 3 * w->speaking : play_most;
    if (play < w->pace.play) play = w->pace.play;
    double each = a_game > 0 ? play / a_game : 1;
    wish.each = each < 1 ? 1 : each > GAMES_MAX ? GAMES_MAX : (uint64_t)each;
    lab_crew_load load = lab_crew_look(w->crew);
    uint64_t enough = wish.each * (uint64_t)w->threads;
    /* While it is not known how long a game takes, each thread gets one. */
    if (a_game <= 0)
        enough = load.playing < (size_t)w->threads ? (uint64_t)w->threads - load.playing : 0;
    if (load.games_waiting <= enough / 2) wish.games = enough - load.games_waiting;
    /* What has to be made takes long: none is claimed that would wait here for a thread. */
    if (w->making) {
        size_t busy = load.playing + load.waiting, threads = (size_t)w->threads;
        wish.most = busy < threads ? threads - busy : 0;
        if (!wish.most) wish.games = 0;
    }
    return wish;
}

static lt_status order_for(lab_worker *w, uint64_t config, lab_order *order, lt_error *err)
{
    for (unsigned i = 0; i < LAB_ORDERS_KEPT; i++)
        if (w->orders[i].config == config) {
            *order = w->orders[i];
            return LT_OK;
        }
    LT_TRY(lab_queue_order(w->store, config, order, err));
    /* What has to be made will be another one then. */
    if (!lab_order_unmade(order)) w->orders[w->next_order++ % LAB_ORDERS_KEPT] = *order;
    return LT_OK;
}

/* A task is over before it has begun. */
static void put_off(lab_worker *w, lab_task *task)
{
    task->next = w->over;
    w->over = task;
}

/* A training that nobody here has a thread for is left to others. */
static bool too_many(const lab_worker *w, const lab_task *task)
{
    lab_crew_load load = lab_crew_look(w->crew);
    return lab_order_unmade(&task->order) && load.playing + load.waiting >= (size_t)w->threads;
}

static lt_status begin_tasks(lab_worker *w, size_t claimed, lt_error *err)
{
    for (size_t i = 0; i < claimed; i++) {
        lab_task *task = calloc(1, sizeof *task);
        if (task) task->results = calloc(w->fresh[i].games, sizeof *task->results);
        if (!task || !task->results) {
            free(task);
            return lt_fail(err, LT_NO_MEMORY, "not enough memory");
        }
        task->lease = w->fresh[i];
        w->member.last = task->lease.experiment;
        lt_error wrong = {.status = LT_OK};
        lt_status status = order_for(w, task->lease.config, &task->order, &wrong);
        if (status == LT_DAMAGED) {
            /* Nobody can play what the store says of it. */
            task->failure = wrong;
            task->failure.status = LT_BAD_INPUT;
            put_off(w, task);
            continue;
        }
        if (status != LT_OK) {
            /* What was claimed is found again by the next exchange. */
            lab_task_free(task);
            w->member.doubt = claimed - i;
            memmove(w->fresh, w->fresh + i, w->member.doubt * sizeof w->fresh[0]);
            if (err) *err = wrong;
            return status;
        }
        w->making += lab_order_unmade(&task->order);
        if (too_many(w, task))
            put_off(w, task);
        else
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
            .fault = fault_of(&task->failure),
            .reason = task->failure.text,
            .made = task->made.content[0] ? &task->made : NULL,
            .fingerprint = task->fingerprint,
        };
    return batches;
}

/* Of games that were given up for the same reason only the first is told. */
static void tell_trouble(lab_worker *w, const lab_task *task)
{
    if (!task->trouble[0] || strcmp(task->trouble, w->told) == 0) return;
    snprintf(w->told, sizeof w->told, "%s", task->trouble);
    char text[LT_ERROR_TEXT + 80];
    snprintf(text, sizeof text, "configuration %llu lost a game: %s",
             (unsigned long long)task->lease.config, task->trouble);
    lab_worker_say(w, text);
}

static void settle(lab_worker *w, const lab_batch *batches)
{
    for (size_t i = 0; w->over; i++) {
        lab_task *task = w->over;
        w->over = task->next;
        w->making -= lab_order_unmade(&task->order);
        if (batches[i].lapsed) {
            w->member.lost += task->played;
        } else {
            w->member.games += task->played;
            w->member.moves += task->moves;
        }
        tell_trouble(w, task);
        if (task->failure.status == LT_NO_MEMORY) w->fault = task->failure;
        if (batches[i].fault == LAB_FAULT_WORKER && w->refusal.status == LT_OK) {
            w->refusal = task->failure;
            lab_worker_say(w, task->failure.text);
        }
        lab_task_free(task);
    }
}

lt_status lab_worker_exchange(lab_worker *w, const lab_wish *wish, lt_error *err)
{
    size_t count, claimed = 0;
    lab_batch *batches = batches_of(w->over, &count);
    if (!batches) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    double began = lt_clock_now();
    lt_status status =
        lab_queue_exchange(w->store, &w->member, batches, count, wish, w->fresh, &claimed, err);
    if (status == LT_OK) {
        w->speaking = 0.7 * w->speaking + 0.3 * (lt_clock_now() - began);
        settle(w, batches);
        status = begin_tasks(w, claimed, err);
        if (wish->games) w->idle = claimed == 0;
    }
    free(batches);
    return status;
}
