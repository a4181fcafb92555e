/* A family's name is the spec without its numbers; its game is played once. */
#include "lab/fingerprint.h"

#include "base/spec.h"
#include "lab/permission.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A probe ends after so many moves, or sooner where a move is costly. */
enum { PROBED_MOVES = 60, PROBED_NODES = 200000, KEPT = 64 };

typedef struct family {
    char *name;
    t48_rules rules;
    uint64_t content, moves;
} family;

struct lab_fingerprints {
    pthread_mutex_t lock;
    family kept[KEPT];
    unsigned next;
};

lt_status lab_fingerprints_new(lab_fingerprints **prints, lt_error *err)
{
    *prints = calloc(1, sizeof **prints);
    if (!*prints) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    pthread_mutex_init(&(*prints)->lock, NULL);
    return LT_OK;
}

void lab_fingerprints_free(lab_fingerprints *prints)
{
    if (!prints) return;
    for (unsigned i = 0; i < KEPT; i++) free(prints->kept[i].name);
    pthread_mutex_destroy(&prints->lock);
    free(prints);
}

/* --- the family of a spec ------------------------------------------------------- */

static bool is_number(const lt_param *params, size_t count, const char *key, size_t length)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(params[i].name) == length && memcmp(params[i].name, key, length) == 0)
            return params[i].type == LT_INT || params[i].type == LT_REAL;
    return false;
}

/* Is this key a number of the player, or of any evaluation? */
static bool numbers(const char *spec, const char *key, size_t length)
{
    size_t name = lt_spec_name(spec);
    for (size_t i = 0; i < t48_player_count(); i++) {
        const t48_player_info *info = t48_player_info_at(i);
        if (strlen(info->name) == name && memcmp(info->name, spec, name) == 0 &&
            is_number(info->params, info->param_count, key, length))
            return true;
    }
    for (size_t i = 0; i < t48_eval_count(); i++) {
        const t48_eval_info *info = t48_eval_info_at(i);
        if (is_number(info->params, info->param_count, key, length)) return true;
    }
    return false;
}

static char *family_of(const char *spec)
{
    lt_text out;
    lt_text_init(&out);
    lt_spec_without(spec, numbers, &out);
    if (out.failed) lt_text_release(&out);
    return out.data;
}

/* --- its game ------------------------------------------------------------------- */

typedef struct probe {
    const t48_player *player;
    uint64_t hash;
    int moves;
} probe;

static bool note(void *ctx, const t48_state *before, t48_dir dir, const t48_state *after)
{
    (void)before, (void)after;
    probe *p = ctx;
    p->hash = lt_mix64(p->hash * 5 + (uint64_t)dir + 1);
    return ++p->moves < PROBED_MOVES && t48_player_nodes(p->player) < PROBED_NODES;
}

static uint64_t play(t48_player *player, const t48_rules *rules)
{
    probe p = {.player = player};
    t48_outcome outcome;
    t48_play(player, rules, NULL, 2048, note, &p, &outcome);
    return p.hash;
}

/* A family whose defaults are not allowed together (a choice that calls for a
 * number) has no game; the files of the spec itself count then. */
static lt_status find_out(family *f, const char *spec, lt_error *err)
{
    /* Another program may play otherwise every time, and only a worker may start it. */
    if (lab_spec_outside(spec)) return LT_OK;
    t48_player *player;
    lt_status status = t48_player_new(&player, f->name, &f->rules, err);
    if (status == LT_OK) {
        f->moves = play(player, &f->rules);
    } else {
        LT_TRY(t48_player_new(&player, spec, &f->rules, err));
    }
    f->content = t48_player_content(player);
    t48_player_free(player);
    return LT_OK;
}

static bool same_rules(const t48_rules *a, const t48_rules *b)
{
    return a->shape.rows == b->shape.rows && a->shape.cols == b->shape.cols && a->fours == b->fours;
}

static const family *known(const lab_fingerprints *prints, const char *name, const t48_rules *rules,
                           const uint64_t *content)
{
    for (unsigned i = 0; i < KEPT; i++) {
        const family *f = &prints->kept[i];
        if (f->name && strcmp(f->name, name) == 0 && same_rules(&f->rules, rules) &&
            (!content || *content == f->content))
            return f;
    }
    return NULL;
}

lt_status lab_fingerprint(lab_fingerprints *prints, const char *spec, const t48_rules *rules,
                          const t48_player *player, char text[17], lt_error *err)
{
    uint64_t content = player ? t48_player_content(player) : 0;
    family fresh = {.name = family_of(spec), .rules = *rules};
    if (!fresh.name) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    pthread_mutex_lock(&prints->lock);
    const family *f = known(prints, fresh.name, rules, player ? &content : NULL);
    lt_status status = LT_OK;
    if (!f) {
        status = find_out(&fresh, spec, err);
        if (status == LT_OK) {
            family *place = &prints->kept[prints->next++ % KEPT];
            free(place->name);
            *place = fresh;
            fresh.name = NULL;
            f = place;
        }
    }
    if (f)
        snprintf(text, 17, "%016llx",
                 (unsigned long long)lt_mix64(f->moves ^ lt_mix64(player ? content : f->content)));
    pthread_mutex_unlock(&prints->lock);
    free(fresh.name);
    return status;
}
