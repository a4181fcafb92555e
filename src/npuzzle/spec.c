/* Parsing specs; every refusal lists what is allowed. */
#include "npuzzle/spec.h"

#include "base/text.h"

#include <string.h>

static lt_status unknown_name(const char *kind, const char *spec, size_t length, size_t count,
                              np_entry (*entry)(size_t index), lt_error *err)
{
    lt_text names;
    lt_text_init(&names);
    for (size_t i = 0; i < count; i++) lt_text_printf(&names, "%s%s", i ? ", " : "", entry(i).name);
    char shown[48];
    lt_status status = lt_fail(err, LT_BAD_INPUT, "there is no %s \"%s\"; there are %s", kind,
                               lt_quote(shown, sizeof shown, spec, length), lt_text_str(&names));
    lt_text_release(&names);
    return status;
}

static lt_status unknown_key(const np_entry *e, const char *key, size_t length, lt_error *err)
{
    lt_text names;
    lt_text_init(&names);
    for (size_t i = 0; i < e->param_count; i++)
        lt_text_printf(&names, "%s%s", i ? ", " : "", e->params[i].name);
    char shown[48];
    lt_quote(shown, sizeof shown, key, length);
    lt_status status =
        e->param_count == 0
            ? lt_fail(err, LT_BAD_INPUT, "%s has no parameters, so no \"%s\"", e->name, shown)
            : lt_fail(err, LT_BAD_INPUT, "%s has no parameter \"%s\"; it has %s", e->name, shown,
                      lt_text_str(&names));
    lt_text_release(&names);
    return status;
}

lt_status np_spec_find(const char *kind, const char *spec, size_t count,
                       np_entry (*entry)(size_t index), size_t *index, lt_params *params,
                       lt_error *err)
{
    size_t length = strcspn(spec, ":");
    size_t i = 0;
    while (i < count &&
           !(strlen(entry(i).name) == length && memcmp(entry(i).name, spec, length) == 0))
        i++;
    if (i == count) return unknown_name(kind, spec, length, count, entry, err);
    np_entry e = entry(i);
    lt_params_init(params, e.params, e.param_count);
    const char *at = spec + length;
    while (*at == ':' || *at == ',') {
        at++;
        size_t one = strcspn(at, ","), key = strcspn(at, "=,");
        int found = lt_params_find(params, at, key);
        if (found < 0) return unknown_key(&e, at, key, err);
        if (key == one)
            return lt_fail(err, LT_BAD_INPUT, "%s: %.*s needs a value, %.*s=...", e.name, (int)key,
                           at, (int)key, at);
        LT_TRY(lt_params_set(params, (size_t)found, at + key + 1, one - key - 1, e.name, err));
        at += one;
    }
    *index = i;
    return LT_OK;
}
