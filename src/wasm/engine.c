/* The one answer buffer, memory for arguments, what can be chosen, and bench. */
#include "wasm/engine.h"

#include "laatta/bench.h"
#include "laatta/npuzzle.h"
#include "laatta/player.h"

#include <stdio.h>
#include <stdlib.h>

static json answer;

json *engine_begin(void)
{
    json_clear(&answer);
    return &answer;
}

const char *engine_end(void)
{
    return json_text(&answer);
}

const char *engine_error(const lt_error *err)
{
    json *j = engine_begin();
    json_open(j, NULL, '{');
    json_string(j, "error", err->text);
    json_int(j, "status", err->status);
    json_close(j, '}');
    return engine_end();
}

void *engine_alloc(uint32_t size)
{
    return malloc(size);
}

void engine_free(void *block)
{
    free(block);
}

static void entry_json(json *j, const char *name, const char *summary, const char *eval,
                       const lt_param *params, size_t count)
{
    static const char *const types[] = {"int", "real", "choice", "text"};
    json_open(j, NULL, '{');
    json_string(j, "name", name);
    json_string(j, "summary", summary);
    json_string(j, "eval", eval); /* null where there is none */
    json_open(j, "params", '[');
    for (size_t i = 0; i < count; i++) {
        const lt_param *p = &params[i];
        json_open(j, NULL, '{');
        json_string(j, "name", p->name);
        json_string(j, "summary", p->summary);
        json_string(j, "type", types[p->type]);
        json_real(j, "initial", p->initial);
        json_real(j, "low", p->low);
        json_real(j, "high", p->high);
        if (p->type == LT_CHOICE) json_string(j, "choices", p->choices);
        if (p->type == LT_TEXT) json_string(j, "text", p->text);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
}

const char *engine_catalogue(void)
{
    json *j = engine_begin();
    json_open(j, NULL, '{');
    json_string(j, "version", LAATTA_VERSION);
    json_open(j, "players", '[');
    for (size_t i = 0; i < t48_player_count(); i++) {
        const t48_player_info *info = t48_player_info_at(i);
        entry_json(j, info->name, info->summary, info->eval, info->params, info->param_count);
    }
    json_close(j, ']');
    json_open(j, "evals", '[');
    for (size_t i = 0; i < t48_eval_count(); i++) {
        const t48_eval_info *info = t48_eval_info_at(i);
        entry_json(j, info->name, info->summary, NULL, info->params, info->param_count);
    }
    json_close(j, ']');
    json_close(j, '}');
    return engine_end();
}

const char *engine_bench(uint32_t index, const char *hash)
{
    lt_bench_line line;
    lt_error err;
    uint64_t joined = strtoull(hash, NULL, 16);
    char text[20];
    size_t first = t48_bench_count(); /* lines of 2048, which come first */
    lt_status status = index < first ? t48_bench_run(index, &line, &err)
                                     : np_bench_run(index - first, &line, &err);
    if (status != LT_OK) return engine_error(&err);
    joined = lt_bench_join(joined, &line);
    json *j = engine_begin();
    json_open(j, NULL, '{');
    json_int(j, "count", (int64_t)(first + np_bench_count()));
    json_string(j, "name", line.name);
    json_int(j, "work", (int64_t)line.work);
    snprintf(text, sizeof text, "%016llx", (unsigned long long)line.result);
    json_string(j, "result", text);
    snprintf(text, sizeof text, "%016llx", (unsigned long long)joined);
    json_string(j, "bench", text);
    json_close(j, '}');
    return engine_end();
}
