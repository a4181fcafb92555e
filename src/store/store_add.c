/* Adding experiments and configurations, and games to those that are there. */
#include "store/checked.h"
#include "store/gathering.h"
#include "store/store_queue.h"

#include "base/utf8.h"
#include "lab/fingerprint.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS_WANTED = 256, BLOCK_GAMES_LEAST = 32 };

/* What the store knows, or will know, of a configuration. */
typedef struct numbers {
    uint64_t id, first, version;
    uint64_t before; /* games it has already */
    char fingerprint[17];
} numbers;

typedef struct addition {
    lab_experiment *experiment;
    lab_config *configs;
    size_t count;
    bool fresh; /* the experiment is new too */
    char behaviour[17];
    numbers *numbers; /* of each configuration */
} addition;

static bool take_numbers(void *ctx, store_row *row)
{
    numbers *n = ctx;
    store_row_games(row, 0, STORE_GAMES_MAX, &n->first, &n->before);
    n->version = store_row_id(row, 2, "versionID");
    n->id = store_row_id(row, 3, "configID");
    store_row_line(row, 4, "fingerprint", n->fingerprint, sizeof n->fingerprint);
    return store_row_ok(row);
}

/* Games of two behaviours would be one configuration's results. */
static lt_status find_numbers(lab_store *store, const addition *a, uint64_t id, uint64_t version,
                              numbers *n, lt_error *err)
{
    *n = (numbers){0};
    LT_TRY(STORE_READ(store, "entries",
                      "SELECT first_game, games, versionID, configID, fingerprint FROM entries"
                      " WHERE configID = ? AND experimentID = ? @HOLD",
                      take_numbers, n, err, store_u64(id), store_u64(a->experiment->id)));
    if (!n->id)
        return lt_fail(err, LT_BAD_INPUT, "experiment \"%s\" has no configuration %llu",
                       a->experiment->name, (unsigned long long)id);
    if (n->version != version)
        return lt_fail(err, LT_UNSUPPORTED,
                       "configuration %llu of %s was queued by a laatta of another behaviour, and "
                       "results of two never mix: go on with that one, or choose another name",
                       (unsigned long long)id, a->experiment->name);
    return LT_OK;
}

/* Every configuration gets its number, those that are there their games so far. */
static lt_status number_configs(lab_store *store, addition *a, uint64_t version, lt_error *err)
{
    uint64_t fresh = 0, next = 0;
    for (size_t i = 0; i < a->count; i++) fresh += a->configs[i].id == 0;
    if (fresh) LT_TRY(store_take_ids(store, "config", fresh, &next, err));
    for (size_t i = 0; i < a->count; i++) {
        const lab_config *c = &a->configs[i];
        numbers *n = &a->numbers[i];
        if (c->id) {
            LT_TRY(find_numbers(store, a, c->id, version, n, err));
        } else {
            n->id = next++;
            n->first = c->first;
            n->before = 0;
        }
    }
    return LT_OK;
}

static lt_status insert_entries(lab_store *store, const addition *a, uint64_t version,
                                store_gathering *entries, store_gathering *settings, lt_error *err)
{
    for (size_t i = 0; i < a->count; i++) {
        const lab_config *c = &a->configs[i];
        const numbers *n = &a->numbers[i];
        if (c->id) {
            if (c->games > n->before)
                LT_TRY(STORE_DO(store, "UPDATE entries SET games = ? WHERE configID = ?", err,
                                store_u64(c->games), store_u64(n->id)));
            continue;
        }
        LT_TRY(store_gather(entries,
                            (store_value[]){store_u64(n->id), store_u64(a->experiment->id),
                                            store_u64(version), store_text(c->spec),
                                            store_text(n->fingerprint), store_u64(c->games),
                                            store_u64(c->first)},
                            err));
        for (unsigned s = 0; s < c->settings; s++)
            LT_TRY(store_gather(settings,
                                (store_value[]){store_u64(n->id), store_text(c->setting[s].name),
                                                store_text(c->setting[s].value), store_int(s)},
                                err));
    }
    LT_TRY(store_flush(entries, err));
    return store_flush(settings, err);
}

/* Many blocks for few games: workers that find all blocks of an urgent experiment just
 * being claimed from go on to what is less urgent. */
static uint64_t block_games(const addition *a)
{
    uint64_t games = 0;
    for (size_t i = 0; i < a->count; i++)
        if (a->configs[i].games > a->numbers[i].before)
            games += a->configs[i].games - a->numbers[i].before;
    uint64_t each = games / BLOCKS_WANTED;
    return each < BLOCK_GAMES_LEAST ? BLOCK_GAMES_LEAST
           : each < LAB_BLOCK_GAMES ? each
                                    : LAB_BLOCK_GAMES;
}

static lt_status insert_blocks(const addition *a, uint64_t version, store_gathering *blocks,
                               lt_error *err)
{
    const lab_experiment *x = a->experiment;
    uint64_t each = block_games(a);
    for (size_t i = 0; i < a->count; i++) {
        const numbers *n = &a->numbers[i];
        bool unmade = lab_recipe_is(a->configs[i].spec) && strcmp(n->fingerprint, LAB_UNMADE) == 0;
        uint64_t end = n->first + a->configs[i].games;
        for (uint64_t at = n->first + n->before, games; at < end; at += games) {
            store_block block = store_next_block(n->first, at, end, each, unmade);
            games = block.games;
            if (block.active == STORE_OPEN && x->state != LAB_ACTIVE) block.active = STORE_PAUSED;
            LT_TRY(store_gather(blocks,
                                (store_value[]){store_u64(n->id), store_u64(at), store_u64(games),
                                                store_u64(x->id), store_u64(version),
                                                store_int(x->priority), store_int(block.active),
                                                store_int(0)},
                                err));
        }
    }
    return store_flush(blocks, err);
}

static lt_status add(lab_store *store, void *ctx, lt_error *err)
{
    addition *a = ctx;
    uint64_t version;
    LT_TRY(store_version(store, a->behaviour, &version, err));
    if (a->fresh) LT_TRY(store_insert_experiment(store, a->experiment, err));
    LT_TRY(number_configs(store, a, version, err));
    store_gathering entries = {store, STORE_ENTRY_HEAD, 7, 0, NULL};
    store_gathering settings = {store, STORE_SETTING_HEAD, 4, 0, NULL};
    store_gathering blocks = {store, STORE_BLOCK_HEAD, 8, 0, NULL};
    lt_status status = insert_entries(store, a, version, &entries, &settings, err);
    if (status == LT_OK) status = insert_blocks(a, version, &blocks, err);
    free(entries.values);
    free(settings.values);
    free(blocks.values);
    return status == LT_OK ? store_announce(store, err) : status;
}

/* New configurations are written with everything else, under numbers of their own. Games
 * that are added to old ones are not added twice: they are counted first. */
static lt_status added(lab_store *store, void *ctx, bool *done, lt_error *err)
{
    const addition *a = ctx;
    int64_t there = 0;
    if (a->fresh) return store_is_called(store, a->experiment->id, a->experiment->name, done, err);
    for (size_t i = 0; i < a->count; i++)
        if (!a->configs[i].id) {
            LT_TRY(STORE_NUMBER(
                store, "SELECT COUNT(*) FROM entries WHERE configID = ? AND experimentID = ?",
                &there, err, store_u64(a->numbers[i].id), store_u64(a->experiment->id)));
            break;
        }
    *done = there > 0;
    return LT_OK;
}

/* Of what has to be made first only the recipe can be looked at. */
static lt_status find_fingerprint(lab_fingerprints *prints, const addition *a, size_t i,
                                  lt_error *err)
{
    char whole[LAB_SPEC_MAX], *found = a->numbers[i].fingerprint;
    const char *spec = a->configs[i].spec;
    const t48_rules *rules = &a->experiment->rules;
    if (a->configs[i].id) return LT_OK;
    if (!lab_recipe_is(spec)) return lab_fingerprint(prints, spec, rules, NULL, found, err);
    strcpy(found, LAB_UNMADE);
    return lab_spec_whole(spec, rules, whole, err);
}

static lt_status find_fingerprints(const addition *a, lt_error *err)
{
    lab_fingerprints *prints;
    LT_TRY(lab_fingerprints_new(&prints, err));
    lt_status status = LT_OK;
    for (size_t i = 0; i < a->count && status == LT_OK; i++)
        status = find_fingerprint(prints, a, i, err);
    lab_fingerprints_free(prints);
    return status;
}

/* What cannot be read back is not written. */
static lt_status check_texts(const addition *a, lt_error *err)
{
    bool good = lt_utf8_plain(a->experiment->player, false) &&
                (!a->experiment->plan || lt_utf8_plain(a->experiment->plan, true));
    for (size_t i = 0; i < a->count && good; i++) {
        const lab_config *c = &a->configs[i];
        good = lt_utf8_plain(c->spec, false);
        for (unsigned s = 0; s < c->settings && good; s++)
            good = lt_utf8_plain(c->setting[s].name, false) &&
                   lt_utf8_plain(c->setting[s].value, false);
    }
    return good ? LT_OK
                : lt_fail(err, LT_BAD_INPUT,
                          "a player's spec must be UTF-8 without control characters to be kept in "
                          "a database; give the file another name");
}

static lt_status add_all(lab_store *store, addition *a, lt_error *err)
{
    LT_TRY(check_texts(a, err));
    LT_TRY(lab_queue_behaviour(store, a->behaviour, err));
    a->numbers = calloc(a->count ? a->count : 1, sizeof *a->numbers);
    if (!a->numbers) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    lt_status status = find_fingerprints(a, err);
    if (status == LT_OK && a->fresh) status = store_new_experiment(store, a->experiment, err);
    if (status == LT_OK) status = store_assured(store, add, added, a, err);
    if (status != LT_OK && a->fresh) store_no_experiment(store, a->experiment, status);
    for (size_t i = 0; status == LT_OK && i < a->count; i++) a->configs[i].id = a->numbers[i].id;
    free(a->numbers);
    return status;
}

lt_status lab_name_check(const char *name, lt_error *err)
{
    for (const char *at = name; *at; at++)
        if (!isalnum((unsigned char)*at) && !strchr("-_.", *at))
            return lt_fail(err, LT_BAD_INPUT,
                           "an experiment's name has letters, digits and - _ . only, not \"%c\"",
                           isprint((unsigned char)*at) ? *at : '?');
    if (!*name) return lt_fail(err, LT_BAD_INPUT, "an experiment needs a name");
    if (strlen(name) >= LAB_NAME_MAX)
        return lt_fail(err, LT_BAD_INPUT, "a name has at most %d characters", LAB_NAME_MAX - 1);
    return LT_OK;
}

lt_status lab_add(lab_store *store, lab_experiment *experiment, lab_config *configs, size_t count,
                  lt_error *err)
{
    LT_TRY(lab_name_check(experiment->name, err));
    addition a = {.experiment = experiment, .configs = configs, .count = count, .fresh = true};
    return add_all(store, &a, err);
}

lt_status lab_extend(lab_store *store, const lab_experiment *experiment, lab_config *configs,
                     size_t count, lt_error *err)
{
    lab_experiment x = *experiment;
    addition a = {.experiment = &x, .configs = configs, .count = count};
    return add_all(store, &a, err);
}
