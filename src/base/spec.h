/* Specs: `name:key=value,key=value`, for players, evaluations, solvers, heuristics and
 * what the lab varies.
 *
 *   worstcase                       all defaults; `worstcase:` is the same
 *   optimal:table="a, b.table"      a value in double quotes may hold anything; a quote
 *                                   inside is written twice
 *
 * Every key has a value. A key that comes twice has its last value. */
#ifndef LT_SPEC_H
#define LT_SPEC_H

#include "base/text.h"
#include "laatta/param.h"

/* Length of the name that a spec begins with. */
size_t lt_spec_name(const char *spec);

/* The name at an index of some table. */
typedef const char *lt_name_fn(size_t index);

/* Finds the entry a spec names; a refusal calls the table's things `kind` and lists the
 * names there are. */
lt_status lt_spec_find(const char *kind, const char *spec, size_t count, lt_name_fn *name,
                       size_t *index, lt_error *err);

/* Sets what the spec gives; a key is looked for in one table after the other. `owner`
 * is named in refusals. */
lt_status lt_spec_fill(const char *spec, const char *owner, lt_params *const *tables, size_t count,
                       lt_error *err);

/* What a spec gives for a key, without quotes, into `value`; false if it does not. */
bool lt_spec_get(const char *spec, const char *key, lt_text *value);

/* Adds every parameter with its value to a spec that is being written. */
void lt_spec_write(lt_text *spec, const lt_params *params);

/* `spec` with key=value in it, in place of what it had, into `out`. */
void lt_spec_put(const char *spec, const char *key, const char *value, lt_text *out);

/* Is a key, of this length, one that is left out? */
typedef bool lt_key_fn(const char *spec, const char *key, size_t length);

/* `spec` without the keys that are left out, what remains as it stood, into `out`. */
void lt_spec_without(const char *spec, lt_key_fn *left_out, lt_text *out);

/* The next of some values separated by commas, quoted or not, into `value`; *at moves on.
 * False at the end of the list. */
bool lt_spec_item(const char **at, lt_text *value);

#endif
