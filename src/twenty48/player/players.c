/* Making a player from its spec, and asking it. */
#include "twenty48/player/roster.h"

#include "base/spec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *player_name(size_t index)
{
    return t48_player_info_at(index)->name;
}

static const char *eval_name(size_t index)
{
    return t48_eval_info_at(index)->name;
}

/* What can be set on a player: its own parameters, which evaluation, and the
 * evaluation's. */
typedef struct settings {
    lt_param which[1];
    lt_params own, chosen, eval;
} settings;

static void settings_init(settings *s, const t48_player_ops *ops, const t48_eval_ops *eval_ops)
{
    s->which[0] = (lt_param){.name = "eval",
                             .summary = "evaluation by name",
                             .type = LT_TEXT,
                             .text = eval_ops ? eval_ops->info.name : ""};
    lt_params_init(&s->own, ops->info.params, ops->info.param_count);
    lt_params_init(&s->chosen, s->which, eval_ops ? 1 : 0);
    lt_params_init(&s->eval, eval_ops ? eval_ops->info.params : NULL,
                   eval_ops ? eval_ops->info.param_count : 0);
}

/* The evaluation is settled first: it decides which further keys exist. */
static lt_status read_spec(const char *spec, const t48_player_ops *ops, settings *s,
                           const t48_eval_ops **eval_ops, lt_error *err)
{
    lt_text name;
    lt_text_init(&name);
    lt_status status = LT_OK;
    *eval_ops = NULL;
    if (ops->info.eval) {
        size_t index;
        bool named = lt_spec_get(spec, "eval", &name);
        const char *wanted = named ? lt_text_str(&name) : ops->info.eval;
        status = name.failed
                     ? lt_fail(err, LT_NO_MEMORY, "no memory for a spec")
                     : lt_spec_find("evaluation", wanted, t48_eval_count(), eval_name, &index, err);
        if (status == LT_OK) *eval_ops = t48_eval_find(eval_name(index), strlen(eval_name(index)));
    }
    lt_text_release(&name);
    LT_TRY(status);
    settings_init(s, ops, *eval_ops);
    return lt_spec_fill(spec, ops->info.name, (lt_params *const[]){&s->own, &s->chosen, &s->eval},
                        3, err);
}

static lt_status write_spec(t48_player *player, lt_error *err)
{
    lt_text out;
    lt_text_init(&out);
    lt_text_puts(&out, player->ops->info.name);
    lt_spec_write(&out, &player->params);
    if (player->eval) {
        settings s;
        settings_init(&s, player->ops, player->eval->ops);
        lt_spec_write(&out, &s.chosen);
        lt_spec_write(&out, &player->eval->params);
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
    size_t index;
    LT_TRY(lt_spec_find("player", spec, t48_player_count(), player_name, &index, err));
    const t48_player_ops *ops = t48_player_ops_at(index);
    const t48_eval_ops *eval_ops;
    settings s;
    LT_TRY(read_spec(spec, ops, &s, &eval_ops, err));

    t48_player *p = calloc(1, sizeof *p);
    if (p) p->memory = calloc(1, ops->memory_size ? ops->memory_size : 1);
    if (!p || !p->memory) {
        free(p);
        return lt_fail(err, LT_NO_MEMORY, "no memory for the player %s", ops->info.name);
    }
    p->rules = *rules;
    p->params = s.own;
    lt_status status = LT_OK;
    if (eval_ops) status = t48_eval_new(&p->eval, eval_ops, &s.eval, rules->shape, err);
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

uint64_t t48_player_content(const t48_player *player)
{
    return player->ops->content ? player->ops->content(player) : 0;
}

bool t48_player_timed(const t48_player *player)
{
    const char *param = player->ops->info.timed_by;
    return param && lt_params_real(&player->params, param) > 0;
}

uint64_t t48_player_nodes(const t48_player *player)
{
    return player->nodes;
}

void t48_player_control(t48_player *player, const lt_control *control)
{
    player->control = control;
}

void t48_player_begin(t48_player *player, uint64_t seed)
{
    t48_player_rng(&player->rng, seed);
    if (player->ops->begin) player->ops->begin(player);
}

/* A player that is somebody else's may say anything; what is no legal move ends its game. */
static t48_dir settled(t48_dir dir, unsigned legal)
{
    return (unsigned)dir < T48_DIRS && t48_is_legal(legal, dir) ? dir : T48_NONE;
}

t48_dir t48_player_choose(t48_player *player, const t48_state *state)
{
    unsigned legal = t48_state_legal(state);
    return legal ? settled(player->ops->choose(player, state, legal, NULL), legal) : T48_NONE;
}

const char *t48_player_trouble(const t48_player *player)
{
    return player->ops->trouble ? player->ops->trouble(player) : NULL;
}

void t48_player_advise(t48_player *player, const t48_state *state, t48_advice *advice)
{
    *advice = (t48_advice){.best = T48_NONE, .unit = "value", .legal = t48_state_legal(state)};
    for (int d = 0; d < T48_DIRS; d++) advice->value[d] = advice->chance[d] = NAN;
    if (!advice->legal) return;
    uint64_t before = player->nodes;
    advice->best =
        settled(player->ops->choose(player, state, advice->legal, advice), advice->legal);
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
