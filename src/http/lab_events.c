/* Server-sent events: the board's changes, at most about one message a second, and
 * a comment as a sign of life while nothing changes. The first message holds
 * everything ("all": true); later ones the experiments that changed. */
#include "http/router.h"

#include "http/lab_json.h"
#include "http/reply.h"

#include <stdlib.h>
#include <string.h>

enum { STREAMS_MAX = 16, BLOCK = 8192 };
static const double message_seconds = 1, heartbeat_seconds = 5;

typedef struct stream {
    http_site *site;
    parked parked;
    uint64_t version, epoch; /* of the board when the last message was made */
    double spoken;           /* when that was; 0: never */
    char *text;              /* being sent */
    size_t length, sent;
} stream;

static char *message(const stream *s, const lab_board *board)
{
    bool all = s->epoch != board->epoch;
    json_t *json =
        json_pack("{s:I, s:b, s:o, s:o, s:o, s:o?}", "version", (json_int_t)board->version, "all",
                  all, "database", json_of_database(board), "experiments",
                  json_of_experiments(board, all ? 0 : s->version), "workers",
                  json_of_workers(board), "health", json_deep_copy(board->health));
    if (json && board->rates.count) {
        const trail_point *last = &board->rates.point[board->rates.count - 1];
        json_object_set_new(json, "rates",
                            json_pack("{s:f, s:f, s:f}", "at", last->at, "games_a_second",
                                      last->value[0], "moves_a_second", last->value[1]));
    }
    char *body = json ? json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(12)) : NULL;
    json_decref(json);
    static const char head[] = "event: change\ndata: ", tail[] = "\n\n";
    char *text = body ? malloc(sizeof head + strlen(body) + sizeof tail) : NULL;
    if (text) strcat(strcat(strcpy(text, head), body), tail);
    free(body);
    return text;
}

/* The next thing to send, or NULL when it is not time yet. */
static char *next_text(stream *s, const lab_board *board, double now)
{
    if (s->spoken <= 0) return message(s, board);
    if (s->version != board->version && now - s->spoken >= message_seconds * 0.9)
        return message(s, board);
    return now - s->spoken >= heartbeat_seconds ? strdup(": still here\n\n") : NULL;
}

static ssize_t read_stream(void *ctx, uint64_t position, char *buffer, size_t room)
{
    (void)position;
    stream *s = ctx;
    lab_board *board = s->site->board;
    if (!s->text) {
        double now = board_clock();
        pthread_mutex_lock(&board->lock);
        if (board->stopping) {
            pthread_mutex_unlock(&board->lock);
            return MHD_CONTENT_READER_END_OF_STREAM;
        }
        board_ask(board);
        s->text = next_text(s, board, now);
        if (!s->text) {
            s->parked.seen = s->version;
            s->parked.not_before = s->spoken + message_seconds;
            s->parked.deadline = s->spoken + heartbeat_seconds;
            parking_park(s->site->parking, &s->parked);
        } else {
            if (s->text[0] != ':') {
                s->version = board->version;
                s->epoch = board->epoch;
            }
            s->spoken = now;
            s->length = strlen(s->text);
            s->sent = 0;
        }
        pthread_mutex_unlock(&board->lock);
        if (!s->text) return 0;
    }
    size_t n = s->length - s->sent < room ? s->length - s->sent : room;
    memcpy(buffer, s->text + s->sent, n);
    s->sent += n;
    if (s->sent == s->length) {
        free(s->text);
        s->text = NULL;
    }
    return (ssize_t)n;
}

static void leave(http_site *site)
{
    pthread_mutex_lock(&site->board->lock);
    site->streams--;
    pthread_mutex_unlock(&site->board->lock);
}

static void end_stream(void *ctx)
{
    stream *s = ctx;
    leave(s->site);
    free(s->text);
    free(s);
}

static bool enter(http_site *site)
{
    pthread_mutex_lock(&site->board->lock);
    bool room = site->streams < STREAMS_MAX && !site->board->stopping;
    if (room) site->streams++;
    pthread_mutex_unlock(&site->board->lock);
    return room;
}

enum MHD_Result lab_events(http_site *site, http_request *r)
{
    if (strcmp(r->method, "GET") != 0)
        return http_say(r->connection, MHD_HTTP_METHOD_NOT_ALLOWED, "GET",
                        "Events can only be listened to.\n");
    if (!enter(site))
        return http_send_error(r->connection, MHD_HTTP_SERVICE_UNAVAILABLE,
                               "too many are listening already (16 at most); close a page");
    doorman_set(site->door, r->connection, DOORMAN_LISTENS);
    stream *s = calloc(1, sizeof *s);
    struct MHD_Response *response = NULL;
    if (s) {
        s->site = site;
        s->parked.connection = r->connection;
        response =
            MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, read_stream, s, end_stream);
    }
    if (!response) {
        free(s);
        leave(site);
        return http_send_error(r->connection, MHD_HTTP_INTERNAL_SERVER_ERROR, "not enough memory");
    }
    http_add_headers(response, "text/event-stream; charset=utf-8", HTTP_POLICY_NONE, "no-store");
    enum MHD_Result result = MHD_queue_response(r->connection, MHD_HTTP_OK, response);
    MHD_destroy_response(response);
    return result;
}
