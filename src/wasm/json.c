/* JSON text, written by hand: the engine has no other use for a JSON library. */
#include "wasm/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add(json *j, const char *bytes, size_t length)
{
    if (j->length + length + 1 > j->capacity) {
        size_t capacity = 2 * (j->length + length + 1) + 1024;
        char *data = realloc(j->data, capacity);
        if (!data) {
            j->failed = true;
            return;
        }
        j->data = data;
        j->capacity = capacity;
    }
    memcpy(j->data + j->length, bytes, length);
    j->length += length;
    j->data[j->length] = '\0';
}

static void puts_json(json *j, const char *text)
{
    add(j, text, strlen(text));
}

static void quoted(json *j, const char *value, size_t length)
{
    add(j, "\"", 1);
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)value[i];
        char escaped[8];
        if (c == '"' || c == '\\') {
            escaped[0] = '\\';
            escaped[1] = (char)c;
            add(j, escaped, 2);
        } else if (c < ' ') {
            snprintf(escaped, sizeof escaped, "\\u%04x", c);
            puts_json(j, escaped);
        } else {
            add(j, value + i, 1);
        }
    }
    add(j, "\"", 1);
}

static void begin(json *j, const char *key)
{
    if (j->follows) add(j, ",", 1);
    if (key) {
        quoted(j, key, strlen(key));
        add(j, ":", 1);
    }
    j->follows = true;
}

void json_clear(json *j)
{
    j->length = 0;
    j->failed = j->follows = false;
}

const char *json_text(json *j)
{
    return j->failed || !j->data ? "{\"error\":\"not enough memory\"}" : j->data;
}

void json_open(json *j, const char *key, char bracket)
{
    begin(j, key);
    add(j, &bracket, 1);
    j->follows = false;
}

void json_close(json *j, char bracket)
{
    add(j, &bracket, 1);
    j->follows = true;
}

void json_chars(json *j, const char *key, const char *value, size_t length)
{
    begin(j, key);
    quoted(j, value, length);
}

void json_string(json *j, const char *key, const char *value)
{
    if (value) {
        json_chars(j, key, value, strlen(value));
        return;
    }
    begin(j, key);
    puts_json(j, "null");
}

void json_real(json *j, const char *key, double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.17g", value);
    begin(j, key);
    puts_json(j, isfinite(value) ? text : "null");
}

void json_int(json *j, const char *key, int64_t value)
{
    char text[32];
    snprintf(text, sizeof text, "%lld", (long long)value);
    begin(j, key);
    puts_json(j, text);
}

void json_bool(json *j, const char *key, bool value)
{
    begin(j, key);
    puts_json(j, value ? "true" : "false");
}
