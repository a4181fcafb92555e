/* Experiments as text, as lab/export.c shows it, back into a store. */
#include "lab/export.h"

#include "base/utf8.h"
#include "lab/queue.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { NOTES_MOST = 10000000 };

typedef struct loading {
    lab_archive archive;
    size_t origin_room, config_room, result_room, made_room;
    size_t line;
    bool begun, ended;
} loading;

static lt_status wrong(const loading *l, const char *what, lt_error *err)
{
    return lt_fail(err, LT_BAD_INPUT, "line %zu: %s; the text of laatta lab export is expected",
                   l->line, what);
}

static bool grow(void **array, size_t *room, size_t count, size_t size)
{
    if (count < *room) return true;
    size_t more = *room ? 2 * *room : 64;
    void *grown = realloc(*array, more * size);
    if (!grown) return false;
    *array = grown;
    *room = more;
    return true;
}

static bool number_in(const json_t *value, json_int_t low, json_int_t high, json_int_t *number)
{
    *number = json_integer_value(value);
    return json_is_integer(value) && *number >= low && *number <= high;
}

/* A line that the store can read back: it refuses control characters. */
static bool text_in(const json_t *value, char *to, size_t size)
{
    const char *text = json_string_value(value);
    if (!text || strlen(text) >= size || !lt_utf8_plain(text, false)) return false;
    strcpy(to, text);
    return true;
}

static lt_status take_head(loading *l, const json_t *line, lt_error *err)
{
    lab_experiment *x = &l->archive.experiment;
    json_int_t format, kind, state, rows, cols, priority, attempts;
    const char *plan = json_string_value(json_object_get(line, "plan"));
    if (!number_in(json_object_get(line, "laatta-lab"), LAB_EXPORT_FORMAT, LAB_EXPORT_FORMAT,
                   &format))
        return wrong(l, "this is no experiment, or one of a newer laatta", err);
    bool good = number_in(json_object_get(line, "kind"), 0, LAB_KINDS - 1, &kind) &&
                number_in(json_object_get(line, "state"), 0, LAB_STATES - 1, &state) &&
                number_in(json_object_get(line, "rows"), T48_SIDE_MIN, T48_SIDE_MAX, &rows) &&
                number_in(json_object_get(line, "cols"), T48_SIDE_MIN, T48_SIDE_MAX, &cols) &&
                number_in(json_object_get(line, "priority"), -1000000000, 1000000000, &priority) &&
                number_in(json_object_get(line, "attempts"), 1, 1000, &attempts) &&
                json_is_integer(json_object_get(line, "seed")) && plan &&
                lt_utf8_plain(plan, true) &&
                text_in(json_object_get(line, "name"), x->name, sizeof x->name) &&
                text_in(json_object_get(line, "player"), x->player, sizeof x->player);
    double fours = json_number_value(json_object_get(line, "fours"));
    if (!good || !(fours >= 0 && fours <= 1)) return wrong(l, "a value is out of range", err);
    x->kind = (lab_kind)kind;
    x->state = (lab_state)state;
    x->rules = (t48_rules){.shape = {(uint8_t)rows, (uint8_t)cols}, .fours = fours};
    x->seed = (uint64_t)json_integer_value(json_object_get(line, "seed"));
    x->priority = priority;
    x->attempts = (int)attempts;
    x->plan = strdup(plan);
    return x->plan ? LT_OK : lt_fail(err, LT_NO_MEMORY, "not enough memory");
}

static lt_status take_origin(loading *l, const json_t *v, lt_error *err)
{
    lab_archive *a = &l->archive;
    if (!grow((void **)&a->origins, &l->origin_room, a->origin_count, sizeof *a->origins))
        return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    lab_origin *o = &a->origins[a->origin_count++];
    o->outdated = json_is_true(json_object_get(v, "outdated"));
    return text_in(json_object_get(v, "behaviour"), o->behaviour, sizeof o->behaviour)
               ? LT_OK
               : wrong(l, "a version without its behaviour", err);
}

static lt_status take_config(loading *l, const json_t *v, lt_error *err)
{
    lab_archive *a = &l->archive;
    json_int_t version, games, first;
    const json_t *settings = json_object_get(v, "settings");
    if (!grow((void **)&a->configs, &l->config_room, a->config_count, sizeof *a->configs))
        return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    lab_config *c = &a->configs[a->config_count++];
    *c = (lab_config){.settings = (unsigned)json_array_size(settings)};
    bool good =
        text_in(json_object_get(v, "spec"), c->spec, sizeof c->spec) &&
        text_in(json_object_get(v, "fingerprint"), c->fingerprint, 17) &&
        number_in(json_object_get(v, "version"), 1, (json_int_t)a->origin_count, &version) &&
        number_in(json_object_get(v, "games"), 0, (json_int_t)1 << 48, &games) &&
        number_in(json_object_get(v, "first"), 0, (json_int_t)1 << 48, &first) &&
        c->settings <= LAB_SETTINGS_MAX;
    if (!good) return wrong(l, "a configuration that cannot be", err);
    c->version = (uint64_t)version;
    c->games = (uint64_t)games;
    c->first = (uint64_t)first;
    for (unsigned s = 0; s < c->settings; s++) {
        const json_t *pair = json_array_get(settings, s);
        if (!text_in(json_array_get(pair, 0), c->setting[s].name, LAB_VALUE_MAX) ||
            !text_in(json_array_get(pair, 1), c->setting[s].value, LAB_VALUE_MAX))
            return wrong(l, "a setting that cannot be", err);
    }
    return LT_OK;
}

static lt_status take_game(loading *l, const json_t *v, lt_error *err)
{
    lab_archive *a = &l->archive;
    json_int_t config, game, score, moves, level, microseconds;
    const json_t *tiles = json_array_get(v, 7);
    if (!grow((void **)&a->results, &l->result_room, a->result_count, sizeof *a->results))
        return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    lab_result *r = &a->results[a->result_count++];
    *r = (lab_result){0};
    bool good = number_in(json_array_get(v, 0), 0, (json_int_t)a->config_count - 1, &config) &&
                number_in(json_array_get(v, 1), 0, INT64_MAX, &game) &&
                json_is_integer(json_array_get(v, 2)) &&
                number_in(json_array_get(v, 3), 0, INT64_MAX, &score) &&
                number_in(json_array_get(v, 4), 0, UINT32_MAX, &moves) &&
                number_in(json_array_get(v, 5), 0, T48_LEVEL_MAX, &level) &&
                number_in(json_array_get(v, 6), 0, INT64_MAX, &microseconds) &&
                json_array_size(tiles) == T48_TILES;
    if (!good) return wrong(l, "a game that cannot be", err);
    const lab_config *c = &a->configs[config];
    if ((uint64_t)game < c->first || (uint64_t)game - c->first >= c->games)
        return wrong(l, "a game that its configuration does not have", err);
    for (unsigned i = 0; i < T48_TILES; i++) {
        json_int_t count;
        if (!number_in(json_array_get(tiles, i), 0, T48_CELLS_MAX, &count))
            return wrong(l, "a count of tiles that cannot be", err);
        r->outcome.tiles[i] = (uint8_t)count;
    }
    r->config = (uint64_t)config;
    r->game = (uint64_t)game;
    r->seed = (uint64_t)json_integer_value(json_array_get(v, 2));
    r->outcome.score = (uint64_t)score;
    r->outcome.moves = (uint32_t)moves;
    r->outcome.max_level = (uint8_t)level;
    r->seconds = (double)microseconds / 1e6;
    return LT_OK;
}

static lt_status take_note(loading *l, const json_t *v, lt_error *err)
{
    lab_archive *a = &l->archive;
    json_int_t step;
    const char *body = json_string_value(json_array_get(v, 1));
    if (!body || !lt_utf8_plain(body, true) ||
        !number_in(json_array_get(v, 0), 0, NOTES_MOST, &step))
        return wrong(l, "a note that cannot be", err);
    if ((size_t)step >= a->note_count) {
        char **grown = realloc(a->notes, ((size_t)step + 1) * sizeof *grown);
        if (!grown) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
        a->notes = grown;
        while (a->note_count <= (size_t)step) a->notes[a->note_count++] = NULL;
    }
    free(a->notes[step]);
    a->notes[step] = strdup(body);
    return a->notes[step] ? LT_OK : lt_fail(err, LT_NO_MEMORY, "not enough memory");
}

static lt_status take_made(loading *l, const json_t *v, lt_error *err)
{
    lab_archive *a = &l->archive;
    json_int_t config, bytes;
    const char *curve = json_string_value(json_array_get(v, 4));
    double seconds = json_number_value(json_array_get(v, 3));
    if (!grow((void **)&a->made, &l->made_room, a->made_count, sizeof *a->made))
        return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    lab_made m = {.config = 0};
    bool good = number_in(json_array_get(v, 0), 0, (json_int_t)a->config_count - 1, &config) &&
                text_in(json_array_get(v, 1), m.product.content, sizeof m.product.content) &&
                lab_content_is(m.product.content) &&
                number_in(json_array_get(v, 2), 0, INT64_MAX, &bytes) && seconds >= 0 &&
                seconds < 1e12 && curve && lt_utf8_plain(curve, false);
    for (size_t i = 0; good && i < a->made_count; i++) good = a->made[i].config != (size_t)config;
    if (!good) return wrong(l, "something made that cannot be", err);
    m.config = (size_t)config;
    m.product.bytes = (uint64_t)bytes;
    m.product.seconds = seconds;
    m.product.curve = strdup(curve);
    if (!m.product.curve) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    a->made[a->made_count++] = m;
    return LT_OK;
}

static lt_status take_end(loading *l, const json_t *v, lt_error *err)
{
    const lab_archive *a = &l->archive;
    if (json_integer_value(json_array_get(v, 0)) != (json_int_t)a->config_count ||
        json_integer_value(json_array_get(v, 1)) != (json_int_t)a->result_count)
        return wrong(l, "lines are missing", err);
    l->ended = true;
    return LT_OK;
}

static lt_status take_line(loading *l, const json_t *line, lt_error *err)
{
    static const struct {
        const char *key;
        lt_status (*take)(loading *, const json_t *, lt_error *);
    } kinds[] = {{"game", take_game}, {"config", take_config},  {"note", take_note},
                 {"made", take_made}, {"version", take_origin}, {"end", take_end}};
    if (!l->begun) {
        l->begun = true;
        return take_head(l, line, err);
    }
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && !l->ended; i++) {
        const json_t *value = json_object_get(line, kinds[i].key);
        if (value) return kinds[i].take(l, value, err);
    }
    return wrong(l, "it is not known", err);
}

static lt_status load(loading *l, const char *text, lt_error *err)
{
    for (const char *at = text, *next; *at; at = next) {
        next = at + strcspn(at, "\n");
        size_t length = (size_t)(next - at);
        if (*next) next++;
        l->line++;
        if (!length) continue;
        json_t *line = json_loadb(at, length, 0, NULL);
        lt_status status =
            json_is_object(line) ? take_line(l, line, err) : wrong(l, "it is no JSON", err);
        json_decref(line);
        LT_TRY(status);
    }
    return l->ended ? LT_OK : wrong(l, "the end is missing", err);
}

static int by_place(const void *a, const void *b)
{
    const lab_result *x = a, *y = b;
    if (x->config != y->config) return x->config < y->config ? -1 : 1;
    return x->game < y->game ? -1 : x->game > y->game;
}

static lt_status check_twins(const lab_archive *a, lt_error *err)
{
    for (size_t i = 1; i < a->result_count; i++)
        if (by_place(&a->results[i - 1], &a->results[i]) == 0)
            return lt_fail(err, LT_BAD_INPUT, "game %llu of configuration %llu is there twice",
                           (unsigned long long)a->results[i].game,
                           (unsigned long long)a->results[i].config);
    return LT_OK;
}

static void release(lab_archive *a)
{
    for (size_t i = 0; i < a->note_count; i++) free(a->notes[i]);
    for (size_t i = 0; i < a->made_count; i++) free(a->made[i].product.curve);
    free(a->made);
    free(a->notes);
    free(a->origins);
    free(a->configs);
    free(a->results);
    free(a->experiment.plan);
}

lt_status lab_import(lab_store *store, const char *text, const char *name,
                     lab_experiment *experiment, lt_error *err)
{
    loading l = {.line = 0};
    *experiment = (lab_experiment){0};
    lt_status status = load(&l, text, err);
    if (status == LT_OK && name) status = lab_name_check(name, err);
    if (status == LT_OK && name) strcpy(l.archive.experiment.name, name);
    if (status == LT_OK) status = lab_name_check(l.archive.experiment.name, err);
    if (l.archive.result_count)
        qsort(l.archive.results, l.archive.result_count, sizeof *l.archive.results, by_place);
    if (status == LT_OK) status = check_twins(&l.archive, err);
    if (status == LT_OK) status = lab_queue_restore(store, &l.archive, err);
    if (status == LT_OK) {
        *experiment = l.archive.experiment;
        experiment->plan = NULL;
    }
    release(&l.archive);
    return status;
}
