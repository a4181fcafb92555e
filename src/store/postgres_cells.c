/* Numbers cross in the byte order of the network. The numbers of the types are
 * part of PostgreSQL's protocol (its file pg_type.dat); libpq has no names for them. */
#include "store/postgres_cells.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TYPE_BOOL = 16,
    TYPE_NAME = 19,
    TYPE_INT8 = 20,
    TYPE_INT2 = 21,
    TYPE_INT4 = 23,
    TYPE_TEXT = 25,
    TYPE_FLOAT4 = 700,
    TYPE_FLOAT8 = 701,
    TYPE_VARCHAR = 1043,
    TYPE_NUMERIC = 1700
};

static uint64_t unsigned_of(const char *bytes, int length)
{
    uint64_t value = 0;
    for (int i = 0; i < length; i++) value = value << 8 | (unsigned char)bytes[i];
    return value;
}

Oid postgres_type(store_type type)
{
    return type == STORE_INT ? TYPE_INT8 : type == STORE_REAL ? TYPE_FLOAT8 : 0;
}

void postgres_encode(postgres_parameter *parameter, const store_value *value)
{
    *parameter = (postgres_parameter){.type = postgres_type(value->type)};
    if (value->type == STORE_TEXT) parameter->value = value->text;
    if (!parameter->type) return;
    uint64_t bits = (uint64_t)value->integer;
    if (value->type == STORE_REAL) memcpy(&bits, &value->real, sizeof bits);
    for (int i = 0; i < 8; i++) parameter->bytes[i] = (char)(bits >> (56 - 8 * i));
    parameter->value = parameter->bytes;
    parameter->length = 8;
    parameter->format = 1;
}

static store_value of_bool(const char *bytes, int length)
{
    return store_int(length && *bytes);
}

static store_value of_int2(const char *bytes, int length)
{
    return store_int((int16_t)unsigned_of(bytes, length));
}

static store_value of_int4(const char *bytes, int length)
{
    return store_int((int32_t)unsigned_of(bytes, length));
}

static store_value of_int8(const char *bytes, int length)
{
    return store_int((int64_t)unsigned_of(bytes, length));
}

static store_value of_float4(const char *bytes, int length)
{
    uint32_t bits = (uint32_t)unsigned_of(bytes, length);
    float value;
    memcpy(&value, &bits, sizeof value);
    return store_real((double)value);
}

static store_value of_float8(const char *bytes, int length)
{
    uint64_t bits = unsigned_of(bytes, length);
    double value;
    memcpy(&value, &bits, sizeof value);
    return store_real(value);
}

static store_value of_text(const char *bytes, int length)
{
    (void)length;
    return store_text(bytes);
}

/* A decimal number, which is what sums of integers are:
 *
 *   16 bits   16 bits   16 bits   16 bits   16 bits each
 *   digits    weight    sign      scale     digits in base 10000, highest first
 *
 * The first digit counts 10000^weight; zeros at the end are left out. Whole
 * numbers that fit become integers, others the nearest real. */
static store_value of_numeric(const char *bytes, int length)
{
    enum { POSITIVE = 0, NEGATIVE = 0x4000, HEAD = 8 };
    if (length < HEAD) return (store_value){.type = STORE_NULL};
    int digits = (int16_t)unsigned_of(bytes, 2), weight = (int16_t)unsigned_of(bytes + 2, 2);
    int sign = (int)unsigned_of(bytes + 4, 2);
    if (length < HEAD + 2 * digits || (sign != POSITIVE && sign != NEGATIVE))
        return (store_value){.type = STORE_NULL};
    char decimal[1200];
    size_t used = 0;
    int64_t whole = 0;
    bool fits = true;
    for (int i = 0; i < digits && used < 1100; i++) {
        int digit = (int)unsigned_of(bytes + HEAD + 2 * i, 2);
        used += (size_t)snprintf(decimal + used, 8, "%04d", digit);
        fits = fits && i <= weight && !__builtin_mul_overflow(whole, 10000, &whole) &&
               !__builtin_add_overflow(whole, digit, &whole);
    }
    for (int i = digits; i <= weight && digits; i++)
        fits = fits && !__builtin_mul_overflow(whole, 10000, &whole);
    if (fits) return store_int(sign == NEGATIVE ? -whole : whole);
    snprintf(decimal + used, 16, "e%d", 4 * (weight + 1) - (int)used);
    double real = strtod(decimal, NULL);
    return store_real(sign == NEGATIVE ? -real : real);
}

postgres_decoder postgres_decoder_of(Oid type)
{
    switch (type) {
    case TYPE_BOOL: return of_bool;
    case TYPE_INT2: return of_int2;
    case TYPE_INT4: return of_int4;
    case TYPE_INT8: return of_int8;
    case TYPE_FLOAT4: return of_float4;
    case TYPE_FLOAT8: return of_float8;
    case TYPE_NUMERIC: return of_numeric;
    case TYPE_NAME:
    case TYPE_TEXT:
    case TYPE_VARCHAR: return of_text;
    default: return NULL;
    }
}
