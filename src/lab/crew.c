/* One lock guards the lists; games are played without it. */
#include "lab/crew.h"

#include "base/clock.h"
#include "lab/behaviour.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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
    bool closing;
    atomic_bool stop;
};

/* A thread's own player, kept as long as the configuration stays the same. */
typedef struct seat {
    t48_player *player;
    uint64_t config;
} seat;

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

static lt_status sit_down(seat *s, const lab_order *order, lt_error *err)
{
    if (s->player && s->config == order->config) return LT_OK;
    t48_player_free(s->player);
    s->player = NULL;
    LT_TRY(t48_player_new(&s->player, order->spec, &order->rules, err));
    s->config = order->config;
    if (!order->probe[0]) return LT_OK;
    char probe[17];
    LT_TRY(lab_probe(order->spec, &order->rules, probe, err));
    if (strcmp(probe, order->probe) != 0) {
        t48_player_free(s->player);
        s->player = NULL;
        return lt_fail(err, LT_UNAVAILABLE,
                       "%s plays otherwise here than where it was queued: another network or "
                       "table is in use",
                       order->spec);
    }
    return LT_OK;
}

/* False if it was stopped before the end. */
static bool play(lab_crew *crew, lab_task *task, t48_player *player, uint64_t game,
                 lab_result *result)
{
    const t48_rules *rules = &task->order.rules;
    t48_state state = t48_state_empty(rules);
    lt_rng rng;
    double began = lt_clock_now();
    uint64_t steps = atomic_load_explicit(&task->steps, memory_order_relaxed);
    result->config = task->lease.config;
    result->game = game;
    result->seed = lt_seed_of(task->order.seed, game);
    t48_spawn_rng(&rng, result->seed);
    t48_player_begin(player, result->seed);
    t48_state_start(&state, &rng);
    for (;;) {
        t48_dir dir = t48_player_choose(player, &state);
        if (dir == T48_NONE || !t48_state_move(&state, dir)) break;
        t48_state_spawn(&state, &rng);
        atomic_store_explicit(&task->steps, ++steps, memory_order_relaxed);
        if (atomic_load_explicit(&crew->stop, memory_order_relaxed) ||
            atomic_load_explicit(&task->abandoned, memory_order_relaxed))
            return false;
    }
    atomic_store_explicit(&task->steps, ++steps, memory_order_relaxed);
    result->outcome = t48_outcome_of(&state);
    result->seconds = lt_clock_now() - began;
    return true;
}

static void play_task(lab_crew *crew, seat *s, lab_task *task)
{
    if (sit_down(s, &task->order, &task->failure) != LT_OK) return;
    while (task->played < task->lease.games) {
        lab_result *r = &task->results[task->played];
        if (!play(crew, task, s->player, task->lease.first + task->played, r)) return;
        task->played++;
        task->moves += r->outcome.moves;
        task->seconds += r->seconds;
    }
}

typedef struct post {
    lab_crew *crew;
    int index;
} post;

static void *serve(void *ctx)
{
    post p = *(post *)ctx;
    free(ctx);
    lab_crew *crew = p.crew;
    seat s = {0};
    pthread_mutex_lock(&crew->lock);
    for (;;) {
        while (!crew->closing && !crew->waiting.first) pthread_cond_wait(&crew->work, &crew->lock);
        if (crew->closing) break;
        lab_task *task = pop(&crew->waiting);
        crew->games_waiting -= task->lease.games;
        crew->playing[p.index] = task;
        task->started = true;
        pthread_mutex_unlock(&crew->lock);
        play_task(crew, &s, task);
        pthread_mutex_lock(&crew->lock);
        crew->playing[p.index] = NULL;
        push(&crew->over, task);
        pthread_cond_signal(&crew->news);
    }
    pthread_mutex_unlock(&crew->lock);
    t48_player_free(s.player);
    return NULL;
}

lt_status lab_crew_new(lab_crew **out, int threads, lt_error *err)
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
    crew->thread = calloc((size_t)threads, sizeof *crew->thread);
    crew->playing = calloc((size_t)threads, sizeof *crew->playing);
    lt_status status = LT_OK;
    if (!crew->thread || !crew->playing) status = lt_fail(err, LT_NO_MEMORY, "not enough memory");
    while (status == LT_OK && crew->started < threads) {
        post *p = malloc(sizeof *p);
        if (p) *p = (post){crew, crew->started};
        if (!p || pthread_create(&crew->thread[crew->started], NULL, serve, p) != 0) {
            free(p);
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
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    long long nanoseconds = until.tv_nsec + (long long)(seconds * 1e9);
    until.tv_sec += (time_t)(nanoseconds / 1000000000);
    until.tv_nsec = (long)(nanoseconds % 1000000000);
    pthread_mutex_lock(&crew->lock);
    if (!crew->over.first) pthread_cond_timedwait(&crew->news, &crew->lock, &until);
    pthread_mutex_unlock(&crew->lock);
}
