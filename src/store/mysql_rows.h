/* Rows of a prepared statement of MySQL or MariaDB, one at a time off the wire. */
#ifndef STORE_MYSQL_ROWS_H
#define STORE_MYSQL_ROWS_H

#include "store/driver.h"

#include <mysql.h>

enum { MYSQL_COLUMNS_MAX = 100 };

typedef struct mysql_rows mysql_rows;

/* For the statement that was just executed; NULL when it has no rows (*none is
 * then true) or when memory or libmariadb failed. */
mysql_rows *mysql_rows_new(MYSQL_STMT *statement, bool *none);
void mysql_rows_free(mysql_rows *rows);

/* The next row's cells, valid until the next call: 1, or 0 at the end, or -1 on an
 * error that the statement tells. */
int mysql_rows_next(mysql_rows *rows, const store_value **cells);

#endif
