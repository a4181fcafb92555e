/* The player that was not asked for longest makes room for a new one. */
#include "engine/cast.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool plays(const cast_member *m, const cast_call *call)
{
    return m->player && strcmp(m->spec, call->spec) == 0 &&
           m->rules.shape.rows == call->rules.shape.rows &&
           m->rules.shape.cols == call->rules.shape.cols && m->rules.fours == call->rules.fours;
}

static void dismiss(cast_member *m)
{
    t48_player_free(m->player);
    free(m->spec);
    *m = (cast_member){.player = NULL};
}

lt_status cast_player(cast *c, const cast_call *call, t48_player **player, lt_error *err)
{
    cast_member *m = &c->member[0];
    for (int i = 0; i < CAST_SIZE && !plays(m, call); i++)
        if (plays(&c->member[i], call) || c->member[i].used < m->used) m = &c->member[i];
    if (!plays(m, call)) {
        dismiss(m);
        char *spec = strdup(call->spec);
        if (!spec) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
        lt_status status = t48_player_new(&m->player, spec, &call->rules, err);
        if (status != LT_OK) {
            free(spec);
            return status;
        }
        m->spec = spec;
        m->rules = call->rules;
        m->game = call->game - 1;
    }
    if (m->game != call->game) t48_player_begin(m->player, call->seed);
    m->game = call->game;
    m->used = ++c->clock;
    *player = m->player;
    return LT_OK;
}

void cast_release(cast *c)
{
    for (int i = 0; i < CAST_SIZE; i++) dismiss(&c->member[i]);
}

const lt_param *cast_param(const char *spec, const char *name)
{
    size_t length = strcspn(spec, ":");
    for (size_t i = 0; i < t48_player_count(); i++) {
        const t48_player_info *info = t48_player_info_at(i);
        if (strlen(info->name) != length || memcmp(info->name, spec, length) != 0) continue;
        for (size_t p = 0; p < info->param_count; p++)
            if (strcmp(info->params[p].name, name) == 0) return &info->params[p];
    }
    return NULL;
}

char *cast_spec_with(const char *spec, const char *key, double value)
{
    size_t size = strlen(spec) + strlen(key) + 40;
    char *out = malloc(size);
    const char *colon = strchr(spec, ':');
    if (out)
        snprintf(out, size, "%s%s%s=%.12g", spec, !colon ? ":" : colon[1] ? "," : "", key, value);
    return out;
}
