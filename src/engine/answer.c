/* What answers hold. answer_words.c writes them in words. */
#include "engine/answer.h"

#include "engine/answer_words.h"
#include "engine/protocol.h"

#include <math.h>
#include <string.h>

/* Text of anyone as JSON: what is not UTF-8 becomes '?'. */
static json_t *text_of(const char *text)
{
    json_t *value = json_string(text);
    if (value) return value;
    char clean[LT_ERROR_TEXT];
    size_t n = 0;
    for (; text[n] && n + 1 < sizeof clean; n++)
        clean[n] = (unsigned char)text[n] < 128 ? text[n] : '?';
    clean[n] = '\0';
    return json_string(clean);
}

json_t *answer_begin(const request *r)
{
    json_t *answer = json_pack("{s:s}", "do", r->word);
    if (r->id) json_object_set(answer, "id", r->id);
    return answer;
}

void answer_hello(json_t *answer, const char *version)
{
    json_object_set_new(answer, "name", json_string("laatta"));
    json_object_set_new(answer, "version", json_string(version));
    json_object_set_new(answer, "protocol", json_integer(PROTOCOL_VERSION));
    json_object_set_new(answer, "values", json_true());
}

void answer_help(json_t *answer)
{
    json_t *list = json_array();
    for (int c = 0; c < COMMANDS; c++)
        json_array_append_new(list, json_pack("{s:s, s:s}", "name", protocol_commands[c].word,
                                              "summary", protocol_commands[c].summary));
    json_object_set_new(answer, "commands", list);
}

static json_t *param_of(const lt_param *p)
{
    json_t *param = json_pack("{s:s, s:s}", "name", p->name, "summary", p->summary);
    const char *type = "text";
    if (p->type == LT_INT || p->type == LT_REAL) {
        type = p->type == LT_INT ? "int" : "real";
        json_object_update_new(param, json_pack("{s:f, s:f, s:f}", "default", p->initial, "low",
                                                p->low, "high", p->high));
    } else if (p->type == LT_CHOICE) {
        type = "choice";
        const char *first = p->choices;
        for (int skip = (int)p->initial; skip > 0; skip--) first = strchr(first, '|') + 1;
        json_object_update_new(param, json_pack("{s:s#, s:s}", "default", first,
                                                (int)strcspn(first, "|"), "choices", p->choices));
    } else {
        json_object_set_new(param, "default", json_string(p->text));
    }
    json_object_set_new(param, "type", json_string(type));
    return param;
}

static json_t *entry_of(const char *name, const char *summary, const lt_param *params, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) json_array_append_new(list, param_of(&params[i]));
    return json_pack("{s:s, s:s, s:o}", "name", name, "summary", summary, "params", list);
}

void answer_players(json_t *answer)
{
    json_t *players = json_array(), *evals = json_array();
    for (size_t i = 0; i < t48_player_count(); i++) {
        const t48_player_info *info = t48_player_info_at(i);
        json_t *entry = entry_of(info->name, info->summary, info->params, info->param_count);
        if (info->eval) json_object_set_new(entry, "eval", json_string(info->eval));
        json_array_append_new(players, entry);
    }
    for (size_t i = 0; i < t48_eval_count(); i++) {
        const t48_eval_info *info = t48_eval_info_at(i);
        json_array_append_new(evals,
                              entry_of(info->name, info->summary, info->params, info->param_count));
    }
    json_object_set_new(answer, "players", players);
    json_object_set_new(answer, "evals", evals);
}

void answer_best(json_t *answer, const t48_advice *advice, bool values, double seconds,
                 bool stopped)
{
    json_object_set_new(answer, "best", json_string(t48_dir_name(advice->best)));
    json_object_set_new(answer, "nodes", json_integer((json_int_t)advice->nodes));
    json_object_set_new(answer, "ms", json_real(round(1e6 * seconds) / 1000));
    if (stopped) json_object_set_new(answer, "stopped", json_true());
    if (!values) return;
    json_t *list = json_object();
    for (int d = 0; d < T48_DIRS; d++)
        if (advice->legal >> d & 1 && isfinite(advice->value[d]))
            json_object_set_new(list, t48_dir_name((t48_dir)d), json_real(advice->value[d]));
    json_object_set_new(answer, "values", list);
    json_object_set_new(answer, "unit", json_string(advice->unit));
}

void answer_error(json_t *answer, const char *text)
{
    json_object_set_new(answer, "error", text_of(text));
}

bool answer_write(json_t *answer, bool json, FILE *out)
{
    if (json) {
        bool tells = json_object_get(answer, "error") || json_object_get(answer, "best");
        if (!tells) json_object_set_new(answer, "ok", json_true());
        json_dumpf(answer, out, JSON_COMPACT | JSON_REAL_PRECISION(12));
        putc('\n', out);
    } else {
        answer_words(answer, out);
    }
    json_decref(answer);
    return fflush(out) == 0 && !ferror(out);
}
