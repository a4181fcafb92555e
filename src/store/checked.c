/* Each cell: is it of the kind that it should be, and in its range? */
#include "store/checked.h"

#include "base/text.h"
#include "base/utf8.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void complain(store_row *row, const char *column, const char *found, const char *allowed)
{
    if (row->status != LT_OK) return;
    row->status = lt_fail(row->err, LT_DAMAGED,
                          "the database has %s in %s.%s, where %s is allowed; this program did "
                          "not write that",
                          found, row->table, column, allowed);
}

static void complain_range(store_row *row, unsigned at, const char *column, const char *allowed)
{
    const store_value *v = &row->cell[at];
    char found[60] = "nothing", shown[40];
    if (v->type == STORE_INT) snprintf(found, sizeof found, "%lld", (long long)v->integer);
    if (v->type == STORE_REAL) snprintf(found, sizeof found, "%.10g", v->real);
    if (v->type == STORE_TEXT)
        snprintf(found, sizeof found, "\"%s\"",
                 lt_quote(shown, sizeof shown, v->text, strlen(v->text)));
    complain(row, column, found, allowed);
}

void store_row_refuse(store_row *row, const char *column, const char *found)
{
    complain(row, column, found, "what adds up");
}

/* Sums come as real numbers from some databases. */
static bool whole(const store_value *v, int64_t *number)
{
    if (v->type == STORE_INT) {
        *number = v->integer;
        return true;
    }
    if (v->type != STORE_REAL || v->real != floor(v->real) || fabs(v->real) > 9e18) return false;
    *number = (int64_t)v->real;
    return true;
}

int64_t store_row_int(store_row *row, unsigned at, const char *column, int64_t low, int64_t high)
{
    int64_t number = 0;
    if (whole(&row->cell[at], &number) && number >= low && number <= high) return number;
    char allowed[80];
    snprintf(allowed, sizeof allowed, "a whole number from %lld to %lld", (long long)low,
             (long long)high);
    complain_range(row, at, column, allowed);
    return low;
}

uint64_t store_row_count(store_row *row, unsigned at, const char *column)
{
    return (uint64_t)store_row_int(row, at, column, 0, INT64_MAX);
}

uint64_t store_row_id(store_row *row, unsigned at, const char *column)
{
    return (uint64_t)store_row_int(row, at, column, 1, INT64_MAX);
}

uint64_t store_row_bits(store_row *row, unsigned at, const char *column)
{
    if (row->cell[at].type == STORE_INT) return (uint64_t)row->cell[at].integer;
    complain_range(row, at, column, "a whole number");
    return 0;
}

double store_row_real(store_row *row, unsigned at, const char *column, double low, double high)
{
    const store_value *v = &row->cell[at];
    double number = store_as_real(v);
    if ((v->type == STORE_REAL || v->type == STORE_INT) && number >= low && number <= high)
        return number;
    char allowed[80];
    snprintf(allowed, sizeof allowed, "a number from %g to %g", low, high);
    complain_range(row, at, column, allowed);
    return low;
}

const char *store_row_text(store_row *row, unsigned at, const char *column)
{
    const store_value *v = &row->cell[at];
    if (v->type == STORE_TEXT && v->text && lt_utf8_plain(v->text, true)) return v->text;
    if (v->type == STORE_TEXT)
        complain(row, column, "bytes that are no text", "UTF-8 without control characters");
    else
        complain_range(row, at, column, "text");
    return "";
}

void store_row_line(store_row *row, unsigned at, const char *column, char *to, size_t size)
{
    const char *text = store_row_text(row, at, column);
    to[0] = '\0';
    if (!lt_utf8_plain(text, false)) {
        complain(row, column, "several lines", "one");
    } else if (strlen(text) >= size) {
        char found[60], allowed[60];
        snprintf(found, sizeof found, "a text of %zu characters", strlen(text));
        snprintf(allowed, sizeof allowed, "one of %zu at most", size - 1);
        complain(row, column, found, allowed);
    } else {
        strcpy(to, text);
    }
}

t48_rules store_row_rules(store_row *row, unsigned at)
{
    t48_rules rules;
    rules.shape.rows = (uint8_t)store_row_int(row, at, "board_rows", T48_SIDE_MIN, T48_SIDE_MAX);
    rules.shape.cols =
        (uint8_t)store_row_int(row, at + 1, "board_cols", T48_SIDE_MIN, T48_SIDE_MAX);
    rules.fours = store_row_real(row, at + 2, "fours", 0, 1);
    return rules;
}

void store_row_games(store_row *row, unsigned at, uint64_t most, uint64_t *first, uint64_t *games)
{
    *first = (uint64_t)store_row_int(row, at, "first_game", 0, (int64_t)STORE_GAMES_MAX);
    *games = (uint64_t)store_row_int(row, at + 1, "games", 0, (int64_t)most);
}

typedef struct checking {
    store_take_fn take;
    void *ctx;
    store_row row;
} checking;

static bool check_row(void *ctx, const store_value *cells)
{
    checking *c = ctx;
    c->row.cell = cells;
    return c->take(c->ctx, &c->row) && c->row.status == LT_OK;
}

lt_status store_read(lab_store *store, const char *table, const char *text, const store_value *in,
                     size_t count, store_take_fn take, void *ctx, lt_error *err)
{
    checking c = {take, ctx, {.table = table, .err = err}};
    LT_TRY(store_run(store, text, in, count, check_row, &c, NULL, err));
    return c.row.status;
}

void store_few(const uint64_t *ids, size_t count, store_value in[STORE_FEW])
{
    for (size_t i = 0; i < STORE_FEW; i++) in[i] = store_u64(ids[i < count ? i : 0]);
}
