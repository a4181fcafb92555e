/* PostgreSQL's binary values: what goes in as a parameter, what comes out as a cell. */
#ifndef STORE_POSTGRES_CELLS_H
#define STORE_POSTGRES_CELLS_H

#include "store/driver.h"

#include <libpq-fe.h>

/* A parameter as libpq wants it. Numbers are sent as eight bytes, in `bytes`. */
typedef struct postgres_parameter {
    Oid type; /* 0: the server shall find out */
    const char *value;
    int length;
    int format;
    char bytes[8];
} postgres_parameter;

void postgres_encode(postgres_parameter *parameter, const store_value *value);

/* The type a value is declared with when a statement is prepared. */
Oid postgres_type(store_type type);

/* Turns the bytes of a cell into a value. */
typedef store_value (*postgres_decoder)(const char *bytes, int length);

/* The decoder of a type of columns; NULL for a type that laatta does not read. */
postgres_decoder postgres_decoder_of(Oid type);

#endif
