/* One way to read and write specs; every refusal lists what is allowed. */
#include "base/spec.h"

#include <string.h>

/* KEY=VALUE as it stands in a spec. */
typedef struct pair {
    const char *key, *value; /* value: with its quotes; NULL when there is no '=' */
    size_t key_length, value_length;
} pair;

size_t lt_spec_name(const char *spec)
{
    return strcspn(spec, ":");
}

/* Length of a value, its quotes included. */
static size_t value_length(const char *text)
{
    if (*text != '"') return strcspn(text, ",");
    size_t at = 1;
    while (text[at]) {
        if (text[at] == '"' && text[at + 1] != '"') return at + 1 + strcspn(text + at + 1, ",");
        at += text[at] == '"' ? 2 : 1;
    }
    return at;
}

static bool next_pair(const char **at, pair *p)
{
    if (**at == '\0') return false;
    p->key = *at;
    p->key_length = strcspn(*at, "=,");
    *at += p->key_length;
    p->value = NULL;
    p->value_length = 0;
    if (**at == '=') {
        p->value = ++*at;
        p->value_length = value_length(*at);
        *at += p->value_length;
    }
    if (**at == ',') ++*at;
    return true;
}

/* Where the pairs of a spec begin. */
static const char *pairs_of(const char *spec)
{
    spec += lt_spec_name(spec);
    return *spec == ':' ? spec + 1 : spec;
}

static void unquote(const char *value, size_t length, lt_text *out)
{
    lt_text_clear(out);
    if (length < 2 || value[0] != '"' || value[length - 1] != '"') {
        lt_text_add(out, value, length);
        return;
    }
    for (size_t i = 1; i + 1 < length; i++) {
        lt_text_add(out, &value[i], 1);
        if (value[i] == '"') i++; /* the second of a pair */
    }
}

static void write_value(lt_text *out, const char *value)
{
    if (!strpbrk(value, ",\"")) {
        lt_text_puts(out, value);
        return;
    }
    lt_text_puts(out, "\"");
    for (; *value; value++) {
        if (*value == '"') lt_text_puts(out, "\"");
        lt_text_add(out, value, 1);
    }
    lt_text_puts(out, "\"");
}

lt_status lt_spec_find(const char *kind, const char *spec, size_t count, lt_name_fn *name,
                       size_t *index, lt_error *err)
{
    size_t length = lt_spec_name(spec);
    for (*index = 0; *index < count; ++*index)
        if (strlen(name(*index)) == length && memcmp(name(*index), spec, length) == 0) return LT_OK;
    lt_text names;
    lt_text_init(&names);
    for (size_t i = 0; i < count; i++) lt_text_printf(&names, "%s%s", i ? ", " : "", name(i));
    char shown[48];
    lt_status status = lt_fail(err, LT_BAD_INPUT, "there is no %s \"%s\"; there are %s", kind,
                               lt_quote(shown, sizeof shown, spec, length), lt_text_str(&names));
    lt_text_release(&names);
    return status;
}

static lt_status unknown_key(const pair *p, const char *owner, lt_params *const *tables,
                             size_t count, lt_error *err)
{
    lt_text names;
    lt_text_init(&names);
    for (size_t t = 0; t < count; t++)
        for (size_t i = 0; i < tables[t]->count; i++)
            lt_text_printf(&names, "%s%s", names.length ? ", " : "", tables[t]->table[i].name);
    char shown[48];
    lt_status status = lt_fail(err, LT_BAD_INPUT, "%s has no parameter \"%s\"; it has %s", owner,
                               lt_quote(shown, sizeof shown, p->key, p->key_length),
                               names.length ? lt_text_str(&names) : "none");
    lt_text_release(&names);
    return status;
}

static lt_status set_pair(const pair *p, const char *owner, lt_params *const *tables, size_t count,
                          lt_text *value, lt_error *err)
{
    for (size_t t = 0; t < count; t++) {
        int index = lt_params_find(tables[t], p->key, p->key_length);
        if (index < 0) continue;
        if (!p->value)
            return lt_fail(err, LT_BAD_INPUT, "%s: %.*s needs a value, %.*s=...", owner,
                           (int)p->key_length, p->key, (int)p->key_length, p->key);
        unquote(p->value, p->value_length, value);
        if (value->failed) return lt_fail(err, LT_NO_MEMORY, "no memory for a spec");
        return lt_params_set(tables[t], (size_t)index, lt_text_str(value), value->length, owner,
                             err);
    }
    return unknown_key(p, owner, tables, count, err);
}

lt_status lt_spec_fill(const char *spec, const char *owner, lt_params *const *tables, size_t count,
                       lt_error *err)
{
    lt_text value;
    lt_text_init(&value);
    pair p;
    lt_status status = LT_OK;
    for (const char *at = pairs_of(spec); status == LT_OK && next_pair(&at, &p);)
        status = set_pair(&p, owner, tables, count, &value, err);
    lt_text_release(&value);
    return status;
}

bool lt_spec_get(const char *spec, const char *key, lt_text *value)
{
    pair p;
    bool found = false;
    for (const char *at = pairs_of(spec); next_pair(&at, &p);)
        if (p.value && strlen(key) == p.key_length && memcmp(p.key, key, p.key_length) == 0) {
            unquote(p.value, p.value_length, value);
            found = true;
        }
    return found;
}

/* The sign before the next pair: nothing but a name is there at first. */
static void begin_pair(lt_text *out, const char *key)
{
    const char *colon = strchr(lt_text_str(out), ':');
    lt_text_printf(out, "%s%s=", !colon ? ":" : colon[1] ? "," : "", key);
}

void lt_spec_write(lt_text *spec, const lt_params *params)
{
    for (size_t i = 0; i < params->count; i++) {
        const lt_param *param = &params->table[i];
        begin_pair(spec, param->name);
        if (param->type == LT_TEXT) {
            write_value(spec, params->value[i].text);
        } else if (param->type == LT_CHOICE) {
            const char *choice = param->choices;
            for (int skip = (int)params->value[i].number; skip > 0; skip--)
                choice = strchr(choice, '|') + 1;
            lt_text_add(spec, choice, strcspn(choice, "|"));
        } else {
            lt_text_printf(spec, "%.12g", params->value[i].number);
        }
    }
}

void lt_spec_put(const char *spec, const char *key, const char *value, lt_text *out)
{
    pair p;
    bool there = false;
    lt_text_clear(out);
    lt_text_add(out, spec, lt_spec_name(spec));
    for (const char *at = pairs_of(spec); next_pair(&at, &p);) {
        bool same = strlen(key) == p.key_length && memcmp(p.key, key, p.key_length) == 0;
        const char *colon = strchr(lt_text_str(out), ':');
        lt_text_printf(out, "%s%.*s=", !colon ? ":" : ",", (int)p.key_length, p.key);
        if (same)
            write_value(out, value);
        else if (p.value)
            lt_text_add(out, p.value, p.value_length);
        there = there || same;
    }
    if (there) return;
    begin_pair(out, key);
    write_value(out, value);
}

void lt_spec_without(const char *spec, lt_key_fn *left_out, lt_text *out)
{
    pair p;
    const char *sign = ":";
    lt_text_clear(out);
    lt_text_add(out, spec, lt_spec_name(spec));
    for (const char *at = pairs_of(spec); next_pair(&at, &p);) {
        if (left_out(spec, p.key, p.key_length)) continue;
        lt_text_puts(out, sign);
        lt_text_add(out, p.key, p.key_length);
        if (p.value) lt_text_puts(out, "=");
        if (p.value) lt_text_add(out, p.value, p.value_length);
        sign = ",";
    }
}

bool lt_spec_item(const char **at, lt_text *value)
{
    if (!*at) return false;
    size_t length = value_length(*at);
    unquote(*at, length, value);
    *at = (*at)[length] == ',' ? *at + length + 1 : NULL;
    return true;
}
