/* One lock guards the lists; games are played without it. */
#include "lab/crew.h"

#include "base/clock.h"
#include "lab/fingerprint.h"
#include "lab/making.h"
#include "lab/permission.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct list {
    lab_task *first, **end;
    size_t count;
} list;

struct lab_crew {
    pthread_mutex_t lock;
    pthread_cond_t work, news;
    pthread_t *thread;
    int threads, started;
    list waiting, over;
    lab_task **playing; /* of each thread; NULL when it has none */
    uint64_t games_waiting;
    lab_fingerprints *prints;
    const lab_commands *allowed;
    lab_makings makings;
    bool closing;
    atomic_bool stop;
};

/* A thread of the crew, and its player: kept as long as the configuration stays the
 * same. */
typedef struct crew_member {
    lab_crew *crew;
    int index;
    t48_player *player;
    uint64_t config;
} crew_member;

static void push(list *l, lab_task *task)
{
    task->next = NULL;
    if (!l->first) l->end = &l->first;
    *l->end = task;
    l->end = &task->next;
    l->count++;
}

static lab_task *pop(list *l)
{
    lab_task *task = l->first;
    if (task) {
        l->first = task->next;
        l->count--;
    }
    return task;
}

typedef struct game_under_way {
    lab_crew *crew;
    lab_task *task;
} game_under_way;

/* Asked by long searches too. */
static bool called_off(void *ctx)
{
    const game_under_way *s = ctx;
    return atomic_load_explicit(&s->crew->stop, memory_order_relaxed) ||
           atomic_load_explicit(&s->task->abandoned, memory_order_relaxed);
}

static bool count_step(void *ctx, const t48_state *before, t48_dir dir, const t48_state *after)
{
    (void)before, (void)dir, (void)after;
    const game_under_way *s = ctx;
    uint64_t steps = atomic_load_explicit(&s->task->steps, memory_order_relaxed);
    atomic_store_explicit(&s->task->steps, steps + 1, memory_order_relaxed);
    return true;
}

/* A making is alive as long as it asks whether it is to stop. */
static bool making_called_off(void *ctx)
{
    count_step(ctx, NULL, T48_NONE, NULL);
    return called_off(ctx);
}

static lt_status check_fingerprint(lab_crew *crew, lab_task *task, const char *spec,
                                   const t48_player *player, lt_error *err)
{
    const lab_order *order = &task->order;
    LT_TRY(lab_fingerprint(crew->prints, spec, &order->rules, player, task->fingerprint, err));
    if (lab_order_unmade(order) || strcmp(task->fingerprint, order->fingerprint) == 0) return LT_OK;
    return lt_fail(err, LT_UNAVAILABLE,
                   "%s is not here what it was where it was queued: its network or table has "
                   "another content",
                   order->spec);
}

/* The player of a task, if it plays here as it did where it was queued. */
static lt_status make_player(crew_member *m, lab_task *task, lt_error *err)
{
    const lab_order *order = &task->order;
    /* What has to be made is made, or found, even if it was here before: it is to be kept. */
    if (m->player && m->config == order->config && !lab_order_unmade(order)) return LT_OK;
    t48_player_free(m->player);
    m->player = NULL;
    t48_player *player = NULL;
    lt_text spec;
    lt_text_init(&spec);
    game_under_way s = {m->crew, task};
    lt_control control = {.ctx = &s, .cancelled = making_called_off};
    lt_status status =
        lab_makings_player(&m->crew->makings, order, &control, &task->made, &spec, err);
    if (status == LT_OK)
        status = lab_player_new(&player, lt_text_str(&spec), &order->rules, m->crew->allowed, err);
    if (status == LT_OK) status = check_fingerprint(m->crew, task, lt_text_str(&spec), player, err);
    lt_text_release(&spec);
    if (status != LT_OK) {
        t48_player_free(player);
        return status;
    }
    m->player = player;
    m->config = order->config;
    return LT_OK;
}

/* False if it was stopped before the end. */
static bool play(lab_crew *crew, lab_task *task, t48_player *player, uint64_t game,
                 lab_result *result)
{
    game_under_way s = {crew, task};
    lt_control control = {.ctx = &s, .cancelled = called_off};
    double began = lt_clock_now();
    result->config = task->lease.config;
    result->game = game;
    result->seed = lt_seed_of(task->order.seed, game);
    t48_player_control(player, &control);
    t48_end end =
        t48_play(player, &task->order.rules, NULL, result->seed, count_step, &s, &result->outcome);
    const char *trouble = t48_player_trouble(player);
    if (trouble && !task->trouble[0]) snprintf(task->trouble, sizeof task->trouble, "%s", trouble);
    t48_player_control(player, NULL);
    if (end == T48_END_CANCELLED) return false;
    count_step(&s, NULL, T48_NONE, NULL); /* the end of a game is a step too */
    result->seconds = lt_clock_now() - began;
    return true;
}

static void play_task(crew_member *m, lab_task *task)
{
    if (make_player(m, task, &task->failure) != LT_OK) {
        /* One that was stopped is nobody's fault. */
        if (task->failure.status == LT_CANCELLED) task->failure.status = LT_OK;
        return;
    }
    atomic_store(&task->ready, true);
    while (task->played < task->lease.games) {
        lab_result *r = &task->results[task->played];
        if (!play(m->crew, task, m->player, task->lease.first + task->played, r)) return;
        task->played++;
        task->moves += r->outcome.moves;
        task->seconds += r->seconds;
    }
}

static void *run_member(void *ctx)
{
    crew_member m = *(crew_member *)ctx;
    free(ctx);
    lab_crew *crew = m.crew;
    pthread_mutex_lock(&crew->lock);
    for (;;) {
        while (!crew->closing && !crew->waiting.first) pthread_cond_wait(&crew->work, &crew->lock);
        if (crew->closing) break;
        lab_task *task = pop(&crew->waiting);
        crew->games_waiting -= task->lease.games;
        crew->playing[m.index] = task;
        task->started = true;
        pthread_mutex_unlock(&crew->lock);
        play_task(&m, task);
        pthread_mutex_lock(&crew->lock);
        crew->playing[m.index] = NULL;
        push(&crew->over, task);
        pthread_cond_signal(&crew->news);
    }
    pthread_mutex_unlock(&crew->lock);
    t48_player_free(m.player);
    return NULL;
}

lt_status lab_crew_new(lab_crew **out, int threads, const lab_commands *allowed, const char *folder,
                       lt_error *err)
{
    *out = NULL;
    lab_crew *crew = calloc(1, sizeof *crew);
    if (!crew) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->work, NULL);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&crew->news, &monotonic);
    pthread_condattr_destroy(&monotonic);
    crew->threads = threads;
    crew->allowed = allowed;
    lab_makings_init(&crew->makings, folder);
    crew->thread = calloc((size_t)threads, sizeof *crew->thread);
    crew->playing = calloc((size_t)threads, sizeof(lab_task *));
    lt_status status = LT_OK;
    if (!crew->thread || !crew->playing) status = lt_fail(err, LT_NO_MEMORY, "not enough memory");
    if (status == LT_OK) status = lab_fingerprints_new(&crew->prints, err);
    while (status == LT_OK && crew->started < threads) {
        crew_member *m = malloc(sizeof *m);
        if (m) *m = (crew_member){.crew = crew, .index = crew->started};
        if (!m || pthread_create(&crew->thread[crew->started], NULL, run_member, m) != 0) {
            free(m);
            status = lt_fail(err, LT_NO_MEMORY, "cannot start %d threads", threads);
        } else {
            crew->started++;
        }
    }
    if (status != LT_OK) {
        lab_crew_stop(crew);
        lab_crew_free(crew);
        return status;
    }
    *out = crew;
    return LT_OK;
}

void lab_crew_stop(lab_crew *crew)
{
    atomic_store(&crew->stop, true);
    pthread_mutex_lock(&crew->lock);
    crew->closing = true;
    pthread_cond_broadcast(&crew->work);
    pthread_mutex_unlock(&crew->lock);
    while (crew->started) pthread_join(crew->thread[--crew->started], NULL);
    for (lab_task *task; (task = pop(&crew->waiting));) push(&crew->over, task);
    crew->games_waiting = 0;
}

void lab_crew_free(lab_crew *crew)
{
    if (!crew) return;
    pthread_mutex_destroy(&crew->lock);
    pthread_cond_destroy(&crew->work);
    pthread_cond_destroy(&crew->news);
    lab_fingerprints_free(crew->prints);
    lab_makings_release(&crew->makings);
    free(crew->thread);
    free(crew->playing);
    free(crew);
}

void lab_crew_give(lab_crew *crew, lab_task *task)
{
    pthread_mutex_lock(&crew->lock);
    push(&crew->waiting, task);
    crew->games_waiting += task->lease.games;
    pthread_cond_signal(&crew->work);
    pthread_mutex_unlock(&crew->lock);
}

lab_task *lab_crew_take(lab_crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    lab_task *all = crew->over.first;
    crew->over = (list){0};
    pthread_mutex_unlock(&crew->lock);
    return all;
}

lab_crew_load lab_crew_look(lab_crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    lab_crew_load load = {crew->games_waiting, crew->waiting.count, 0};
    for (int i = 0; i < crew->threads; i++) load.playing += crew->playing[i] != NULL;
    pthread_mutex_unlock(&crew->lock);
    return load;
}

void lab_crew_each(lab_crew *crew, void (*visit)(void *ctx, lab_task *task), void *ctx)
{
    pthread_mutex_lock(&crew->lock);
    for (lab_task *task = crew->waiting.first; task; task = task->next) visit(ctx, task);
    for (int i = 0; i < crew->threads; i++)
        if (crew->playing[i]) visit(ctx, crew->playing[i]);
    pthread_mutex_unlock(&crew->lock);
}

void lab_crew_wait(lab_crew *crew, double seconds)
{
    struct timespec until = lt_clock_after(seconds);
    pthread_mutex_lock(&crew->lock);
    if (!crew->over.first) pthread_cond_timedwait(&crew->news, &crew->lock, &until);
    pthread_mutex_unlock(&crew->lock);
}
