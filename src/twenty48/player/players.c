/* The table of players, made from file names; specs; asking a player. */
#include "twenty48/player/player_ops.h"

#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define X(name) extern const t48_player_ops t48_player_##name;
#include "players.inc"
#undef X

static const t48_player_ops *const players[] = {
#define X(name) &t48_player_##name,
#include "players.inc"
#undef X
};

size_t t48_player_count(void)
{
    return sizeof players / sizeof players[0];
}

const t48_player_info *t48_player_info_at(size_t index)
{
    return &players[index]->info;
}

const t48_player_ops *t48_player_find(const char *name, size_t length)
{
    for (size_t i = 0; i < t48_player_count(); i++)
        if (strlen(players[i]->info.name) == length &&
            memcmp(players[i]->info.name, name, length) == 0)
            return players[i];
    return NULL;
}

static lt_status unknown_name(const char *kind, const char *name, size_t length, bool is_player,
                              lt_error *err)
{
    lt_text list;
    lt_text_init(&list);
    size_t count = is_player ? t48_player_count() : t48_eval_count();
    for (size_t i = 0; i < count; i++)
        lt_text_printf(&list, "%s%s", i ? ", " : "",
                       is_player ? t48_player_info_at(i)->name : t48_eval_info_at(i)->name);
    char shown[40];
    lt_status status = lt_fail(err, LT_BAD_INPUT, "there is no %s \"%s\"; there are %s", kind,
                               lt_quote(shown, sizeof shown, name, length), lt_text_str(&list));
    lt_text_release(&list);
    return status;
}

/* The next KEY=VALUE of a spec. */
typedef struct pair {
    const char *key, *value;
    size_t key_length, value_length;
} pair;

static bool next_pair(const char **at, pair *p)
{
    if (**at == '\0') return false;
    size_t length = strcspn(*at, ",");
    p->key = *at;
    p->key_length = strcspn(*at, "=,");
    bool has_value = (*at)[p->key_length] == '=';
    p->value = *at + p->key_length + has_value;
    p->value_length = has_value ? length - p->key_length - 1 : 0;
    *at += length;
    if (**at == ',') ++*at;
    return true;
}

static void list_params(lt_text *out, const lt_params *params)
{
    for (size_t i = 0; i < params->count; i++)
        lt_text_printf(out, "%s%s", out->length ? ", " : "", params->table[i].name);
}

static lt_status unknown_key(const t48_player_ops *ops, const pair *p, const lt_params *own,
                             const lt_params *eval, lt_error *err)
{
    lt_text list;
    lt_text_init(&list);
    list_params(&list, own);
    if (ops->info.eval) {
        lt_text_printf(&list, "%seval", list.length ? ", " : "");
        list_params(&list, eval);
    }
    char shown[40];
    lt_status status = lt_fail(err, LT_BAD_INPUT, "%s has no parameter \"%s\"; it has %s",
                               ops->info.name, lt_quote(shown, sizeof shown, p->key, p->key_length),
                               list.length ? lt_text_str(&list) : "none");
    lt_text_release(&list);
    return status;
}

/* Parses what follows the colon into the player's and the evaluation's values. */
static lt_status parse_pairs(const t48_player_ops *ops, const char *text, lt_params *own,
                             const t48_eval_ops **eval_ops, lt_params *eval, lt_error *err)
{
    pair p;
    /* The evaluation is settled first: it decides which further keys exist. */
    *eval_ops = ops->info.eval ? t48_eval_find(ops->info.eval, strlen(ops->info.eval)) : NULL;
    for (const char *at = text; *eval_ops && next_pair(&at, &p);)
        if (p.key_length == 4 && memcmp(p.key, "eval", 4) == 0) {
            *eval_ops = t48_eval_find(p.value, p.value_length);
            if (!*eval_ops) return unknown_name("evaluation", p.value, p.value_length, false, err);
        }
    lt_params_init(own, ops->info.params, ops->info.param_count);
    if (*eval_ops)
        lt_params_init(eval, (*eval_ops)->info.params, (*eval_ops)->info.param_count);
    else
        lt_params_init(eval, NULL, 0);
    for (const char *at = text; next_pair(&at, &p);) {
        if (*eval_ops && p.key_length == 4 && memcmp(p.key, "eval", 4) == 0) continue;
        int index = lt_params_find(own, p.key, p.key_length);
        lt_params *target = own;
        if (index < 0) {
            target = eval;
            index = lt_params_find(eval, p.key, p.key_length);
        }
        if (index < 0) return unknown_key(ops, &p, own, eval, err);
        LT_TRY(lt_params_set(target, (size_t)index, p.value, p.value_length, ops->info.name, err));
    }
    return LT_OK;
}

static void write_params(lt_text *out, const lt_params *params, char *separator)
{
    for (size_t i = 0; i < params->count; i++) {
        const lt_param *param = &params->table[i];
        lt_text_printf(out, "%c%s=", *separator, param->name);
        if (param->type == LT_TEXT) {
            lt_text_puts(out, params->value[i].text);
        } else if (param->type == LT_CHOICE) {
            const char *choice = param->choices;
            for (int skip = (int)params->value[i].number; skip > 0; skip--)
                choice = strchr(choice, '|') + 1;
            lt_text_add(out, choice, strcspn(choice, "|"));
        } else {
            lt_text_printf(out, "%.12g", params->value[i].number);
        }
        *separator = ',';
    }
}

static lt_status write_spec(t48_player *player, lt_error *err)
{
    lt_text out;
    lt_text_init(&out);
    char separator = ':';
    lt_text_puts(&out, player->ops->info.name);
    write_params(&out, &player->params, &separator);
    if (player->eval) {
        lt_text_printf(&out, "%ceval=%s", separator, player->eval->ops->info.name);
        separator = ',';
        write_params(&out, &player->eval->params, &separator);
    }
    if (out.failed) {
        lt_text_release(&out);
        return lt_fail(err, LT_NO_MEMORY, "no memory for a player");
    }
    player->spec = out.data;
    return LT_OK;
}

lt_status t48_player_new(t48_player **player, const char *spec, const t48_rules *rules,
                         lt_error *err)
{
    *player = NULL;
    size_t name_length = strcspn(spec, ":");
    const t48_player_ops *ops = t48_player_find(spec, name_length);
    if (!ops) return unknown_name("player", spec, name_length, true, err);
    const char *pairs = spec + name_length + (spec[name_length] == ':');
    const t48_eval_ops *eval_ops;
    lt_params own, eval;
    LT_TRY(parse_pairs(ops, pairs, &own, &eval_ops, &eval, err));

    t48_player *p = calloc(1, sizeof *p);
    if (p) p->memory = calloc(1, ops->memory_size ? ops->memory_size : 1);
    if (!p || !p->memory) {
        free(p);
        return lt_fail(err, LT_NO_MEMORY, "no memory for the player %s", ops->info.name);
    }
    p->rules = *rules;
    p->params = own;
    lt_status status = LT_OK;
    if (eval_ops) status = t48_eval_new(&p->eval, eval_ops, &eval, rules->shape, err);
    if (status == LT_OK && ops->init) {
        p->ops = ops; /* init may look at it */
        status = ops->init(p, err);
        if (status != LT_OK) p->ops = NULL; /* nothing to release */
    }
    if (status == LT_OK) {
        p->ops = ops;
        status = write_spec(p, err);
    }
    if (status != LT_OK) {
        t48_player_free(p);
        return status;
    }
    t48_player_begin(p, 0);
    *player = p;
    return LT_OK;
}

void t48_player_free(t48_player *player)
{
    if (!player) return;
    if (player->ops && player->ops->release) player->ops->release(player);
    t48_eval_free(player->eval);
    free(player->memory);
    free(player->spec);
    free(player);
}

const t48_player_info *t48_player_about(const t48_player *player)
{
    return &player->ops->info;
}

const char *t48_player_spec(const t48_player *player)
{
    return player->spec;
}

uint64_t t48_player_nodes(const t48_player *player)
{
    return player->nodes;
}

void t48_player_begin(t48_player *player, uint64_t seed)
{
    t48_player_rng(&player->rng, seed);
    if (player->ops->begin) player->ops->begin(player);
}

t48_dir t48_player_choose(t48_player *player, const t48_state *state)
{
    unsigned legal = t48_state_legal(state);
    return legal ? player->ops->choose(player, state, legal, NULL) : T48_NONE;
}

void t48_player_advise(t48_player *player, const t48_state *state, t48_advice *advice)
{
    *advice = (t48_advice){.best = T48_NONE, .unit = "value", .legal = t48_state_legal(state)};
    for (int d = 0; d < T48_DIRS; d++) advice->value[d] = NAN;
    if (!advice->legal) return;
    uint64_t before = player->nodes;
    advice->best = player->ops->choose(player, state, advice->legal, advice);
    advice->nodes = player->nodes - before;
    if (!player->eval || !player->eval->ops->explain) return;
    t48_grid grid = t48_state_grid(state);
    for (int d = 0; d < T48_DIRS; d++) {
        t48_grid after = grid;
        if (!t48_grid_move(&after, (t48_dir)d, NULL)) continue;
        advice->terms =
            player->eval->ops->explain(player->eval, &grid, (t48_dir)d, &after, advice->term[d]);
    }
}
