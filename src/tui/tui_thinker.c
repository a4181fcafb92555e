/* A player on a thread of its own. */
#include "tui/tui_thinker.h"

#include "tui/tui_screen.h"
#include "tui/tui_thread.h"

#include <pthread.h>
#include <stdlib.h>

struct tui_thinker {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    t48_player *player; /* the thread's alone, but for its name and spec */
    /* Under the lock: */
    t48_state state;
    uint64_t ticket;
    bool values, asked, abandoned;
    bool answered;
    tui_thought thought;
};

static void destroy(tui_thinker *t)
{
    t48_player_free(t->player);
    pthread_mutex_destroy(&t->lock);
    pthread_cond_destroy(&t->changed);
    free(t);
}

static void think(t48_player *player, const t48_state *state, tui_thought *thought)
{
    double began = tui_now();
    thought->advice = (t48_advice){.best = T48_NONE};
    if (thought->valued) {
        t48_player_advise(player, state, &thought->advice);
    } else {
        uint64_t nodes = t48_player_nodes(player);
        thought->advice.best = t48_player_choose(player, state);
        thought->advice.legal = t48_state_legal(state);
        thought->advice.nodes = t48_player_nodes(player) - nodes;
    }
    thought->seconds = tui_now() - began;
}

static void *work(void *ctx)
{
    tui_thinker *t = ctx;
    pthread_mutex_lock(&t->lock);
    while (!t->abandoned) {
        if (!t->asked) {
            pthread_cond_wait(&t->changed, &t->lock);
            continue;
        }
        t48_state state = t->state;
        tui_thought thought = {.ticket = t->ticket, .valued = t->values};
        t->asked = false;
        pthread_mutex_unlock(&t->lock);
        think(t->player, &state, &thought);
        pthread_mutex_lock(&t->lock);
        t->thought = thought;
        t->answered = true;
        tui_wake();
    }
    pthread_mutex_unlock(&t->lock);
    destroy(t);
    return NULL;
}

lt_status tui_thinker_new(tui_thinker **thinker, const char *spec, const t48_rules *rules,
                          uint64_t seed, lt_error *err)
{
    *thinker = NULL;
    tui_thinker *t = calloc(1, sizeof *t);
    if (!t) return lt_fail(err, LT_NO_MEMORY, "no memory for a player");
    lt_status status = t48_player_new(&t->player, spec, rules, err);
    if (status != LT_OK) {
        free(t);
        return status;
    }
    t48_player_begin(t->player, seed);
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->changed, NULL);
    status = tui_thread(work, t, "the player", err);
    if (status == LT_OK)
        *thinker = t;
    else
        destroy(t);
    return status;
}

void tui_thinker_free(tui_thinker *thinker)
{
    if (!thinker) return;
    pthread_mutex_lock(&thinker->lock);
    thinker->abandoned = true;
    pthread_cond_signal(&thinker->changed);
    pthread_mutex_unlock(&thinker->lock);
}

const char *tui_thinker_name(const tui_thinker *thinker)
{
    return t48_player_about(thinker->player)->name;
}

void tui_thinker_ask(tui_thinker *thinker, const t48_state *state, uint64_t ticket, bool values)
{
    pthread_mutex_lock(&thinker->lock);
    thinker->state = *state;
    thinker->ticket = ticket;
    thinker->values = values;
    thinker->asked = true;
    pthread_cond_signal(&thinker->changed);
    pthread_mutex_unlock(&thinker->lock);
}

bool tui_thinker_take(tui_thinker *thinker, tui_thought *thought)
{
    pthread_mutex_lock(&thinker->lock);
    bool answered = thinker->answered;
    if (answered) *thought = thinker->thought;
    thinker->answered = false;
    pthread_mutex_unlock(&thinker->lock);
    return answered;
}
