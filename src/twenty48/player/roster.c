/* The table of players, made from file names, and what others add to it: the one thing
 * that the library keeps for the whole process.
 *
 * A registered player is never removed, because somebody may be about to use it; one that
 * is replaced stays in memory for those who play with it. So readers need no lock. */
#include "twenty48/player/roster.h"

#include "base/text.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "players.inc"

enum { OWN_MAX = 256, NAME_MAX_LENGTH = 40 };

typedef struct registered {
    t48_player_ops ops;
    struct registered *replaced; /* still used, perhaps */
} registered;

static _Atomic(registered *) own[OWN_MAX];
static atomic_size_t own_count;
static atomic_flag registering = ATOMIC_FLAG_INIT;

size_t t48_player_count(void)
{
    return players_count + atomic_load(&own_count);
}

const t48_player_ops *t48_player_ops_at(size_t index)
{
    return index < players_count ? players[index] : &atomic_load(&own[index - players_count])->ops;
}

const t48_player_info *t48_player_info_at(size_t index)
{
    return &t48_player_ops_at(index)->info;
}

static lt_status check(const t48_player_ops *ops, lt_error *err)
{
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    const t48_player_info *info = &ops->info;
    size_t length = info->name ? strlen(info->name) : 0;
    char shown[64];
    if (length == 0 || length > NAME_MAX_LENGTH || strspn(info->name, allowed) != length)
        return lt_fail(err, LT_BAD_INPUT,
                       "%s is no name for a player; it has 1 to %d letters, digits, - and _",
                       lt_quote(shown, sizeof shown, info->name ? info->name : "", length),
                       NAME_MAX_LENGTH);
    for (size_t i = 0; i < players_count; i++)
        if (strcmp(players[i]->info.name, info->name) == 0)
            return lt_fail(err, LT_BAD_INPUT, "%s is one of laatta's players; take another name",
                           info->name);
    if (!ops->choose)
        return lt_fail(err, LT_BAD_INPUT, "the player %s has no function to choose", info->name);
    if (info->eval)
        return lt_fail(err, LT_UNSUPPORTED, "the player %s asks for an evaluation of laatta's",
                       info->name);
    if (info->param_count > LT_PARAMS_MAX || (info->param_count && !info->params))
        return lt_fail(err, LT_BAD_INPUT, "the player %s has %zu parameters; up to %d are allowed",
                       info->name, info->param_count, LT_PARAMS_MAX);
    for (size_t i = 0; i < info->param_count; i++) {
        const lt_param *p = &info->params[i];
        if (!p->name || !p->summary || (p->type == LT_CHOICE && !p->choices))
            return lt_fail(err, LT_BAD_INPUT, "parameter %zu of the player %s is not described", i,
                           info->name);
    }
    return LT_OK;
}

/* Under the lock. */
static lt_status keep(registered *entry, lt_error *err)
{
    size_t count = atomic_load(&own_count), at = 0;
    while (at < count && strcmp(atomic_load(&own[at])->ops.info.name, entry->ops.info.name) != 0)
        at++;
    if (at == OWN_MAX)
        return lt_fail(err, LT_LIMIT, "%d players are registered, and no more can be", OWN_MAX);
    entry->replaced = atomic_load(&own[at]);
    atomic_store(&own[at], entry);
    if (at == count) atomic_store(&own_count, count + 1);
    return LT_OK;
}

lt_status t48_player_register_sized(const t48_player_ops *ops, size_t size, lt_error *err)
{
    registered *entry = calloc(1, sizeof *entry);
    if (!entry) return lt_fail(err, LT_NO_MEMORY, "no memory for a player");
    memcpy(&entry->ops, ops, size < sizeof entry->ops ? size : sizeof entry->ops);
    if (!entry->ops.info.summary) entry->ops.info.summary = "";
    lt_status status = check(&entry->ops, err);
    if (status == LT_OK) {
        while (atomic_flag_test_and_set(&registering)) continue;
        status = keep(entry, err);
        atomic_flag_clear(&registering);
    }
    if (status != LT_OK) free(entry);
    return status;
}

/* --- what a player asks ------------------------------------------------------------ */

const t48_rules *t48_player_rules(const t48_player *player)
{
    return &player->rules;
}

const lt_params *t48_player_params(const t48_player *player)
{
    return &player->params;
}

void *t48_player_memory(const t48_player *player)
{
    return player->memory;
}

void *t48_player_ctx(const t48_player *player)
{
    return player->ops->ctx;
}

lt_rng *t48_player_draws(t48_player *player)
{
    return &player->rng;
}

void t48_player_looked(t48_player *player, uint64_t positions)
{
    player->nodes += positions;
}

bool t48_player_stopping(const t48_player *player)
{
    return lt_cancelled(player->control);
}
