/* Inserting many rows: COPY in its text form, which takes any type of column. It is
 * data, not SQL: whatever a text holds, the server takes it as a value. */
#include "base/text.h"
#include "store/postgres_link.h"

#include <string.h>

/* A number is quicker written by hand, with the tab before it, and there are many. */
static void put_integer(lt_text *out, bool tab, int64_t integer)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t rest = integer < 0 ? 0 - (uint64_t)integer : (uint64_t)integer;
    do digits[--at] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (integer < 0) digits[--at] = '-';
    if (tab) digits[--at] = '\t';
    lt_text_add(out, digits + at, sizeof digits - at);
}

static void put_escaped(lt_text *out, const char *text)
{
    while (*text) {
        size_t plain = strcspn(text, "\\\t\n\r");
        lt_text_add(out, text, plain);
        text += plain;
        if (!*text) break;
        const char escape[2] = {'\\', *text == '\t'   ? 't'
                                      : *text == '\n' ? 'n'
                                      : *text == '\r' ? 'r'
                                                      : '\\'};
        lt_text_add(out, escape, 2);
        text++;
    }
}

static void put_row(lt_text *out, const store_value *values, size_t columns)
{
    for (size_t i = 0; i < columns; i++) {
        if (i && values[i].type != STORE_INT) lt_text_add(out, "\t", 1);
        switch (values[i].type) {
        case STORE_NULL: lt_text_add(out, "\\N", 2); break;
        case STORE_INT: put_integer(out, i > 0, values[i].integer); break;
        case STORE_REAL: lt_text_printf(out, "%.17g", values[i].real); break;
        case STORE_TEXT: put_escaped(out, values[i].text); break;
        }
    }
    lt_text_add(out, "\n", 1);
}

static lt_status copy_rows(postgres_connection *c, const store_value *values, size_t columns,
                           size_t rows, lt_error *err)
{
    enum { PIECE = 60000 };
    lt_text piece;
    lt_text_init(&piece);
    bool sent = true;
    for (size_t i = 0; sent && i < rows; i++) {
        put_row(&piece, &values[i * columns], columns);
        if (piece.length < PIECE && i + 1 < rows) continue;
        sent = !piece.failed && PQputCopyData(c->pg, piece.data, (int)piece.length) == 1;
        lt_text_clear(&piece);
    }
    bool memory = !piece.failed;
    lt_text_release(&piece);
    PQputCopyEnd(c->pg, memory ? NULL : "not enough memory");
    lt_status status = postgres_receive(c, NULL, NULL, NULL, err);
    return memory ? status : lt_fail(err, LT_NO_MEMORY, "not enough memory");
}

lt_status postgres_insert(store_connection *base, const char *head, size_t columns,
                          const store_value *values, size_t rows, lt_error *err)
{
    static const char verb[] = "INSERT INTO ";
    postgres_connection *c = (postgres_connection *)base;
    if (!rows) return LT_OK;
    if (strncmp(head, verb, sizeof verb - 1) != 0)
        return lt_fail(err, LT_UNSUPPORTED, "many rows are inserted by INSERT INTO only");
    lt_text sql;
    lt_text_init(&sql);
    lt_text_printf(&sql, "COPY %s FROM STDIN", head + sizeof verb - 1);
    PGresult *result = sql.failed ? NULL : PQexec(c->pg, sql.data);
    lt_text_release(&sql);
    lt_status status =
        PQresultStatus(result) == PGRES_COPY_IN ? LT_OK : postgres_fail(c, result, err);
    PQclear(result);
    return status == LT_OK ? copy_rows(c, values, columns, rows, err) : status;
}
