/* Every column is bound once to a place of its own; libmariadb writes each row's
 * numbers there. A text that does not fit is fetched again into a larger place. */
#include "store/mysql_rows.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_PLACE = 256 };

typedef enum kind { KIND_INT, KIND_REAL, KIND_DECIMAL, KIND_TEXT } kind;

typedef struct column {
    kind kind;
    long long integer;
    double real;
    char *text; /* with a byte to spare for its end */
    unsigned long room, length;
    my_bool is_null, cut;
} column;

struct mysql_rows {
    MYSQL_STMT *statement;
    unsigned count;
    MYSQL_BIND binds[MYSQL_COLUMNS_MAX];
    column columns[MYSQL_COLUMNS_MAX];
    store_value cells[MYSQL_COLUMNS_MAX];
};

static kind kind_of(const MYSQL_FIELD *field)
{
    switch (field->type) {
    case MYSQL_TYPE_TINY:
    case MYSQL_TYPE_SHORT:
    case MYSQL_TYPE_INT24:
    case MYSQL_TYPE_LONG:
    case MYSQL_TYPE_LONGLONG:
    case MYSQL_TYPE_YEAR:
    case MYSQL_TYPE_NULL: return KIND_INT;
    case MYSQL_TYPE_FLOAT:
    case MYSQL_TYPE_DOUBLE: return KIND_REAL;
    case MYSQL_TYPE_DECIMAL:
    case MYSQL_TYPE_NEWDECIMAL: return KIND_DECIMAL;
    default: return KIND_TEXT;
    }
}

static bool place(column *c, MYSQL_BIND *bind, const MYSQL_FIELD *field)
{
    c->kind = kind_of(field);
    bind->is_null = &c->is_null;
    bind->length = &c->length;
    bind->error = &c->cut;
    if (c->kind == KIND_INT) {
        bind->buffer_type = MYSQL_TYPE_LONGLONG;
        bind->buffer = &c->integer;
        bind->is_unsigned = (field->flags & UNSIGNED_FLAG) != 0;
        return true;
    }
    if (c->kind == KIND_REAL) {
        bind->buffer_type = MYSQL_TYPE_DOUBLE;
        bind->buffer = &c->real;
        return true;
    }
    c->room = TEXT_PLACE;
    c->text = malloc(c->room + 1);
    bind->buffer_type = MYSQL_TYPE_STRING;
    bind->buffer = c->text;
    bind->buffer_length = c->room;
    return c->text != NULL;
}

mysql_rows *mysql_rows_new(MYSQL_STMT *statement, bool *none)
{
    MYSQL_RES *fields = mysql_stmt_result_metadata(statement);
    *none = !fields && mysql_stmt_field_count(statement) == 0;
    if (!fields) return NULL;
    mysql_rows *rows = calloc(1, sizeof *rows);
    bool good = rows && mysql_num_fields(fields) <= MYSQL_COLUMNS_MAX;
    if (good) {
        rows->statement = statement;
        rows->count = mysql_num_fields(fields);
    }
    for (unsigned i = 0; good && i < rows->count; i++)
        good = place(&rows->columns[i], &rows->binds[i], mysql_fetch_field_direct(fields, i));
    mysql_free_result(fields);
    if (good && mysql_stmt_bind_result(statement, rows->binds) == 0) return rows;
    mysql_rows_free(rows);
    return NULL;
}

void mysql_rows_free(mysql_rows *rows)
{
    if (!rows) return;
    for (unsigned i = 0; i < rows->count; i++) free(rows->columns[i].text);
    free(rows);
}

/* A text longer than its place gets a larger one, for this row and those after it. */
static bool enlarge(mysql_rows *rows, unsigned at)
{
    column *c = &rows->columns[at];
    unsigned long room = c->length * 2;
    char *text = realloc(c->text, room + 1);
    if (!text) return false;
    c->text = text;
    c->room = room;
    rows->binds[at].buffer = text;
    rows->binds[at].buffer_length = room;
    return mysql_stmt_fetch_column(rows->statement, &rows->binds[at], at, 0) == 0 &&
           mysql_stmt_bind_result(rows->statement, rows->binds) == 0;
}

/* Sums of integers are decimal numbers; they become integers where they fit. */
static store_value decimal(const column *c)
{
    long long integer;
    if (lt_parse_i64(c->text, c->length, &integer)) return store_int(integer);
    double real = 0;
    lt_parse_real(c->text, c->length, &real);
    return store_real(real);
}

static bool cell(mysql_rows *rows, unsigned at)
{
    column *c = &rows->columns[at];
    store_value *value = &rows->cells[at];
    if (c->is_null) {
        *value = (store_value){.type = STORE_NULL};
        return true;
    }
    switch (c->kind) {
    case KIND_INT: *value = store_int(c->integer); return true;
    case KIND_REAL: *value = store_real(c->real); return true;
    default: break;
    }
    if (c->length > c->room && !enlarge(rows, at)) return false;
    c->text[c->length] = '\0';
    *value = c->kind == KIND_DECIMAL ? decimal(c) : store_text(c->text);
    return true;
}

int mysql_rows_next(mysql_rows *rows, const store_value **cells)
{
    int code = mysql_stmt_fetch(rows->statement);
    if (code == MYSQL_NO_DATA) return 0;
    if (code != 0 && code != MYSQL_DATA_TRUNCATED) return -1;
    for (unsigned i = 0; i < rows->count; i++)
        if (!cell(rows, i)) return -1;
    *cells = rows->cells;
    return 1;
}
