/* Base: random numbers, text, parameters, files, statistics. */
#include "testing.h"

#include "base/bits.h"
#include "base/byteorder.h"
#include "base/files.h"
#include "base/quantiles.h"
#include "base/sealed.h"
#include "base/stats.h"
#include "base/text.h"
#include "base/threads.h"
#include "base/writer.h"
#include "laatta/param.h"
#include "laatta/rng.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Reference outputs of splitmix64 from seed 1234567, as published with it. */
static void splitmix_matches_the_published_sequence(void **state)
{
    (void)state;
    assert_true(lt_seed_of(1234567, 0) == 6457827717110365317u);
    assert_true(lt_seed_of(1234567, 1) == 3203168211198807973u);
    assert_true(lt_seed_of(1234567, 2) == 9817491932198370423u);
}

/* Reference outputs of xoshiro256** from the state 1 2 3 4, as published. */
static void xoshiro_matches_the_published_sequence(void **state)
{
    (void)state;
    lt_rng rng = {{1, 2, 3, 4}};
    assert_true(lt_rng_next(&rng) == 11520u);
    assert_true(lt_rng_next(&rng) == 0u);
    assert_true(lt_rng_next(&rng) == 1509978240u);
    assert_true(lt_rng_next(&rng) == 1215971899390074240u);
}

static void below_is_uniform(void **state)
{
    (void)state;
    lt_rng rng;
    lt_rng_seed(&rng, 7);
    unsigned count[7] = {0};
    for (int i = 0; i < 70000; i++) count[lt_rng_below(&rng, 7)]++;
    for (int i = 0; i < 7; i++) assert_in_range(count[i], 9600, 10400);
}

static void bit_operations_equal_their_plain_twins(void **state)
{
    (void)state;
    lt_rng rng;
    lt_rng_seed(&rng, 3);
    for (int i = 0; i < 20000; i++) {
        uint64_t x = lt_rng_next(&rng), mask = lt_rng_next(&rng) & lt_rng_next(&rng);
        assert_true(lt_pext64(x, mask) == lt_pext64_plain(x, mask));
        int64_t value = (int64_t)x >> (8 + x % 40);
        uint64_t factor = lt_rng_next(&rng) >> 30;
        assert_true(lt_scale32(value, factor) ==
                    (int64_t)(((__int128)value * (int64_t)factor) >> 32));
        unsigned n = lt_rng_below(&rng, lt_popcount64(x));
        uint64_t bit = x;
        for (unsigned k = 0; k < n; k++) bit &= bit - 1;
        assert_true(lt_nth_bit(x, n) == (bit & -bit));
    }
}

static void numbers_are_parsed_strictly(void **state)
{
    (void)state;
    unsigned long long u;
    long long i;
    double d;
    assert_true(lt_parse_u64("18446744073709551615", 20, &u) && u == UINT64_MAX);
    assert_false(lt_parse_u64("18446744073709551616", 20, &u));
    assert_false(lt_parse_u64("", 0, &u));
    assert_false(lt_parse_u64("1x", 2, &u));
    assert_false(lt_parse_u64("-1", 2, &u));
    assert_true(lt_parse_i64("-17", 3, &i) && i == -17);
    assert_false(lt_parse_i64("--1", 3, &i));
    assert_true(lt_parse_real("1.5e2", 5, &d) && d == 150);
    assert_false(lt_parse_real("0x10", 4, &d));
    assert_false(lt_parse_real("nan", 3, &d));
    assert_false(lt_parse_real("1e999", 5, &d));
}

static void edit_distance_counts_changes(void **state)
{
    (void)state;
    assert_int_equal(lt_edit_distance("snake", 5, "snake"), 0);
    assert_int_equal(lt_edit_distance("snaek", 5, "snake"), 2);
    assert_int_equal(lt_edit_distance("", 0, "abc"), 3);
}

static const lt_param table[] = {
    {.name = "depth", .type = LT_INT, .initial = 4, .low = 1, .high = 9},
    {.name = "weight", .type = LT_REAL, .initial = 0.5, .low = -1, .high = 1},
    {.name = "mode", .type = LT_CHOICE, .choices = "mean|worst"},
    {.name = "net", .type = LT_TEXT, .text = "auto"},
};

static void parameters_have_defaults_types_and_ranges(void **state)
{
    (void)state;
    lt_params p;
    lt_error err;
    lt_params_init(&p, table, 4);
    assert_int_equal(lt_params_int(&p, "depth"), 4);
    assert_string_equal(lt_params_text(&p, "net"), "auto");
    assert_int_equal(lt_params_set(&p, 0, "9", 1, "x", &err), LT_OK);
    assert_int_equal(lt_params_int(&p, "depth"), 9);
    assert_int_equal(lt_params_set(&p, 0, "10", 2, "x", &err), LT_BAD_INPUT);
    assert_string_equal(err.text,
                        "x: depth=10 is not allowed; depth takes a whole number from 1 to 9");
    assert_int_equal(lt_params_set(&p, 1, "0.25", 4, "x", &err), LT_OK);
    assert_true(lt_params_real(&p, "weight") == 0.25);
    assert_int_equal(lt_params_set(&p, 2, "worst", 5, "x", &err), LT_OK);
    assert_int_equal(lt_params_int(&p, "mode"), 1);
    assert_int_equal(lt_params_set(&p, 2, "wors", 4, "x", &err), LT_BAD_INPUT);
}

static void wilson_and_t_match_reference_values(void **state)
{
    (void)state;
    lt_interval w = lt_wilson95(75, 100);
    assert_true(fabs(w.low - 0.656955) < 1e-5 && fabs(w.high - 0.824548) < 1e-5);
    w = lt_wilson95(0, 10);
    assert_true(w.low == 0 && fabs(w.high - 0.277533) < 1e-5);
    assert_true(fabs(lt_t_quantile(0.975, 30) - 2.0423) < 2e-4 &&
                fabs(lt_t_quantile(0.975, 1000) - 1.9623) < 2e-4);
    double values[] = {4, 1, 3, 2};
    lt_summary s = lt_summarise(values, 4);
    assert_true(s.mean == 2.5 && s.median == 2.5 && s.max == 4);
    assert_true(fabs(s.stdev - 1.2909944) < 1e-6);
}

static void count_up(void *ctx, int worker)
{
    ((int *)ctx)[worker] = worker + 1;
}

static void threads_all_run(void **state)
{
    (void)state;
    int seen[8] = {0};
    assert_int_equal(lt_parallel(8, count_up, seen, NULL), LT_OK);
    for (int i = 0; i < 8; i++) assert_int_equal(seen[i], i + 1);
}

static void make_path(char *path, size_t size)
{
    snprintf(path, size, "/tmp/laatta-test-%ld.bin", (long)getpid());
}

static void sealed_files_round_trip_and_refuse_damage(void **state)
{
    (void)state;
    char path[64];
    make_path(path, sizeof path);
    lt_seal seal = {.magic = "LAATTEST", .version = 3};
    memcpy(seal.extra, "hello", 5);
    lt_sealer *sealer;
    lt_error err;
    assert_int_equal(lt_sealer_open(&sealer, path, &seal, &err), LT_OK);
    assert_int_equal(lt_sealer_write(sealer, "some ", 5, &err), LT_OK);
    assert_int_equal(lt_sealer_write(sealer, "bytes", 5, &err), LT_OK);
    assert_int_equal(lt_sealer_commit(sealer, &err), LT_OK);

    lt_sealed sealed;
    assert_int_equal(lt_sealed_open(&sealed, path, "LAATTEST", 3, true, &err), LT_OK);
    assert_int_equal(sealed.length, 10);
    assert_memory_equal(sealed.payload, "some bytes", 10);
    assert_memory_equal(sealed.seal.extra, "hello", 5);
    lt_sealed_close(&sealed);
    assert_int_equal(lt_sealed_open(&sealed, path, "OTHERFIL", 3, true, &err), LT_DAMAGED);
    assert_int_equal(lt_sealed_open(&sealed, path, "LAATTEST", 4, true, &err), LT_DAMAGED);

    /* Any flipped bit and any cut is refused. */
    char *bytes;
    size_t length;
    assert_int_equal(lt_file_load(path, 1000, &bytes, &length, &err), LT_OK);
    for (size_t i = 0; i < length; i++) {
        bytes[i] ^= 4;
        assert_int_equal(lt_file_save(path, bytes, length, &err), LT_OK);
        assert_int_equal(lt_sealed_open(&sealed, path, "LAATTEST", 3, true, &err), LT_DAMAGED);
        bytes[i] ^= 4;
        assert_int_equal(lt_file_save(path, bytes, i, &err), LT_OK);
        assert_int_equal(lt_sealed_open(&sealed, path, "LAATTEST", 3, true, &err), LT_DAMAGED);
    }
    free(bytes);
    unlink(path);
}

/* On a big-endian machine this fails where a number is written or read as it lies in memory. */
static void numbers_in_files_are_little_endian(void **state)
{
    (void)state;
    typedef struct record {
        uint64_t wide;
        uint32_t one;
        uint16_t two, three;
    } record;
    static const char widths[] = "8422";
    static const uint8_t expected[16] = {8, 7, 6, 5, 4, 3, 2, 1, 12, 11, 10, 9, 14, 13, 16, 15};
    enum { RECORDS = 1000 }; /* more than are turned round at a time */
    record records[RECORDS];
    for (unsigned i = 0; i < RECORDS; i++)
        records[i] = (record){0x0102030405060708, 0x090a0b0c, 0x0d0e, 0x0f10};
    char path[64];
    make_path(path, sizeof path);
    lt_seal seal = {.magic = "LAATTEST", .version = 3};
    lt_sealer *sealer;
    lt_error err;
    assert_int_equal(lt_order_size(widths), sizeof(record));
    assert_int_equal(lt_sealer_open(&sealer, path, &seal, &err), LT_OK);
    assert_int_equal(lt_sealer_put(sealer, records, RECORDS, widths, &err), LT_OK);
    assert_int_equal(lt_sealer_commit(sealer, &err), LT_OK);

    char *bytes;
    size_t length;
    assert_int_equal(lt_file_load(path, 1 << 20, &bytes, &length, &err), LT_OK);
    assert_int_equal(length, LT_SEAL_SIZE + sizeof records);
    assert_memory_equal(bytes + 8, "\3\0\0\0\100\0\0\0\200\76\0\0\0\0\0\0", 16);
    for (unsigned i = 0; i < RECORDS; i++)
        assert_memory_equal(bytes + LT_SEAL_SIZE + i * sizeof(record), expected, sizeof expected);
    free(bytes);

    lt_sealed sealed;
    assert_int_equal(lt_sealed_open(&sealed, path, "LAATTEST", 3, true, &err), LT_OK);
    lt_sealed_numbers(&sealed, 0, RECORDS, widths);
    assert_memory_equal(sealed.payload, records, sizeof records);
    lt_sealed_close(&sealed);
    unlink(path);

    uint8_t turned[16];
    memcpy(turned, expected, sizeof turned);
    lt_order_reverse(turned, 1, widths);
    for (uint8_t i = 0; i < 16; i++) assert_int_equal(turned[i], i + 1);
}

static void an_abandoned_writer_leaves_the_old_file(void **state)
{
    (void)state;
    char path[64];
    make_path(path, sizeof path);
    assert_int_equal(lt_file_save(path, "old", 3, NULL), LT_OK);
    lt_writer *writer;
    assert_int_equal(lt_writer_open(&writer, path, NULL), LT_OK);
    assert_int_equal(lt_writer_write(writer, "new", 3, NULL), LT_OK);
    lt_writer_abandon(writer);
    char *bytes;
    size_t length;
    assert_int_equal(lt_file_load(path, 100, &bytes, &length, NULL), LT_OK);
    assert_string_equal(bytes, "old");
    free(bytes);
    unlink(path);
}

static void an_unwritable_place_is_reported(void **state)
{
    (void)state;
    lt_error err;
    assert_int_equal(lt_file_save("/nowhere/at/all", "x", 1, &err), LT_IO);
    assert_non_null(strstr(err.text, "/nowhere/at/all"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splitmix_matches_the_published_sequence),
        cmocka_unit_test(xoshiro_matches_the_published_sequence),
        cmocka_unit_test(below_is_uniform),
        cmocka_unit_test(bit_operations_equal_their_plain_twins),
        cmocka_unit_test(numbers_are_parsed_strictly),
        cmocka_unit_test(edit_distance_counts_changes),
        cmocka_unit_test(parameters_have_defaults_types_and_ranges),
        cmocka_unit_test(wilson_and_t_match_reference_values),
        cmocka_unit_test(threads_all_run),
        cmocka_unit_test(sealed_files_round_trip_and_refuse_damage),
        cmocka_unit_test(numbers_in_files_are_little_endian),
        cmocka_unit_test(an_abandoned_writer_leaves_the_old_file),
        cmocka_unit_test(an_unwritable_place_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
