/* JSON written into one growing buffer, from left to right.
 *
 * Commas are put where they belong: a value that follows another one in the same
 * object or list gets one before it. What is out of memory is remembered; the
 * text is then replaced by an error at the end. */
#ifndef WASM_JSON_H
#define WASM_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct json {
    char *data;
    size_t length, capacity;
    bool failed, follows; /* follows: the next value needs a comma */
} json;

void json_clear(json *j);
/* The text so far, NUL-terminated. */
const char *json_text(json *j);

/* Objects and lists; `key` is NULL inside a list and at the top. */
void json_open(json *j, const char *key, char bracket);
void json_close(json *j, char bracket);
void json_string(json *j, const char *key, const char *value); /* NULL is null */
void json_chars(json *j, const char *key, const char *value, size_t length);
void json_real(json *j, const char *key, double value); /* not finite: null */
void json_int(json *j, const char *key, int64_t value);
void json_bool(json *j, const char *key, bool value);

#endif
