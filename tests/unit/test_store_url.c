/* URLs of database servers: every part, everything that is refused, and that no
 * text about a wrong URL gives away a piece of the password. */
#include "testing.h"

#include "store/database_url.h"

#include <stdio.h>
#include <string.h>

static void same(const char *got, const char *expected)
{
    if (expected) {
        assert_non_null(got);
        assert_string_equal(got, expected);
    } else {
        assert_null(got);
    }
}

static void test_parts(void **state)
{
    (void)state;
    static const struct {
        const char *text, *user, *password, *host, *database;
        unsigned port;
    } cases[] = {
        {"mysql://ann:secret@db.example:3307/lab", "ann", "secret", "db.example", "lab", 3307},
        {"mysql://ann@db.example/lab", "ann", NULL, "db.example", "lab", 0},
        {"postgres://db.example/lab", NULL, NULL, "db.example", "lab", 0},
        {"postgres:///lab", NULL, NULL, NULL, "lab", 0},
        {"postgres://", NULL, NULL, NULL, NULL, 0},
        {"postgres://:5433/", NULL, NULL, NULL, NULL, 5433},
        {"postgres://ann:@h/lab", "ann", "", "h", "lab", 0},
        {"postgres://:pw@h/lab", NULL, "pw", "h", "lab", 0},
        {"postgres://a%40b:p%3a%2F%25%3f@h/d%20b", "a@b", "p:/%?", "h", "d b", 0},
        {"postgres://ann:two@at@h/lab", "ann", "two@at", "h", "lab", 0},
        {"postgres://ann:a:b@h:1/lab", "ann", "a:b", "h", "lab", 1},
        {"postgres://[::1]:65535/lab", NULL, NULL, "::1", "lab", 65535},
        {"postgres://[fe80::1]/lab", NULL, NULL, "fe80::1", "lab", 0},
        {"postgres://%2Frun%2Fpg/lab", NULL, NULL, "/run/pg", "lab", 0},
        {"mysql://\xc3\xa4iti@h/l%c3%a4\xc3\xa4", "\xc3\xa4iti", NULL, "h", "l\xc3\xa4\xc3\xa4", 0},
    };
    unsetenv("LAATTA_DB_PASSWORD");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        database_url url;
        assert_int_equal(database_url_parse(&url, cases[i].text, NULL), LT_OK);
        same(url.user, cases[i].user);
        same(url.password, cases[i].password);
        same(url.hosts[0].name, cases[i].host);
        assert_int_equal(url.host_count, 1);
        same(url.database, cases[i].database);
        assert_int_equal(url.hosts[0].port, cases[i].port);
        assert_int_equal(url.option_count, 0);
        database_url_release(&url);
    }
}

static void test_several_hosts(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int count;
        database_host hosts[3];
    } cases[] = {
        {"postgres://a,b:5433,c/lab", 3, {{"a", 0}, {"b", 5433}, {"c", 0}}},
        {"mysql://ann:p,w@a:3306,b,c/lab", 3, {{"a", 3306}, {"b", 0}, {"c", 0}}},
        {"postgres://[::1]:1,[fe80::2],127.0.0.1:3/lab",
         3,
         {{"::1", 1}, {"fe80::2", 0}, {"127.0.0.1", 3}}},
        {"postgres://a%2cb:1,c", 2, {{"a,b", 1}, {"c", 0}}},
        {"postgres://%2Frun%2Fpg,b:?x=1,2", 2, {{"/run/pg", 0}, {"b", 0}}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        database_url url;
        assert_int_equal(database_url_parse(&url, cases[i].text, NULL), LT_OK);
        assert_int_equal(url.host_count, cases[i].count);
        for (int k = 0; k < cases[i].count; k++) {
            same(url.hosts[k].name, cases[i].hosts[k].name);
            assert_int_equal(url.hosts[k].port, cases[i].hosts[k].port);
        }
        database_url_release(&url);
    }
}

static void test_options(void **state)
{
    (void)state;
    database_url url;
    assert_int_equal(
        database_url_parse(&url, "mysql://h/lab?socket=/run/a%26b.sock&empty=&x=1=2", NULL), LT_OK);
    assert_int_equal(url.option_count, 3);
    same(database_url_option(&url, "socket"), "/run/a&b.sock");
    same(database_url_option(&url, "empty"), "");
    same(database_url_option(&url, "x"), "1=2");
    same(database_url_option(&url, "y"), NULL);
    same(url.database, "lab");
    database_url_release(&url);
    assert_int_equal(database_url_parse(&url, "mysql://h?socket=/s", NULL), LT_OK);
    same(url.hosts[0].name, "h");
    same(database_url_option(&url, "socket"), "/s");
    database_url_release(&url);
}

static void test_password_of_the_environment(void **state)
{
    (void)state;
    database_url url;
    setenv("LAATTA_DB_PASSWORD", "from the environment", 1);
    assert_int_equal(database_url_parse(&url, "mysql://ann@h/lab", NULL), LT_OK);
    same(url.password, "from the environment");
    database_url_release(&url);
    assert_int_equal(database_url_parse(&url, "mysql://ann:own@h/lab", NULL), LT_OK);
    same(url.password, "own");
    database_url_release(&url);
    unsetenv("LAATTA_DB_PASSWORD");
}

/* XYZZY is a piece of a password in all of these. */
static void test_refused_without_a_word_of_it(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "postgres",
        "postgres:XYZZY",
        "postgres:/XYZZY",
        "postgres://ann:12/XYZZY@h/lab",
        "postgres://ann:12?XYZZY@h/lab",
        "postgres://ann:12#XYZZY@h/lab",
        "postgres://ann:12?a=XYZZY@h/lab",
        "postgres://ann:XYZZY/lab",
        "postgres://ann:XYZZY%4@h/lab",
        "postgres://ann:XYZZY%00@h/lab",
        "postgres://ann:XYZZY%gg@h/lab",
        "postgres://ann:XYZZY@h%/lab",
        "postgres://ann:XYZZY@h:0/lab",
        "postgres://ann:XYZZY@h:65536/lab",
        "postgres://ann:XYZZY@h:-1/lab",
        "postgres://ann:XYZZY@h:12x/lab",
        "postgres://ann:XYZZY@[::1/lab",
        "postgres://ann:XYZZY@[::1]5/lab",
        "postgres://ann:XYZZY@a,,b/lab",
        "postgres://ann:XYZZY@a,/lab",
        "postgres://ann:XYZZY@,a/lab",
        "postgres://ann:XYZZY@a,:5/lab",
        "postgres://ann:XYZZY@a,[::1,b/lab",
        "postgres://ann:XYZZY@a,b:70000/lab",
        "postgres://ann:XYZZY@a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q/lab",
        "postgres://ann:XYZZY@h/lab/more",
        "postgres://ann:XYZZY@h/la%b",
        "postgres://ann:XYZZY@h/lab?XYZZY",
        "postgres://ann:XYZZY@h/lab?=XYZZY",
        "postgres://ann:XYZZY@h/lab?password=XYZZY&password=XYZZY",
        "postgres://ann:XYZZY@h/lab?a=&b=&c=&d=&e=&f=&g=&h=&i=&j=&k=&l=&m=&n=&o=&p=&q=",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        database_url url;
        lt_error err = {0};
        if (database_url_parse(&url, wrong[i], &err) != LT_BAD_INPUT)
            fail_msg("accepted: %s", wrong[i]);
        assert_null(strstr(err.text, "XYZZY"));
        assert_non_null(strstr(err.text, "SCHEME://USER:PASSWORD@HOST:PORT/DATABASE"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_several_hosts),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_password_of_the_environment),
        cmocka_unit_test(test_refused_without_a_word_of_it),
    };
    return cmocka_run_group_tests_name("store_url", tests, NULL, NULL);
}
