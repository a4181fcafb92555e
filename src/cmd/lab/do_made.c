/* laatta lab made: the networks and tables that an experiment has made. */
#include "cmd/cli_json.h"
#include "cmd/lab/cli_lab.h"

#include "lab/queue.h"

#include <stdio.h>
#include <stdlib.h>

static const cli_option options[] = {
    {"curves", NULL, "the learning curves, a line a point, to be drawn"},
    {"json", NULL, "print JSON, with the learning curves"},
    CLI_LAB_DB,
    {0},
};

typedef struct listing {
    const lab_config *configs;
    size_t count;
    json_t *array; /* NULL: print lines */
    bool curves;
    size_t made;
} listing;

static json_t *settings_of(const lab_config *c)
{
    json_t *object = json_object();
    for (unsigned i = 0; i < c->settings; i++)
        json_object_set_new(object, c->setting[i].name, json_string(c->setting[i].value));
    return object;
}

static void print_curve(const json_t *curve, uint64_t config)
{
    size_t i;
    json_t *point;
    json_array_foreach(curve, i, point) printf("%llu,%.0f,%.1f,%.1f\n", (unsigned long long)config,
                                               json_number_value(json_array_get(point, 0)),
                                               json_number_value(json_array_get(point, 1)),
                                               json_number_value(json_array_get(point, 2)));
}

static void print_line(const lab_config *c, const lab_product *p, const json_t *curve)
{
    const json_t *last =
        json_array_size(curve) ? json_array_get(curve, json_array_size(curve) - 1) : NULL;
    printf("%8llu  %s  %9.1f  %8.0f", (unsigned long long)c->id, p->content, (double)p->bytes / 1e6,
           p->seconds);
    if (last)
        printf("  %9.0f ± %-7.0f", json_number_value(json_array_get(last, 1)),
               json_number_value(json_array_get(last, 2)));
    else
        printf("  %19s", "");
    for (unsigned i = 0; i < c->settings; i++)
        printf(" %s=%s", c->setting[i].name, c->setting[i].value);
    printf("\n");
}

static bool take(void *ctx, uint64_t config, const lab_product *p)
{
    listing *l = ctx;
    const lab_config *c = lab_config_find(l->configs, l->count, config);
    if (!c) return true;
    json_t *curve = json_loads(p->curve, 0, NULL);
    if (l->array)
        json_array_append_new(
            l->array, json_pack("{s:I, s:s, s:o, s:s, s:I, s:f, s:o}", "config", (json_int_t)config,
                                "recipe", c->spec, "settings", settings_of(c), "content",
                                p->content, "bytes", (json_int_t)p->bytes, "seconds", p->seconds,
                                "curve", curve ? json_incref(curve) : json_null()));
    else if (l->curves)
        print_curve(curve, config);
    else
        print_line(c, p, curve);
    json_decref(curve);
    l->made++;
    return true;
}

static int list(const cli_args *args, lab_store *store, const lab_experiment *x)
{
    lab_config *configs = NULL;
    lt_error err;
    listing l = {.curves = cli_flag(args, "curves")};
    lt_status status = lab_configs(store, x->id, &configs, &l.count, &err);
    l.configs = configs;
    if (cli_flag(args, "json"))
        l.array = json_array();
    else if (l.curves)
        printf("config,games,mean,half\n");
    else
        printf("  config  content                  MB   seconds  mean while learning\n");
    if (status == LT_OK) status = lab_queue_products(store, x->id, take, &l, &err);
    if (status == LT_OK && l.array)
        cli_print_json(json_pack("{s:s, s:O}", "name", x->name, "made", l.array));
    if (status == LT_OK && !l.array && !l.curves)
        printf("%zu of %zu made; a file is FOLDER/CONTENT.train or .tables\n", l.made, l.count);
    json_decref(l.array);
    free(configs);
    return status == LT_OK ? 0 : cli_fail(args, &err);
}

static int run(const cli_args *args)
{
    lab_experiment x;
    lt_error err;
    int status = 2;
    if (args->words != 1) return cli_usage_error(args, "one experiment is needed");
    lab_store *store = cli_lab_read(args, &status);
    if (!store) return status;
    if (lab_find(store, args->word[0], &x, &err) == LT_OK) {
        status = list(args, store, &x);
        free(x.plan);
    } else {
        status = cli_fail(args, &err);
    }
    lab_close(store);
    return status;
}

const cli_command lab_do_made = {
    .name = "lab made",
    .summary = "the networks and tables that an experiment has made, with learning curves",
    .synopsis = "NAME [--curves | --json] [--db URL]",
    .options = options,
    .details =
        "What laatta lab queue --train and --table make is kept in the folder of the workers\n"
        "under the number of its content. laatta lab report NAME tells how strong it is.\n"
        "\n"
        "examples:\n"
        "  laatta lab made learning\n"
        "  laatta lab made learning --curves > curves.csv\n",
    .run = run,
};
