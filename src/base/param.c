/* Values of typed parameters: defaults, parsing, ranges, clear refusals. */
#include "laatta/param.h"

#include "base/text.h"

#include <assert.h>
#include <math.h>
#include <string.h>

void lt_params_init(lt_params *params, const lt_param *table, size_t count)
{
    assert(count <= LT_PARAMS_MAX);
    *params = (lt_params){.table = table, .count = count};
    for (size_t i = 0; i < count; i++) {
        params->value[i].number = table[i].initial;
        if (table[i].type == LT_TEXT && table[i].text) {
            assert(strlen(table[i].text) < LT_PARAM_TEXT);
            strcpy(params->value[i].text, table[i].text);
        }
    }
}

int lt_params_find(const lt_params *params, const char *name, size_t length)
{
    for (size_t i = 0; i < params->count; i++)
        if (strlen(params->table[i].name) == length &&
            memcmp(params->table[i].name, name, length) == 0)
            return (int)i;
    return -1;
}

static int choice_index(const char *choices, const char *text, size_t length)
{
    int index = 0;
    for (const char *at = choices;; at++, index++) {
        size_t one = strcspn(at, "|");
        if (one == length && memcmp(at, text, length) == 0) return index;
        at += one;
        if (*at == '\0') return -1;
    }
}

lt_status lt_params_set(lt_params *params, size_t index, const char *text, size_t length,
                        const char *owner, lt_error *err)
{
    const lt_param *param = &params->table[index];
    lt_param_value *value = &params->value[index];
    char shown[48];
    lt_quote(shown, sizeof shown, text, length);
    switch (param->type) {
    case LT_INT:
    case LT_REAL: {
        double number;
        long long whole;
        bool parsed = param->type == LT_REAL ? lt_parse_real(text, length, &number)
                                             : lt_parse_i64(text, length, &whole);
        if (parsed && param->type == LT_INT) number = (double)whole;
        if (!parsed || !(number >= param->low && number <= param->high))
            return lt_fail(err, LT_BAD_INPUT, "%s: %s=%s is not allowed; %s takes %s from %g to %g",
                           owner, param->name, shown, param->name,
                           param->type == LT_INT ? "a whole number" : "a number", param->low,
                           param->high);
        value->number = number;
        break;
    }
    case LT_CHOICE: {
        int choice = choice_index(param->choices, text, length);
        if (choice < 0)
            return lt_fail(err, LT_BAD_INPUT, "%s: %s=%s is not allowed; %s is one of %s", owner,
                           param->name, shown, param->name, param->choices);
        value->number = choice;
        break;
    }
    case LT_TEXT:
        if (length >= LT_PARAM_TEXT)
            return lt_fail(err, LT_BAD_INPUT, "%s: %s is longer than %d characters", owner,
                           param->name, LT_PARAM_TEXT - 1);
        memcpy(value->text, text, length);
        value->text[length] = '\0';
        break;
    }
    value->given = true;
    return LT_OK;
}

static const lt_param_value *value_of(const lt_params *params, const char *name)
{
    int index = lt_params_find(params, name, strlen(name));
    assert(index >= 0);
    return &params->value[index];
}

int lt_params_int(const lt_params *params, const char *name)
{
    return (int)value_of(params, name)->number;
}

double lt_params_real(const lt_params *params, const char *name)
{
    return value_of(params, name)->number;
}

const char *lt_params_text(const lt_params *params, const char *name)
{
    return value_of(params, name)->text;
}
