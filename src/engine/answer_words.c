/* The same members as in JSON, a line each. */
#include "engine/answer_words.h"

#include <string.h>

static const char *text(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

/* A text that is one line whatever is in it. */
static void put_line(const char *from, FILE *out)
{
    for (; *from; from++) putc((unsigned char)*from < ' ' ? '?' : *from, out);
    putc('\n', out);
}

static void write_params(const char *owner, const json_t *params, FILE *out)
{
    size_t i;
    const json_t *p;
    json_array_foreach(params, i, p)
    {
        const char *type = text(p, "type"), *initial = text(p, "default");
        fprintf(out, "param %s %s %s", owner, text(p, "name"), type);
        if (strcmp(type, "int") == 0 || strcmp(type, "real") == 0)
            fprintf(out, " %.12g from %.12g to %.12g",
                    json_real_value(json_object_get(p, "default")),
                    json_real_value(json_object_get(p, "low")),
                    json_real_value(json_object_get(p, "high")));
        else
            fprintf(out, " %s", *initial ? initial : "-");
        if (text(p, "choices")) fprintf(out, " of %s", text(p, "choices"));
        fprintf(out, ": %s\n", text(p, "summary"));
    }
}

static void write_entries(const char *word, const json_t *list, FILE *out)
{
    size_t i;
    const json_t *entry;
    json_array_foreach(list, i, entry)
    {
        fprintf(out, "%s %s", word, text(entry, "name"));
        if (text(entry, "eval")) fprintf(out, " eval %s", text(entry, "eval"));
        fprintf(out, ": %s\n", text(entry, "summary"));
        write_params(text(entry, "name"), json_object_get(entry, "params"), out);
    }
}

static void write_values(const json_t *values, const char *unit, FILE *out)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)values, name, value)
        fprintf(out, "value %s %.12g\n", name, json_real_value(value));
    if (unit) fprintf(out, "unit %s\n", unit);
}

void answer_words(const json_t *answer, FILE *out)
{
    const char *command = text(answer, "do"), *error = text(answer, "error");
    if (error) {
        fprintf(out, "error %s ", command);
        put_line(error, out);
        return;
    }
    if (text(answer, "name"))
        fprintf(out, "id name %s\nid version %s\nid protocol %lld\nid values\n",
                text(answer, "name"), text(answer, "version"),
                (long long)json_integer_value(json_object_get(answer, "protocol")));
    size_t i;
    const json_t *one;
    json_array_foreach(json_object_get(answer, "commands"), i, one)
        fprintf(out, "info %-8s %s\n", text(one, "name"), text(one, "summary"));
    write_entries("player", json_object_get(answer, "players"), out);
    write_entries("eval", json_object_get(answer, "evals"), out);
    if (!text(answer, "best")) {
        fprintf(out, "ok %s\n", command);
        return;
    }
    write_values(json_object_get(answer, "values"), text(answer, "unit"), out);
    fprintf(out, "best %s nodes %lld ms %.12g%s\n", text(answer, "best"),
            (long long)json_integer_value(json_object_get(answer, "nodes")),
            json_real_value(json_object_get(answer, "ms")),
            json_is_true(json_object_get(answer, "stopped")) ? " stopped" : "");
}
