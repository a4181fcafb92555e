/* A tuning as text: the config and what the iterations so far have made of it.
 *
 *     laatta-tune 1
 *     method cma
 *     seed 7
 *     ...
 *     check 0123456789abcdef     XXH3 of everything above this line
 *
 * Numbers have 17 digits, which name a double exactly. What follows from the rest
 * (the axes, the present points) is computed again. */
#define XXH_INLINE_ALL
#include "lab/lab_tune.h"
#include "lab/lab_tune_methods.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

/* --- writing ------------------------------------------------------------------- */

static void put_row(lt_text *text, const char *name, const double *row, uint32_t count)
{
    lt_text_puts(text, name);
    for (uint32_t i = 0; i < count; i++) lt_text_printf(text, " %.17g", row[i]);
    lt_text_puts(text, "\n");
}

void lab_tune_save(const lab_tune *tune, lt_text *text)
{
    const lab_tune_config *c = &tune->config;
    bool cma = c->method == LAB_TUNE_CMA;
    size_t from = text->length;
    lt_text_printf(text, "laatta-tune 1\nmethod %s\nseed %" PRIu64 "\n", cma ? "cma" : "spsa",
                   c->seed);
    lt_text_printf(text, "population %u\nstep %.17g\nnoise-floor %.17g\nhorizon %u\nparams %u\n",
                   c->population, c->step, c->noise_floor, c->horizon, c->dims);
    for (uint32_t i = 0; i < c->dims; i++)
        lt_text_printf(text, "%s %.17g %.17g %.17g\n", c->params[i].integer ? "integer" : "real",
                       c->params[i].low, c->params[i].high, c->params[i].start);
    lt_text_printf(text, "iteration %" PRIu64 "\n", tune->iteration);
    put_row(text, "mean", tune->mean, c->dims);
    if (cma) {
        put_row(text, "average", tune->average, c->dims);
        put_row(text, "sigma", &tune->sigma, 1);
        put_row(text, "path-shape", tune->path_shape, c->dims);
        put_row(text, "path-step", tune->path_step, c->dims);
        for (uint32_t i = 0; i < c->dims; i++) put_row(text, "shape", tune->shape[i], i + 1);
    } else {
        put_row(text, "gain", &tune->gain, 1);
        put_row(text, "seen", &tune->seen, 1);
    }
    if (text->failed) return;
    uint64_t check = XXH3_64bits(text->data + from, text->length - from);
    lt_text_printf(text, "check %016" PRIx64 "\n", check);
}

/* --- reading ------------------------------------------------------------------- */

/* Words in turn; after the first surprise every further one is bad, too. */
typedef struct reader {
    const char *at;
    bool bad;
} reader;

static size_t next_word(reader *r, const char **word)
{
    r->at += strspn(r->at, " \n");
    *word = r->at;
    size_t length = strcspn(r->at, " \n");
    r->at += length;
    if (length == 0) r->bad = true;
    return length;
}

/* Takes the next word and says whether it is `name`. */
static bool is_word(reader *r, const char *name)
{
    const char *word;
    size_t length = next_word(r, &word);
    return length == strlen(name) && memcmp(word, name, length) == 0;
}

static void expect(reader *r, const char *name)
{
    if (!is_word(r, name)) r->bad = true;
}

static double get_real(reader *r)
{
    const char *word;
    double value = 0;
    size_t length = next_word(r, &word);
    if (!lt_parse_real(word, length, &value)) r->bad = true;
    return value;
}

static uint64_t get_whole(reader *r, uint64_t most)
{
    const char *word;
    unsigned long long value = 0;
    size_t length = next_word(r, &word);
    if (!lt_parse_u64(word, length, &value) || value > most) r->bad = true;
    return r->bad ? 0 : value;
}

static void get_row(reader *r, const char *name, double *row, uint32_t count)
{
    expect(r, name);
    for (uint32_t i = 0; i < count; i++) row[i] = get_real(r);
}

static void get_config(reader *r, lab_tune_config *c)
{
    expect(r, "laatta-tune");
    expect(r, "1");
    expect(r, "method");
    const char *word;
    size_t length = next_word(r, &word);
    if (length == 4 && memcmp(word, "spsa", 4) == 0)
        c->method = LAB_TUNE_SPSA;
    else if (length != 3 || memcmp(word, "cma", 3) != 0)
        r->bad = true;
    expect(r, "seed");
    c->seed = get_whole(r, UINT64_MAX);
    expect(r, "population");
    c->population = (uint32_t)get_whole(r, LAB_TUNE_POPULATION);
    get_row(r, "step", &c->step, 1);
    get_row(r, "noise-floor", &c->noise_floor, 1);
    expect(r, "horizon");
    c->horizon = (uint32_t)get_whole(r, UINT32_MAX);
    expect(r, "params");
    c->dims = (uint32_t)get_whole(r, LAB_TUNE_DIMS);
    for (uint32_t i = 0; i < c->dims; i++) {
        lab_tune_param *p = &c->params[i];
        length = next_word(r, &word);
        p->integer = length == 7 && memcmp(word, "integer", 7) == 0;
        if (!p->integer && (length != 4 || memcmp(word, "real", 4) != 0)) r->bad = true;
        p->low = get_real(r);
        p->high = get_real(r);
        p->start = get_real(r);
    }
}

static void get_state(reader *r, lab_tune *tune)
{
    uint32_t n = tune->config.dims;
    expect(r, "iteration");
    tune->iteration = get_whole(r, UINT64_MAX);
    get_row(r, "mean", tune->mean, n);
    if (tune->config.method == LAB_TUNE_SPSA) {
        get_row(r, "gain", &tune->gain, 1);
        get_row(r, "seen", &tune->seen, 1);
        return;
    }
    get_row(r, "average", tune->average, n);
    get_row(r, "sigma", &tune->sigma, 1);
    get_row(r, "path-shape", tune->path_shape, n);
    get_row(r, "path-step", tune->path_step, n);
    for (uint32_t i = 0; i < n; i++) {
        get_row(r, "shape", tune->shape[i], i + 1);
        for (uint32_t j = 0; j < i; j++) tune->shape[j][i] = tune->shape[i][j];
        if (!(tune->shape[i][i] > 0)) r->bad = true;
    }
    if (!(tune->sigma > 0)) r->bad = true;
}

static bool seal_matches(const char *text)
{
    const char *line = strstr(text, "\ncheck ");
    if (!line) return false;
    char seal[32];
    size_t body = (size_t)(line + 1 - text);
    snprintf(seal, sizeof seal, "check %016" PRIx64 "\n", (uint64_t)XXH3_64bits(text, body));
    return strcmp(line + 1, seal) == 0;
}

lt_status lab_tune_load(lab_tune *tune, const char *text, lt_error *err)
{
    *tune = (lab_tune){0};
    if (!seal_matches(text))
        return lt_fail(err, LT_DAMAGED,
                       "the state of the tuning is damaged: its check line is "
                       "missing or does not fit");
    reader r = {text, false};
    lab_tune_config config = {0};
    get_config(&r, &config);
    if (r.bad) return lt_fail(err, LT_DAMAGED, "the state of the tuning has an unknown form");
    LT_TRY(lab_tune_init(tune, &config, err));
    get_state(&r, tune);
    expect(&r, "check");
    if (r.bad) {
        lab_tune_release(tune);
        return lt_fail(err, LT_DAMAGED, "the state of the tuning has an unknown form");
    }
    lab_tune_resume(tune);
    return LT_OK;
}
