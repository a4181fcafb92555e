/* One lock guards the output and the question whether the thread is busy: a client that
 * has read an answer can ask the next thing at once. */
#include "engine/thinking.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

struct thinking {
    FILE *out;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool busy, closing, deaf; /* deaf: nobody reads */
    atomic_bool stop;
    thought about;
    cast cast; /* of the thread alone */
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool told_to_stop(void *ctx)
{
    thinking *t = ctx;
    return atomic_load_explicit(&t->stop, memory_order_relaxed);
}

/* --- a thought ------------------------------------------------------------------------- */

/* A search to a depth that was stopped has no move: the player is asked once more, at its
 * lowest depth. */
static void at_a_glance(thinking *t, const thought *about, const t48_state *state,
                        t48_advice *advice)
{
    for (int d = 0; d < T48_DIRS && !(advice->legal >> advice->best & 1); d++)
        if (advice->legal >> d & 1) advice->best = (t48_dir)d;
    const lt_param *depth = cast_param(about->spec, "depth");
    char *spec =
        depth ? cast_spec_with(about->spec, "depth", depth->low > 1 ? depth->low : 1) : NULL;
    t48_player *player;
    lt_error err;
    cast_call call = {spec, about->rules, about->game, about->seed};
    if (spec && cast_player(&t->cast, &call, &player, &err) == LT_OK) {
        uint64_t nodes = advice->nodes;
        t48_player_control(player, NULL);
        t48_player_advise(player, state, advice);
        advice->nodes += nodes;
    }
    free(spec);
}

static lt_status think(thinking *t, const thought *about, json_t *answer, lt_error *err)
{
    t48_player *player;
    t48_advice advice;
    t48_state state = t48_state_from_grid(&about->grid, &about->rules);
    cast_call call = {about->spec, about->rules, about->game, about->seed};
    lt_control control = {.ctx = t, .cancelled = told_to_stop};
    bool values = about->request.command == COMMAND_VALUES;
    LT_TRY(cast_player(&t->cast, &call, &player, err));
    double began = now();
    t48_player_control(player, &control);
    if (values) {
        t48_player_advise(player, &state, &advice);
    } else {
        uint64_t nodes = t48_player_nodes(player);
        advice = (t48_advice){.legal = t48_state_legal(&state)};
        advice.best = t48_player_choose(player, &state);
        advice.nodes = t48_player_nodes(player) - nodes;
    }
    t48_player_control(player, NULL);
    bool stopped = told_to_stop(t);
    const char *trouble = t48_player_trouble(player);
    if (trouble) return lt_fail(err, LT_UNAVAILABLE, "%s", trouble);
    if (stopped && !t48_player_timed(player)) at_a_glance(t, about, &state, &advice);
    if (advice.best == T48_NONE) return lt_fail(err, LT_UNSUPPORTED, "the player makes no move");
    answer_best(answer, &advice, values, now() - began, stopped);
    return LT_OK;
}

static void *run(void *ctx)
{
    thinking *t = ctx;
    pthread_mutex_lock(&t->lock);
    for (;;) {
        while (!t->busy && !t->closing) pthread_cond_wait(&t->changed, &t->lock);
        if (!t->busy) break;
        pthread_mutex_unlock(&t->lock);
        lt_error err;
        json_t *answer = answer_begin(&t->about.request);
        if (think(t, &t->about, answer, &err) != LT_OK) answer_error(answer, err.text);
        pthread_mutex_lock(&t->lock);
        if (!answer_write(answer, t->about.request.json, t->out)) t->deaf = true;
        request_release(&t->about.request);
        free(t->about.spec);
        t->busy = false;
        pthread_cond_broadcast(&t->changed);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

/* --- from outside ------------------------------------------------------------------------- */

lt_status thinking_new(thinking **out, FILE *file, lt_error *err)
{
    thinking *t = calloc(1, sizeof *t);
    if (t) {
        t->out = file;
        pthread_mutex_init(&t->lock, NULL);
        pthread_condattr_t monotonic;
        pthread_condattr_init(&monotonic);
        pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
        pthread_cond_init(&t->changed, &monotonic);
        pthread_condattr_destroy(&monotonic);
        if (pthread_create(&t->thread, NULL, run, t) == 0) {
            *out = t;
            return LT_OK;
        }
        pthread_cond_destroy(&t->changed);
        pthread_mutex_destroy(&t->lock);
        free(t);
    }
    *out = NULL;
    return lt_fail(err, LT_NO_MEMORY, "cannot start a thread");
}

void thinking_free(thinking *t)
{
    if (!t) return;
    thinking_stop(t);
    pthread_mutex_lock(&t->lock);
    t->closing = true;
    pthread_cond_broadcast(&t->changed);
    pthread_mutex_unlock(&t->lock);
    pthread_join(t->thread, NULL);
    cast_release(&t->cast);
    pthread_cond_destroy(&t->changed);
    pthread_mutex_destroy(&t->lock);
    free(t);
}

bool thinking_busy(thinking *t)
{
    pthread_mutex_lock(&t->lock);
    bool busy = t->busy;
    pthread_mutex_unlock(&t->lock);
    return busy;
}

void thinking_begin(thinking *t, const thought *about)
{
    pthread_mutex_lock(&t->lock);
    t->about = *about;
    atomic_store(&t->stop, false);
    t->busy = true;
    pthread_cond_broadcast(&t->changed);
    pthread_mutex_unlock(&t->lock);
}

void thinking_stop(thinking *t)
{
    atomic_store(&t->stop, true);
}

bool thinking_wait(thinking *t, double seconds)
{
    double end = now() + seconds;
    struct timespec until = {.tv_sec = (time_t)end,
                             .tv_nsec = (long)((end - (double)(time_t)end) * 1e9)};
    pthread_mutex_lock(&t->lock);
    bool in_time = true;
    while (t->busy && in_time)
        in_time = seconds > 0 ? pthread_cond_timedwait(&t->changed, &t->lock, &until) == 0
                              : pthread_cond_wait(&t->changed, &t->lock) == 0;
    bool over = !t->busy;
    pthread_mutex_unlock(&t->lock);
    return over;
}

bool thinking_say(thinking *t, json_t *answer, bool json)
{
    pthread_mutex_lock(&t->lock);
    if (!answer_write(answer, json, t->out)) t->deaf = true;
    bool heard = !t->deaf;
    pthread_mutex_unlock(&t->lock);
    return heard;
}
