/* Specs: one grammar for players, evaluations, solvers, heuristics and grids. */
#include "testing.h"

#include "base/spec.h"
#include "laatta/npuzzle.h"
#include "laatta/player.h"

#include <stdio.h>
#include <string.h>

static const lt_param table[] = {
    {"depth", "a number", LT_INT, 3, 1, 9, NULL, NULL},
    {"file", "a text", LT_TEXT, 0, 0, 0, NULL, "none"},
    {"kind", "a choice", LT_CHOICE, 1, 0, 0, "red|green|blue", NULL},
};
static const lt_param more[] = {{"weight", "a real", LT_REAL, 0.5, -1, 1, NULL, NULL}};

/* Parses and writes out again. */
static const char *whole(const char *spec, lt_error *err)
{
    static char out[3000];
    lt_params first, second;
    lt_text text;
    lt_params_init(&first, table, 3);
    lt_params_init(&second, more, 1);
    if (lt_spec_fill(spec, "thing", (lt_params *const[]){&first, &second}, 2, err) != LT_OK)
        return NULL;
    lt_text_init(&text);
    lt_text_puts(&text, "thing");
    lt_spec_write(&text, &first);
    lt_spec_write(&text, &second);
    snprintf(out, sizeof out, "%s", lt_text_str(&text));
    lt_text_release(&text);
    return out;
}

static void specs_are_completed_and_written_out(void **state)
{
    (void)state;
    const char *defaults = "thing:depth=3,file=none,kind=green,weight=0.5";
    assert_string_equal(whole("thing", NULL), defaults);
    assert_string_equal(whole("thing:", NULL), defaults);
    assert_string_equal(whole("thing:weight=-1,depth=9,kind=red", NULL),
                        "thing:depth=9,file=none,kind=red,weight=-1");
    assert_string_equal(whole("thing:depth=4,depth=5", NULL),
                        "thing:depth=5,file=none,kind=green,weight=0.5");
    assert_string_equal(whole("thing:file=", NULL), "thing:depth=3,file=,kind=green,weight=0.5");
    assert_string_equal(whole("thing:file=a=b:c", NULL),
                        "thing:depth=3,file=a=b:c,kind=green,weight=0.5");
}

static void quotes_hold_anything(void **state)
{
    (void)state;
    assert_string_equal(whole("thing:file=\"a, b\",depth=2", NULL),
                        "thing:depth=2,file=\"a, b\",kind=green,weight=0.5");
    assert_string_equal(whole("thing:file=\"say \"\"yes\"\"\"", NULL),
                        "thing:depth=3,file=\"say \"\"yes\"\"\",kind=green,weight=0.5");
    assert_string_equal(whole("thing:file=\"plain\"", NULL),
                        "thing:depth=3,file=plain,kind=green,weight=0.5");
    assert_string_equal(whole("thing:depth=\"7\"", NULL),
                        "thing:depth=7,file=none,kind=green,weight=0.5");
    /* A path of 300 characters with commas comes through twice. */
    char spec[400] = "thing:file=\"", again[3000];
    for (int i = 0; i < 100; i++) strcat(spec, "/a,");
    strcat(spec, "\"");
    snprintf(again, sizeof again, "%s", whole(spec, NULL));
    assert_non_null(strstr(again, "/a,/a,\",kind"));
    assert_string_equal(whole(again, NULL), again);
}

static void bad_specs_say_what_is_allowed(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"thing:dept=3", "has no parameter \"dept\"; it has depth, file, kind, weight"},
        {"thing:depth", "depth needs a value"},
        {"thing:depth=3,", NULL}, /* nothing after the comma is nothing */
        {"thing:,depth=3", "has no parameter \"\""},
        {"thing:depth=0", "from 1 to 9"},
        {"thing:kind=pink", "red|green|blue"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        lt_error err = {LT_OK, ""};
        const char *out = whole(bad[i][0], &err);
        assert_true((out != NULL) == (bad[i][1] == NULL));
        if (!out && !strstr(err.text, bad[i][1])) fail_msg("%s: %s", bad[i][0], err.text);
    }
}

static bool is_k(const char *spec, const char *key, size_t length)
{
    (void)spec;
    return length == 1 && *key == 'k';
}

static void keys_are_left_out_of_a_spec(void **state)
{
    (void)state;
    static const char *const left[][2] = {
        {"a", "a"},
        {"a:", "a"},
        {"a:k=1", "a"},
        {"a:k=1,b=2,k=\"x,b=3\"", "a:b=2"},
        {"a:kk=\"x,k=1\"\"\",k,b", "a:kk=\"x,k=1\"\"\",b"},
    };
    lt_text out;
    lt_text_init(&out);
    for (size_t i = 0; i < sizeof left / sizeof left[0]; i++) {
        lt_spec_without(left[i][0], is_k, &out);
        assert_string_equal(lt_text_str(&out), left[i][1]);
    }
    lt_text_release(&out);
}

static void a_key_is_put_into_a_spec(void **state)
{
    (void)state;
    static const char *const put[][4] = {
        {"a", "k", "1", "a:k=1"},
        {"a:", "k", "1", "a:k=1"},
        {"a:b=2", "k", "1", "a:b=2,k=1"},
        {"a:k=2", "k", "1", "a:k=1"},
        {"a:kk=2,k=3,c=\"x,y\"", "k", "1", "a:kk=2,k=1,c=\"x,y\""},
        {"a:b=2", "k", "x,y", "a:b=2,k=\"x,y\""},
    };
    lt_text out;
    lt_text_init(&out);
    for (size_t i = 0; i < sizeof put / sizeof put[0]; i++) {
        lt_spec_put(put[i][0], put[i][1], put[i][2], &out);
        assert_string_equal(lt_text_str(&out), put[i][3]);
        lt_text value;
        lt_text_init(&value);
        assert_true(lt_spec_get(lt_text_str(&out), put[i][1], &value));
        assert_string_equal(lt_text_str(&value), put[i][2]);
        lt_text_release(&value);
    }
    const char *at = "1,\"a,b\",,x";
    static const char *const items[] = {"1", "a,b", "", "x"};
    for (int i = 0; i < 4; i++) {
        assert_true(lt_spec_item(&at, &out));
        assert_string_equal(lt_text_str(&out), items[i]);
    }
    assert_false(lt_spec_item(&at, &out));
    lt_text_release(&out);
}

/* Players and solvers alike: a colon without parameters, a key without a value. */
static void players_and_solvers_read_specs_alike(void **state)
{
    (void)state;
    t48_rules rules = t48_rules_default();
    np_position goal;
    np_position_goal(&goal, 3, 3, false);
    static const struct {
        const char *player, *solver;
        bool allowed;
    } pairs[] = {{"greedy:", "ida:", true},
                 {"worstcase:depth=2,", "ida:prune=2,", true},
                 {"worstcase:depth", "ida:prune", false},
                 {"worstcase:depth=\"2\"", "ida:prune=\"2\"", true},
                 {"worstcase:,", "ida:,", false}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        t48_player *player;
        np_session *session;
        np_options options = {.solver = pairs[i].solver,
                              .heuristic = "manhattan",
                              .resources = {.threads = 1, .no_cache = true}};
        bool made = t48_player_new(&player, pairs[i].player, &rules, NULL) == LT_OK;
        bool opened = np_session_new(&session, &goal, &options, NULL) == LT_OK;
        if (made) t48_player_free(player);
        if (opened) np_session_free(session);
        assert_int_equal(made, pairs[i].allowed);
        assert_int_equal(opened, pairs[i].allowed);
    }
}

static void timed_players_say_so(void **state)
{
    (void)state;
    t48_rules rules = t48_rules_default();
    static const struct {
        const char *spec;
        bool timed;
    } players[] = {{"greedy", false}, {"expectimax", false}, {"expectimax:ms=5", true}};
    for (size_t i = 0; i < sizeof players / sizeof players[0]; i++) {
        t48_player *player;
        assert_int_equal(t48_player_new(&player, players[i].spec, &rules, NULL), LT_OK);
        assert_int_equal(t48_player_timed(player), players[i].timed);
        t48_player_free(player);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(specs_are_completed_and_written_out),
        cmocka_unit_test(quotes_hold_anything),
        cmocka_unit_test(bad_specs_say_what_is_allowed),
        cmocka_unit_test(a_key_is_put_into_a_spec),
        cmocka_unit_test(keys_are_left_out_of_a_spec),
        cmocka_unit_test(players_and_solvers_read_specs_alike),
        cmocka_unit_test(timed_players_say_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
