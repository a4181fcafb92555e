/* Packed tables: the coder gives back every bit, packing and unpacking agree on
 * every weight, rounding is as close as the price says, and bytes that are not a
 * packing are refused without harm. */
#include "testing.h"

#include "twenty48/net/net_pack.h"

#include <math.h>
#include <string.h>

static void the_coder_gives_back_what_was_written(void **state)
{
    (void)state;
    /* Chances near 0 and 1 make long runs of bytes that a carry may still change. */
    static const double chances[] = {0.5, 0.9, 0.1, 0.0001, 0.99999, 0};
    enum { BITS = 200000, ROOM = 1 << 18 };
    static uint8_t bytes[ROOM], written[BITS];
    for (size_t c = 0; c < sizeof chances / sizeof chances[0]; c++) {
        lt_rng rng;
        lt_rng_seed(&rng, c);
        t48_bit bit[4], twin[4];
        for (int i = 0; i < 4; i++) twin[i] = bit[i] = (t48_bit){32768, 32768};
        t48_writer w;
        t48_writer_init(&w, bytes, sizeof bytes);
        uint64_t count = test_amount(BITS);
        double entropy = 0;
        for (uint64_t i = 0; i < count; i++) {
            written[i] = lt_rng_unit(&rng) < chances[c];
            entropy += written[i] ? -log2(chances[c]) : -log2(1 - chances[c]);
            t48_write(&w, &bit[i % 4], written[i]);
            if (i % 1000 == 0) t48_write_even(&w, (uint32_t)i, 17);
        }
        t48_writer_finish(&w);
        assert_true(w.length <= sizeof bytes);
        /* Little more than what the bits are worth: learning, and the even ones. */
        double most = entropy * 1.02 / 8 + 400 + (double)count / 1000 * 17 / 8;
        assert_true((double)w.length < most);
        t48_reader r;
        t48_reader_init(&r, bytes, w.length);
        for (uint64_t i = 0; i < count; i++) {
            assert_int_equal(t48_read(&r, &twin[i % 4]), written[i]);
            if (i % 1000 == 0) assert_int_equal(t48_read_even(&r, 17), i & 0x1ffff);
        }
        assert_true(t48_reader_done(&r));
        assert_memory_equal(bit, twin, sizeof bit);
    }
}

/* One number for what the reader makes of bytes: the same on every machine. */
static void reading_is_the_same_everywhere(void **state)
{
    (void)state;
    uint8_t bytes[4096];
    lt_rng rng;
    lt_rng_seed(&rng, 1);
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)lt_rng_next(&rng);
    t48_bit bit[64];
    for (int i = 0; i < 64; i++) bit[i] = (t48_bit){(uint16_t)(1000 * i), 32768};
    t48_reader r;
    t48_reader_init(&r, bytes, sizeof bytes);
    uint64_t digest = 0;
    while (r.missing == 0) {
        unsigned which = digest & 63;
        uint64_t value = which == 63 ? t48_read_even(&r, 9) : t48_read(&r, &bit[which]);
        digest = lt_mix64(digest ^ value);
    }
    assert_true(digest == 0x483bd259d7e3e2ccu);
}

/* Weights as training leaves them: few large ones, many small, most untouched. */
static void make_weights(t48_learner *l, t48_usage *usage, uint64_t seed, double touched)
{
    lt_rng rng;
    lt_rng_seed(&rng, seed);
    for (uint64_t i = 0; i < l->layout.size; i++) {
        if (lt_rng_unit(&rng) >= touched) continue;
        double size = exp(lt_rng_unit(&rng) * 10);
        l->weight[i].value = (float)(lt_rng_below(&rng, 3) ? size : -size);
        usage->count[i] = (float)exp(lt_rng_unit(&rng) * 12 - 3);
        usage->boards++;
    }
}

typedef struct packing {
    t48_learner learner;
    t48_usage usage;
    unsigned differences; /* stages packed as what they differ by */
    int16_t *weight;
    uint8_t *bytes;
    size_t room;
    t48_packed packed;
} packing;

static packing begin(const char *text, uint64_t seed, double touched)
{
    packing p = {.room = 1 << 21};
    t48_net_layout layout;
    assert_int_equal(t48_net_layout_parse(&layout, (t48_shape){4, 4}, text, NULL), LT_OK);
    assert_int_equal(t48_learner_init(&p.learner, &layout, NULL), LT_OK);
    p.usage.count = calloc(layout.size, sizeof *p.usage.count);
    p.weight = calloc(layout.size, sizeof *p.weight);
    p.bytes = malloc(p.room);
    make_weights(&p.learner, &p.usage, seed, touched);
    return p;
}

static void end(packing *p)
{
    t48_learner_release(&p->learner);
    free(p->usage.count);
    free(p->weight);
    free(p->bytes);
}

static lt_status unpack(const packing *p, size_t length, t48_net_rows *rows, uint64_t *kept,
                        lt_error *err)
{
    const t48_net_layout *layout = &p->learner.layout;
    *rows = (t48_net_rows){.row = calloc(layout->size / T48_NET_ROW, sizeof *rows->row)};
    return t48_unpack(layout, p->differences, p->bytes, length, rows, kept, "it", err);
}

static void forget(t48_net_rows *rows)
{
    free(rows->row);
    free(rows->weight);
}

static lt_status refused(const packing *p, size_t length, lt_error *err)
{
    t48_net_rows rows;
    uint64_t kept;
    lt_status status = unpack(p, length, &rows, &kept, err);
    forget(&rows);
    return status;
}

/* The same weights, row by row, without the rows that have none. */
static void rows_are_the_same(const packing *p)
{
    const t48_net_layout *layout = &p->learner.layout;
    uint64_t kept, alive = 0;
    uint32_t last = 0;
    lt_error err;
    t48_net_rows rows;
    if (unpack(p, p->packed.length, &rows, &kept, &err) != LT_OK) fail_msg("%s", err.text);
    for (uint64_t row = 0; row < layout->size / T48_NET_ROW; row++) {
        /* Rows lie in order; one that differs by nothing is that of the stage before. */
        if (rows.row[row] > last) {
            last = rows.row[row];
            alive++;
        }
        assert_memory_equal(p->weight + row * T48_NET_ROW, rows.weight + rows.row[row],
                            T48_NET_ROW * sizeof *rows.weight);
    }
    assert_int_equal(rows.count, (alive + 1) * T48_NET_ROW);
    assert_int_equal(kept, p->packed.kept);
    forget(&rows);
}

static void pack(packing *p, float step, double price)
{
    memset(p->weight, 0, p->learner.layout.size * sizeof *p->weight);
    assert_true(t48_pack(&p->learner, &p->usage, p->differences, step, price, p->weight, p->bytes,
                         p->room, &p->packed));
    assert_true(p->packed.length <= p->room);
    rows_are_the_same(p);
}

static void unpacking_gives_back_what_was_packed(void **state)
{
    (void)state;
    static const char *const shapes[] = {"0",       "5,01@3@14", "0145,1,256", "0123,4567,0145",
                                         "01234,9", "0145,2@13"};
    static const double prices[] = {0, 1, 1e4, 1e9, 1e14};
    for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++)
        for (int dense = 0; dense < 3; dense++) {
            packing p = begin(shapes[s], s, dense == 0 ? 0.02 : dense == 1 ? 0.5 : 1);
            size_t last = SIZE_MAX;
            for (size_t i = 0; i < sizeof prices / sizeof prices[0]; i++) {
                pack(&p, 2, prices[i]);
                /* Dearer bits are fewer. */
                assert_true(p.packed.length <= last);
                last = p.packed.length;
            }
            end(&p);
        }
}

static void bits_for_nothing_round_to_nearest(void **state)
{
    (void)state;
    packing p = begin("0145,1256", 3, 0.3);
    pack(&p, 4, 0);
    double squares = 0;
    for (uint64_t i = 0; i < p.learner.layout.size; i++) {
        float value = p.learner.weight[i].value;
        assert_int_equal(p.weight[i], lrintf(value / 4));
        double error = (double)(value - (float)p.weight[i] * 4);
        squares += (double)p.usage.count[i] * error * error;
    }
    assert_true(fabs(p.packed.squares / squares - 1) < 1e-4);
    /* The more a weight counts, the closer it is rounded. */
    pack(&p, 4, 1e4);
    double sum[2] = {0, 0}, number[2] = {0, 0};
    for (uint64_t i = 0; i < p.learner.layout.size; i++) {
        int much = p.usage.count[i] > 50;
        if (p.usage.count[i] == 0) assert_int_equal(p.weight[i], 0);
        sum[much] += fabs((double)(p.learner.weight[i].value - (float)p.weight[i] * 4));
        number[much] += p.usage.count[i] > 0;
    }
    assert_true(sum[1] / number[1] < 0.5 * sum[0] / number[0]);
    end(&p);
}

static void bytes_that_are_no_packing_are_refused(void **state)
{
    (void)state;
    packing p = begin("0145,1256", 4, 0.3);
    pack(&p, 2, 100);
    size_t length = p.packed.length;
    lt_error err;
    /* Cut off, or with more behind. */
    for (size_t cut = 0; cut < length; cut += 1 + length / 50)
        assert_int_equal(refused(&p, cut, &err), LT_DAMAGED);
    assert_int_equal(refused(&p, length + 1, &err), LT_DAMAGED);
    assert_non_null(strstr(err.text, "it is damaged"));
    /* Noise: sanitizers watch the tables' ends. */
    lt_rng rng;
    lt_rng_seed(&rng, 5);
    uint64_t rounds = test_amount(300);
    for (uint64_t n = 0; n < rounds; n++) {
        for (size_t i = 0; i < length; i++)
            p.bytes[i] = n % 4 == 0 ? 0 : n % 4 == 1 ? 255 : (uint8_t)lt_rng_next(&rng);
        refused(&p, length, &err);
    }
    end(&p);
}

/* Stages that are nearly copies of the one before are found, take less as differences, and
 * are rounded about as well; one that is not stays as it is. */
static void copies_are_packed_as_differences(void **state)
{
    (void)state;
    packing p = begin("0145,2@11@12@13", 6, 0.4);
    const t48_net_layout *layout = &p.learner.layout;
    lt_rng rng;
    lt_rng_seed(&rng, 7);
    for (uint32_t s = 1; s < 4; s++)
        for (uint32_t i = 0; s != 2 && i < layout->stage_size; i++) {
            uint64_t at = s * layout->stage_size + i, before = at - layout->stage_size;
            p.usage.count[at] = p.usage.count[before];
            p.learner.weight[at] = p.learner.weight[before];
            if (p.usage.count[at] > 0)
                p.learner.weight[at].value += (float)lt_rng_below(&rng, 41) - 20;
        }
    assert_int_equal(t48_pack_differences(&p.learner, &p.usage), 1 << 1 | 1 << 3);
    pack(&p, 2, 1e4);
    t48_packed plain = p.packed;
    p.differences = 1 << 1 | 1 << 3;
    pack(&p, 2, 1e4);
    assert_true((double)p.packed.length < 0.8 * (double)plain.length);
    assert_true(p.packed.squares + 1e4 * 8 * (double)p.packed.length <
                0.8 * (plain.squares + 1e4 * 8 * (double)plain.length));
    /* At the edge of what a weight can be: nothing is coded beyond it. */
    for (uint64_t i = 0; i < layout->size; i++)
        if (p.usage.count[i] > 0) p.learner.weight[i].value = 2 * (INT16_MAX - (float)(i % 3));
    pack(&p, 2, 0);
    pack(&p, 2, 1e4);
    end(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_coder_gives_back_what_was_written),
        cmocka_unit_test(reading_is_the_same_everywhere),
        cmocka_unit_test(unpacking_gives_back_what_was_packed),
        cmocka_unit_test(bits_for_nothing_round_to_nearest),
        cmocka_unit_test(bytes_that_are_no_packing_are_refused),
        cmocka_unit_test(copies_are_packed_as_differences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
