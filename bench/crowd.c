/* crowd: thousands of workers with made-up games, from one process (bench/lab crowd).
 *
 * Each worker is a place in a list: when its time comes, one of the threads speaks for it
 * as laatta lab work does at the pace of so many workers (lab/pace.h): hands in what it
 * has "played", claims, prolongs leases, looks for lapsed ones, and gives the connection
 * back where the pace says so. A thread is a connection; that there are fewer of them
 * than workers changes nothing for the store, since a worker holds one only while it
 * speaks. Games take --game seconds each and are results of random play that never was. */
#include "base/clock.h"
#include "base/text.h"
#include "base/threads.h"
#include "bench/samples.h"
#include "bench/servers_used.h"
#include "lab/pace.h"
#include "lab/queue.h"
#include "store/store.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HELD = 8 };
static const double lease_seconds = 15;

/* Leases are played in the order in which they were claimed. */
typedef struct player {
    lab_member member;
    lab_lease held[HELD], fresh[HELD];
    size_t count;
    double played; /* games of the first lease */
    double due, since, renewed, lapsed, counted;
    uint64_t games, spoken;
} player;

typedef struct crowd {
    pthread_mutex_t lock;
    pthread_barrier_t here; /* all threads, with their connections */
    player *players;
    size_t count;
    player **heap; /* by due */
    size_t waiting;
    lab_pace pace;
    double game, seconds, began, measured, until;
    bench_samples exchanges, renewals;
    bench_samples patient; /* when claims of what is not urgent had ended, */
    double urgent_began;   /* and when the last one of what is had begun */
    uint64_t leases, results, urgent, collisions, troubles, lost;
    uint64_t urgent_experiment;
    double latest;         /* how long a worker was kept waiting for its turn */
    double cost, own_cost; /* processor seconds of servers and of this, while measured */
    char trouble[LT_ERROR_TEXT];
} crowd;

/* --- whose turn it is ------------------------------------------------------------------- */

static void swap(player **a, player **b)
{
    player *t = *a;
    *a = *b;
    *b = t;
}

static void push(crowd *c, player *p)
{
    size_t at = c->waiting++;
    c->heap[at] = p;
    for (; at && c->heap[(at - 1) / 2]->due > c->heap[at]->due; at = (at - 1) / 2)
        swap(&c->heap[(at - 1) / 2], &c->heap[at]);
}

static player *pop(crowd *c)
{
    player *first = c->heap[0];
    c->heap[0] = c->heap[--c->waiting];
    for (size_t at = 0, next; (next = 2 * at + 1) < c->waiting; at = next) {
        if (next + 1 < c->waiting && c->heap[next + 1]->due < c->heap[next]->due) next++;
        if (c->heap[at]->due <= c->heap[next]->due) break;
        swap(&c->heap[at], &c->heap[next]);
    }
    return first;
}

static void note(crowd *c, bench_samples *s, double seconds)
{
    if (lt_clock_now() >= c->measured) bench_sample(s, seconds);
}

/* --- speaking for a worker -------------------------------------------------------------- */

static uint64_t games_held(const player *p)
{
    uint64_t games = 0;
    for (size_t i = 0; i < p->count; i++) games += p->held[i].games;
    return games;
}

static void make_up(const lab_lease *lease, lab_result *results)
{
    for (uint64_t g = 0; g < lease->games; g++) {
        uint64_t luck = lt_seed_of(lease->config, lease->first + g);
        results[g] = (lab_result){.config = lease->config,
                                  .game = lease->first + g,
                                  .seed = luck,
                                  .outcome = {.score = 500 + luck % 1000,
                                              .moves = (uint32_t)(60 + luck % 100),
                                              .max_level = 7},
                                  .seconds = 1};
        results[g].outcome.tiles[7] = 1;
    }
}

/* Hands in the leases that are over and claims the next games. */
static lt_status exchange(crowd *c, lab_store *store, player *p, lt_error *err)
{
    static _Thread_local lab_result results[HELD * LAB_BLOCK_GAMES];
    lab_batch batches[HELD];
    size_t over = 0, claimed = 0, rows = 0;
    double now = lt_clock_now();
    double played = p->played + (now - p->since) / c->game;
    while (over < p->count && played >= (double)p->held[over].games) {
        const lab_lease *lease = &p->held[over];
        make_up(lease, results + rows);
        batches[over++] =
            (lab_batch){.lease = *lease, .results = results + rows, .played = lease->games};
        played -= (double)lease->games;
        rows += lease->games;
    }
    if (over == p->count) played = 0; /* it ran dry */
    uint64_t each = (uint64_t)fmax(1, fmin(LAB_BLOCK_GAMES, c->pace.play / c->game));
    uint64_t held = games_held(p) - rows;
    lab_wish wish = {.each = each, .most = HELD - (p->count - over)};
    if (held <= each / 2 + (uint64_t)played) wish.games = 2 * each - held;
    if (!wish.games && !over) return LT_OK;
    LT_TRY(lab_queue_exchange(store, &p->member, batches, over, &wish, p->fresh, &claimed, err));
    p->played = played;
    p->since = now;
    p->count -= over;
    memmove(p->held, p->held + over, p->count * sizeof p->held[0]);
    memcpy(p->held + p->count, p->fresh, claimed * sizeof p->fresh[0]);
    p->count += claimed;
    pthread_mutex_lock(&c->lock);
    note(c, &c->exchanges, lt_clock_now() - now);
    uint64_t lost = 0;
    for (size_t i = 0; i < over; i++) lost += batches[i].lapsed ? batches[i].played : 0;
    c->lost += lost;
    p->games += rows - lost;
    if (now >= c->measured) c->leases += claimed, c->results += rows - lost;
    bool urgent = claimed && p->fresh[0].experiment == c->urgent_experiment;
    c->urgent += urgent;
    if (urgent && now > c->urgent_began) c->urgent_began = now;
    if (claimed && !urgent) bench_sample(&c->patient, lt_clock_now());
    pthread_mutex_unlock(&c->lock);
    return LT_OK;
}

static lt_status renew(crowd *c, lab_store *store, player *p, lt_error *err)
{
    uint64_t ids[HELD];
    bool stands[HELD];
    double began = lt_clock_now();
    for (size_t i = 0; i < p->count; i++) ids[i] = p->held[i].id;
    LT_TRY(lab_queue_renew(store, &p->member, ids, p->count, stands, err));
    p->renewed = began;
    pthread_mutex_lock(&c->lock);
    note(c, &c->renewals, lt_clock_now() - began);
    pthread_mutex_unlock(&c->lock);
    return LT_OK;
}

static lt_status speak(crowd *c, lab_store *store, player *p, lt_error *err)
{
    double now = lt_clock_now(), early = c->pace.rest ? 0.5 : 1;
    uint64_t lapsed;
    lab_crowd all;
    LT_TRY(exchange(c, store, p, err));
    if (now - p->renewed > c->pace.renew * early) LT_TRY(renew(c, store, p, err));
    if (now - p->lapsed > c->pace.lapse * early) {
        p->lapsed = now;
        LT_TRY(lab_queue_lapse(store, &lapsed, err));
    }
    if (now - p->counted > c->pace.count) {
        p->counted = now;
        LT_TRY(lab_queue_crowd(store, &p->member, &all, err));
    }
    p->spoken++;
    if (c->pace.rest) lab_queue_rest(store);
    return LT_OK;
}

/* As a worker does whose database is away: opens the connection anew until it is back. */
static void come_back(crowd *c, lab_store *store, const lt_error *why)
{
    lt_error err;
    pthread_mutex_lock(&c->lock);
    if (!c->troubles++) snprintf(c->trouble, sizeof c->trouble, "%s", why->text);
    pthread_mutex_unlock(&c->lock);
    while (lt_clock_now() < c->until + 60 && lab_reopen(store, &err) != LT_OK) lt_sleep(0.3);
}

/* The last to come begins. First turns are spread over one round; measured is from the first
 * results on. */
static void begin(crowd *c)
{
    c->began = lt_clock_now();
    c->measured = c->began + 1 + c->pace.play;
    c->until = c->measured + c->seconds;
    for (size_t i = 0; i < c->count; i++) {
        player *p = &c->players[i];
        double part = (double)i / (double)c->count;
        p->due = p->since = c->began + part * c->pace.exchange;
        p->renewed = p->due - part * c->pace.renew;
        p->lapsed = p->due - fmod(part * 7, 1) * c->pace.lapse;
        p->counted = p->due - fmod(part * 11, 1) * c->pace.count;
        push(c, p);
    }
}

static void run(void *ctx, int thread)
{
    crowd *c = ctx;
    lab_store *store;
    lt_error err;
    /* A hundred at once are a crowd too: who is turned away comes again. */
    lt_status status = LT_UNAVAILABLE;
    double limit = lt_clock_now() + 300;
    while (status == LT_UNAVAILABLE && lt_clock_now() < limit)
        status = lab_open_as(&store, &(lab_access){.patience = 60}, &err);
    if (status != LT_OK) {
        fprintf(stderr, "crowd: %s\n", err.text);
        exit(1);
    }
    lab_queue_bound(store, 60, NULL);
    if (pthread_barrier_wait(&c->here)) begin(c);
    pthread_barrier_wait(&c->here);
    bool watches = thread == 0;
    for (double now; (now = lt_clock_now()) < c->until;) {
        if (watches && now >= c->measured) {
            c->cost = bench_servers_used(), c->own_cost = lt_clock_cpu(), watches = false;
        }
        pthread_mutex_lock(&c->lock);
        player *p = c->waiting && c->heap[0]->due <= now ? pop(c) : NULL;
        double next = c->waiting ? c->heap[0]->due - now : 0.01;
        if (p && now >= c->measured && now - p->due > c->latest) c->latest = now - p->due;
        pthread_mutex_unlock(&c->lock);
        if (!p) {
            lt_sleep(next < 0.002 ? 0.002 : next > 0.02 ? 0.02 : next);
            continue;
        }
        status = speak(c, store, p, &err);
        if (status != LT_OK) come_back(c, store, &err);
        pthread_mutex_lock(&c->lock);
        p->due = status == LT_OK ? fmax(lt_clock_now(), p->due + c->pace.exchange) : now;
        push(c, p);
        pthread_mutex_unlock(&c->lock);
    }
    pthread_mutex_lock(&c->lock);
    c->collisions += store->collisions;
    pthread_mutex_unlock(&c->lock);
    lab_close(store);
}

/* --- before and after --------------------------------------------------------------------- */

static uint64_t queue(lab_store *store, const char *name, uint64_t games, int priority)
{
    lt_error err;
    lab_experiment x = {.kind = LAB_QUEUE,
                        .state = LAB_ACTIVE,
                        .player = "random",
                        .rules = {.shape = {2, 2}, .fours = 0.1},
                        .seed = 1,
                        .priority = priority,
                        .attempts = 100};
    snprintf(x.name, sizeof x.name, "%s", name);
    lab_config config = {.spec = "random", .games = games};
    if (lab_add(store, &x, &config, 1, &err) != LT_OK) {
        fprintf(stderr, "crowd: %s\n", err.text);
        exit(1);
    }
    return x.id;
}

static void join_all(crowd *c, lab_store *store)
{
    lt_error err;
    char behaviour[17];
    lt_status status = lab_queue_behaviour(store, behaviour, &err);
    for (size_t i = 0; i < c->count && status == LT_OK; i++) {
        player *p = &c->players[i];
        p->member.lease = c->pace.lease;
        status = lab_queue_join(store, behaviour, 1, &p->member, &err);
    }
    if (status == LT_OK) return;
    fprintf(stderr, "crowd: %s\n", err.text);
    exit(1);
}

static bool count_row(void *ctx, const lab_result *result)
{
    (void)result;
    ++*(uint64_t *)ctx;
    return true;
}

static void tell(crowd *c, lab_store *store, uint64_t later, double seconds)
{
    uint64_t silent = 0, handed_in = 0, stored = 0, passed_by = 0;
    double load[1] = {0};
    getloadavg(load, 1);
    for (size_t i = 0; i < c->patient.count; i++)
        passed_by += c->patient.seconds[i] < c->urgent_began;
    for (size_t i = 0; i < c->count; i++) {
        silent += c->players[i].spoken == 0;
        handed_in += c->players[i].games;
    }
    lt_error err = {.text = ""};
    lt_status status = lab_reopen(store, &err);
    if (status == LT_OK)
        status = lab_results(store, c->urgent_experiment, 0, 0, false, count_row, &stored, &err);
    if (status == LT_OK) status = lab_results(store, later, 0, 0, false, count_row, &stored, &err);
    if (status != LT_OK) fprintf(stderr, "crowd: %s\n", err.text);
    printf("%6zu workers  claims %6.1f/s %7.1f %8.1f ms  renewals %6.1f/s %7.1f %8.1f ms  "
           "results %8.1f/s  collisions %llu  troubles %llu  waited %.1f s\n",
           c->count, (double)c->exchanges.count / seconds, bench_quantile_ms(&c->exchanges, 0.5),
           bench_quantile_ms(&c->exchanges, 0.99), (double)c->renewals.count / seconds,
           bench_quantile_ms(&c->renewals, 0.5), bench_quantile_ms(&c->renewals, 0.99),
           (double)c->results / seconds, (unsigned long long)c->collisions,
           (unsigned long long)c->troubles, c->latest);
    printf("#      silent workers %llu; urgent claims %llu, others before the last of them %llu; "
           "handed in %llu, stored %llu, too late %llu\n",
           (unsigned long long)silent, (unsigned long long)c->urgent, (unsigned long long)passed_by,
           (unsigned long long)handed_in, (unsigned long long)stored, (unsigned long long)c->lost);
    printf("#      processors in use: %.2f by servers, %.2f by the crowd; load %.0f\n",
           c->cost / seconds, c->own_cost / seconds, load[0]);
    if (c->troubles) printf("#      the first trouble: %s\n", c->trouble);
}

int main(int count, char **word)
{
    unsigned long long workers = count > 1 ? strtoull(word[1], NULL, 10) : 0;
    double seconds = count > 2 ? strtod(word[2], NULL) : 20;
    double game = count > 3 ? strtod(word[3], NULL) : 1;
    if (workers < 1 || workers > 100000 || seconds <= 0 || game <= 0) {
        fprintf(stderr, "usage: crowd WORKERS [SECONDS [SECONDS_A_GAME]], on the database of "
                        "LAATTA_DB\n");
        return 2;
    }
    static crowd c = {.lock = PTHREAD_MUTEX_INITIALIZER};
    c.count = workers;
    c.game = game;
    c.seconds = seconds;
    c.players = calloc(workers, sizeof *c.players);
    c.heap = calloc(workers, sizeof *c.heap);
    lab_store *store;
    lt_error err;
    if (!c.players || !c.heap) exit(1);
    if (lab_open(&store, NULL, &err) != LT_OK) {
        fprintf(stderr, "crowd: %s\n", err.text);
        return 1;
    }
    unsigned places = store->connection->places;
    c.pace = lab_pace_of(&(lab_crowd){workers, places && workers > places * 3 / 4}, lease_seconds);
    /* Urgent games for a part of the time, then more than can be played. */
    double a_second = (double)workers / game, all = seconds + 4 * c.pace.play + 20;
    char name[40];
    snprintf(name, sizeof name, "later-%llu-%d", workers, (int)lt_clock_now());
    uint64_t later = queue(store, name, (uint64_t)(a_second * all), 0);
    snprintf(name, sizeof name, "urgent-%llu-%d", workers, (int)lt_clock_now());
    c.urgent_experiment =
        queue(store, name, (uint64_t)(a_second * (seconds / 3 + 2 * c.pace.play)), 5);
    join_all(&c, store);
    int threads = workers < 100 ? (int)workers : 100;
    pthread_barrier_init(&c.here, NULL, (unsigned)threads);
    if (lt_parallel(threads, run, &c, &err) != LT_OK) {
        fprintf(stderr, "crowd: %s\n", err.text);
        return 1;
    }
    c.cost = bench_servers_used() - c.cost;
    c.own_cost = lt_clock_cpu() - c.own_cost;
    tell(&c, store, later, seconds);
    lab_set_state(store, later, LAB_CANCELLED, &err);
    lab_set_state(store, c.urgent_experiment, LAB_CANCELLED, &err);
    lab_close(store);
    free(c.players);
    free(c.heap);
    return 0;
}
