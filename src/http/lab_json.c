/* The board as JSON: what is seen at a glance. */
#include "http/lab_json.h"

static const double recent_seconds = 30;
enum { WORKERS_SHOWN = 100 };

json_t *json_of_database(const lab_board *board)
{
    const char *state = *board->trouble ? "away" : board->looked ? "open" : "opening";
    json_t *json = json_pack("{s:s, s:s}", "state", state, "address", board->address);
    if (*board->trouble) json_object_set_new(json, "error", json_string(board->trouble));
    return json;
}

static json_t *number(uint64_t n)
{
    return json_integer((json_int_t)n);
}

json_t *json_of_experiment(const board_experiment *e)
{
    const lab_experiment *x = &e->what;
    const lab_progress *p = &e->progress;
    double rate = trail_rate(&e->finished, 0, recent_seconds);
    json_t *json =
        json_pack("{s:I, s:s, s:s, s:s, s:s, s:I, s:f, s:f}", "id", (json_int_t)x->id, "name",
                  x->name, "kind", lab_kind_name(x->kind), "state", lab_state_name(x->state),
                  "player", x->player, "priority", (json_int_t)x->priority, "created", x->created,
                  "games_a_second", rate > 0 ? rate : 0.0);
    json_object_set_new(json, "size",
                        json_sprintf("%ux%u", x->rules.shape.rows, x->rules.shape.cols));
    const struct {
        const char *name;
        uint64_t value;
    } counts[] = {{"configs", p->configs}, {"games", p->games},   {"waiting", p->waiting},
                  {"leased", p->leased},   {"failed", p->failed}, {"finished", p->finished},
                  {"changed", e->changed}};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        json_object_set_new(json, counts[i].name, number(counts[i].value));
    return json;
}

json_t *json_of_experiments(const lab_board *board, uint64_t version)
{
    json_t *list = json_array();
    for (size_t i = 0; i < board->experiment_count; i++)
        if (board->experiments[i]->changed > version)
            json_array_append_new(list, json_of_experiment(board->experiments[i]));
    return list;
}

json_t *json_of_workers(const lab_board *board)
{
    json_t *list = json_array();
    for (int alive = 1; alive >= 0; alive--)
        for (size_t i = 0; i < board->worker_count && json_array_size(list) < WORKERS_SHOWN; i++) {
            const board_worker *w = &board->workers[i];
            if (board_worker_alive(w) != alive) continue;
            json_t *json =
                json_pack("{s:I, s:s, s:i, s:i, s:s, s:b, s:f, s:f}", "id", (json_int_t)w->what.id,
                          "host", w->what.host, "pid", w->what.pid, "threads", w->what.threads,
                          "behaviour", w->what.program, "working", alive, "seen_seconds_ago",
                          w->what.now - w->what.seen, "seconds", w->what.seen - w->what.started);
            json_object_set_new(json, "games", number(w->what.games));
            json_object_set_new(json, "moves", number(w->what.moves));
            json_object_set_new(json, "lost", number(w->what.lost));
            json_object_set_new(json, "games_a_second", json_real(alive ? w->games_a_second : 0));
            json_object_set_new(json, "moves_a_second", json_real(alive ? w->moves_a_second : 0));
            json_array_append_new(list, json);
        }
    return list;
}

json_t *json_of_trail(const trail *t, const char *first, const char *second)
{
    const char *const keys[2] = {first, second};
    json_t *json = json_object(), *times = json_array();
    for (size_t i = 0; i < t->count; i++) json_array_append_new(times, json_real(t->point[i].at));
    json_object_set_new(json, "at", times);
    for (int k = 0; k < 2; k++) {
        if (!keys[k]) continue;
        json_t *values = json_array();
        for (size_t i = 0; i < t->count; i++)
            json_array_append_new(values, json_real(t->point[i].value[k]));
        json_object_set_new(json, keys[k], values);
    }
    return json;
}
