/* The JSON of the dashboard. Reading:
 *
 *   session                          what this request may do
 *   experiments                      all of them, workers, rates
 *   workers
 *   experiments/NAME                 its configurations: ?sort= order= tile= limit= offset=
 *   experiments/NAME/histogram       of scores: ?configs=1,2,3 bins=
 *   experiments/NAME/notes           the trace of a race or of tuning
 *   experiments/NAME/failures
 *
 * and with the token, by POST: experiments/NAME/pause, resume, cancel. */
#include "http/router.h"

#include "http/guard.h"
#include "http/lab_json.h"
#include "http/reply.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_MAX = 500, CHOSEN_MAX = 12, BINS_MAX = 200, LEVELS = 40 };
static const double patience_seconds = 8;

/* --- waiting for the watcher ------------------------------------------------------ */

/* Parks the request until the board changes; false when it has waited long enough.
 * The lock is held. */
static bool wait_on(http_site *site, http_request *r)
{
    double now = board_clock();
    if (r->deadline <= 0) r->deadline = now + patience_seconds;
    if (now >= r->deadline || site->board->stopping) return false;
    r->parked = (parked){
        .connection = r->connection, .seen = site->board->version, .deadline = r->deadline};
    parking_park(site->parking, &r->parked);
    return true;
}

/* --- what a request asks for ------------------------------------------------------ */

static const char *query(const http_request *r, const char *name)
{
    return MHD_lookup_connection_value(r->connection, MHD_GET_ARGUMENT_KIND, name);
}

static bool number(const char *text, uint64_t low, uint64_t high, uint64_t *value)
{
    char *end;
    errno = 0;
    if (*text < '0' || *text > '9') return false;
    unsigned long long n = strtoull(text, &end, 10);
    *value = n;
    return !errno && *end == '\0' && n >= low && n <= high;
}

static bool number_of(const http_request *r, const char *name, uint64_t fallback, uint64_t low,
                      uint64_t high, uint64_t *value)
{
    const char *text = query(r, name);
    *value = fallback;
    return !text || number(text, low, high, value);
}

static bool level_of(uint64_t tile, unsigned *level)
{
    for (*level = 1; *level < LEVELS; ++*level)
        if (tile == UINT64_C(1) << *level) return true;
    return false;
}

/* The reason it cannot be read, or NULL. */
static const char *read_choice(const http_request *r, json_choice *choice)
{
    static const char *const keys[] = {"id", "finished", "mean", "median", "reach"};
    const char *sort = query(r, "sort"), *order = query(r, "order");
    uint64_t tile, limit, offset;
    *choice = (json_choice){.key = TALLY_MEAN};
    if (sort) {
        size_t k = 0;
        while (k < sizeof keys / sizeof keys[0] && strcmp(keys[k], sort) != 0) k++;
        if (k == sizeof keys / sizeof keys[0])
            return "sort takes id, finished, mean, median or reach";
        choice->key = (tally_key)k;
    }
    if (order && strcmp(order, "ascending") != 0 && strcmp(order, "descending") != 0)
        return "order takes ascending or descending";
    choice->descending = order ? order[0] == 'd' : choice->key != TALLY_ID;
    if (!number_of(r, "tile", 2048, 2, UINT64_C(1) << (LEVELS - 1), &tile) ||
        !level_of(tile, &choice->level))
        return "tile takes a power of two";
    if (!number_of(r, "limit", 50, 1, ROWS_MAX, &limit)) return "limit takes 1 to 500";
    if (!number_of(r, "offset", 0, 0, UINT32_MAX, &offset))
        return "offset takes a number of configurations";
    choice->count = limit;
    choice->from = offset;
    return NULL;
}

static const char *read_chosen(const http_request *r, uint64_t ids[CHOSEN_MAX], size_t *count)
{
    const char *at = query(r, "configs");
    *count = 0;
    while (at && *at) {
        char part[24];
        size_t n = strcspn(at, ",");
        if (n >= sizeof part || *count == CHOSEN_MAX) return "configs takes up to 12 numbers";
        memcpy(part, at, n);
        part[n] = '\0';
        if (!number(part, 1, INT64_MAX, &ids[(*count)++])) return "configs takes up to 12 numbers";
        at += n + (at[n] == ',');
    }
    return NULL;
}

/* --- answers: called with the lock, NULL is a bad question told in *why ------------- */

typedef json_t *answer_fn(const http_site *site, const http_request *r, board_experiment *e,
                          const char **why);

static json_t *details(const http_site *site, const http_request *r, board_experiment *e,
                       const char **why)
{
    json_choice choice;
    *why = read_choice(r, &choice);
    return *why ? NULL : json_of_details(site->board, e, &choice);
}

static json_t *histogram(const http_site *site, const http_request *r, board_experiment *e,
                         const char **why)
{
    uint64_t ids[CHOSEN_MAX], bins;
    size_t count;
    (void)site;
    *why = read_chosen(r, ids, &count);
    if (!*why && !number_of(r, "bins", 40, 1, BINS_MAX, &bins)) *why = "bins takes 1 to 200";
    return *why ? NULL : json_of_histogram(e, ids, count, (unsigned)bins);
}

static json_t *notes(const http_site *site, const http_request *r, board_experiment *e,
                     const char **why)
{
    (void)site, (void)r, (void)why;
    return json_pack("{s:s, s:O?}", "kind", lab_kind_name(e->what.kind), "notes", e->notes);
}

static json_t *failures(const http_site *site, const http_request *r, board_experiment *e,
                        const char **why)
{
    (void)site, (void)r, (void)why;
    return json_pack("{s:I, s:O?}", "count", (json_int_t)e->failed, "failures", e->failures);
}

static json_t *overview(const http_site *site, const http_request *r, board_experiment *e,
                        const char **why)
{
    const lab_board *board = site->board;
    (void)r, (void)e, (void)why;
    /* Health is copied: what is sent outlives the lock. */
    return json_pack("{s:I, s:o, s:o, s:o, s:o?, s:o}", "version", (json_int_t)board->version,
                     "database", json_of_database(board), "experiments",
                     json_of_experiments(board, 0), "workers", json_of_workers(board), "health",
                     json_deep_copy(board->health), "rates",
                     json_of_trail(&board->rates, "games_a_second", "moves_a_second"));
}

static json_t *workers(const http_site *site, const http_request *r, board_experiment *e,
                       const char **why)
{
    (void)r, (void)e, (void)why;
    return json_pack("{s:o}", "workers", json_of_workers(site->board));
}

static json_t *session(const http_site *site, const http_request *r)
{
    bool control = http_bearer_of(r->connection, site->token) == HTTP_BEARER_RIGHT;
    return json_pack("{s:b, s:b}", "has_token", site->token != NULL, "may_control", control);
}

/* --- routes -------------------------------------------------------------------------- */

static bool reads(const http_request *r)
{
    return strcmp(r->method, "POST") != 0;
}

static enum MHD_Result must(const http_request *r, const char *allow)
{
    return http_say(r->connection, MHD_HTTP_METHOD_NOT_ALLOWED, allow,
                    *allow == 'P' ? "This is a change: use POST.\n" : "This can only be read.\n");
}

static enum MHD_Result nothing_here(const http_request *r)
{
    return http_send_error(r->connection, MHD_HTTP_NOT_FOUND, "there is nothing here");
}

/* The database has not been read so far, and why: the lock is held. */
static json_t *not_yet(const lab_board *board)
{
    return json_pack("{s:s, s:o}", "error",
                     *board->trouble ? board->trouble : "the database is being opened; ask again",
                     "database", json_of_database(board));
}

/* Answers from the board; `name` NULL: not about an experiment. */
static enum MHD_Result look_up(http_site *site, http_request *r, const char *name,
                               answer_fn *answer)
{
    lab_board *board = site->board;
    unsigned status = MHD_HTTP_OK;
    const char *why = NULL;
    json_t *json = NULL;
    board_experiment *e = NULL;
    if (!reads(r)) return must(r, "GET, HEAD");
    pthread_mutex_lock(&board->lock);
    board_ask(board);
    bool wait = !board->looked && !*board->trouble;
    if (board->looked && name && (e = board_find(board, name))) {
        e->wanted = board_clock();
        wait = !e->read && !*board->trouble;
    }
    if (wait && wait_on(site, r)) {
        board->urgent = true;
        pthread_mutex_unlock(&board->lock);
        return MHD_YES;
    }
    if (!board->looked) {
        status = MHD_HTTP_SERVICE_UNAVAILABLE;
        json = not_yet(board);
    } else if (name && !e) {
        status = MHD_HTTP_NOT_FOUND;
        json = json_pack("{s:s}", "error", "there is no such experiment");
    } else {
        json = answer(site, r, e, &why);
    }
    pthread_mutex_unlock(&board->lock);
    return why ? http_send_error(r->connection, MHD_HTTP_BAD_REQUEST, why)
               : http_send_json(r->connection, status, json);
}

/* --- changes -------------------------------------------------------------------------- */

static board_command *order_change(lab_board *board, const char *name, lab_state state)
{
    board_command *command = calloc(1, sizeof *command), **end = &board->commands;
    if (!command) return NULL;
    strcpy(command->name, name);
    command->state = state;
    while (*end) end = &(*end)->next;
    *end = command;
    pthread_cond_broadcast(&board->moved);
    return command;
}

static enum MHD_Result told(const http_request *r, const lab_board *board, const char *name)
{
    const lt_error *result = &r->command->result;
    board_experiment *e = board_find(board, name);
    if (result->status == LT_OK && e)
        return http_send_json(r->connection, MHD_HTTP_OK,
                              json_pack("{s:o}", "experiment", json_of_experiment(e)));
    return http_send_error(r->connection,
                           result->status == LT_BAD_INPUT ? MHD_HTTP_CONFLICT
                                                          : MHD_HTTP_SERVICE_UNAVAILABLE,
                           result->text);
}

static enum MHD_Result change(http_site *site, http_request *r, const char *name, lab_state state)
{
    lab_board *board = site->board;
    if (reads(r)) return must(r, "POST");
    if (!site->token)
        return http_send_error(r->connection, MHD_HTTP_FORBIDDEN,
                               "the lab can only be read here: changes need a server that was "
                               "started with --token or LAATTA_TOKEN");
    if (http_bearer_of(r->connection, site->token) != HTTP_BEARER_RIGHT)
        return http_send_error(r->connection, MHD_HTTP_UNAUTHORIZED,
                               "a change needs the token: Authorization: Bearer TOKEN");
    pthread_mutex_lock(&board->lock);
    board_ask(board);
    if (!r->command && board->looked && !board_find(board, name)) {
        pthread_mutex_unlock(&board->lock);
        return http_send_error(r->connection, MHD_HTTP_NOT_FOUND, "there is no such experiment");
    }
    if (!r->command) r->command = order_change(board, name, state);
    enum MHD_Result result = MHD_YES;
    if (r->command && r->command->done)
        result = told(r, board, name);
    else if (!r->command || !wait_on(site, r))
        result = http_send_error(r->connection, MHD_HTTP_SERVICE_UNAVAILABLE,
                                 "the database did not answer in time; the change may yet be made");
    pthread_mutex_unlock(&board->lock);
    return result;
}

void lab_api_release(http_site *site, http_request *r)
{
    if (!r->command) return;
    pthread_mutex_lock(&site->board->lock);
    if (r->command->done)
        free(r->command);
    else
        r->command->abandoned = true;
    pthread_mutex_unlock(&site->board->lock);
}

static enum MHD_Result about_experiment(http_site *site, http_request *r, const char *path)
{
    static const struct {
        const char *name;
        answer_fn *answer;
    } parts[] = {
        {"", details}, {"/histogram", histogram}, {"/notes", notes}, {"/failures", failures}};
    static const struct {
        const char *name;
        lab_state state;
    } changes[] = {{"/pause", LAB_PAUSED}, {"/resume", LAB_ACTIVE}, {"/cancel", LAB_CANCELLED}};
    char name[LAB_NAME_MAX];
    size_t n = strcspn(path, "/");
    if (n == 0 || n >= sizeof name) return nothing_here(r);
    memcpy(name, path, n);
    name[n] = '\0';
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (strcmp(path + n, parts[i].name) == 0) return look_up(site, r, name, parts[i].answer);
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++)
        if (strcmp(path + n, changes[i].name) == 0) return change(site, r, name, changes[i].state);
    return nothing_here(r);
}

enum MHD_Result lab_api(http_site *site, http_request *r, const char *path)
{
    if (strcmp(path, "session") == 0) {
        if (!reads(r)) return must(r, "GET, HEAD");
        return http_send_json(r->connection, MHD_HTTP_OK, session(site, r));
    }
    if (strcmp(path, "experiments") == 0) return look_up(site, r, NULL, overview);
    if (strcmp(path, "workers") == 0) return look_up(site, r, NULL, workers);
    if (strncmp(path, "experiments/", 12) == 0) return about_experiment(site, r, path + 12);
    return nothing_here(r);
}
