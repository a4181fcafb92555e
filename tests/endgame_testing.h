/* What tests of endgame tables share: patterns from pictures,
 * tables built into files. */
#ifndef ENDGAME_TESTING_H
#define ENDGAME_TESTING_H

#include "directory_testing.h"

#include "twenty48/endgame/endgame_table.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static inline void path_in(char path[128], const char *name)
{
    snprintf(path, 128, "%s/%s" T48_ENDGAME_SUFFIX, directory, name);
}

static inline t48_pattern pattern_of(const char *name, const char *picture, unsigned target)
{
    char text[512];
    lt_error err;
    t48_pattern pattern;
    int length = snprintf(text, sizeof text, "target %u\n%s", target, picture);
    assert_int_equal(t48_pattern_parse(&pattern, name, text, (size_t)length, &err), LT_OK);
    return pattern;
}

static inline t48_endgame_built build(const t48_pattern *pattern, const char *path, int threads)
{
    lt_error err;
    t48_endgame_built built;
    if (t48_endgame_build(pattern, path, &(t48_endgame_means){.threads = threads}, &built, &err) !=
        LT_OK)
        fail_msg("%s", err.text);
    return built;
}

static inline uint64_t content_of(const char *path)
{
    lt_error err;
    t48_endgame_table *table;
    assert_int_equal(t48_endgame_table_open(&table, path, true, &err), LT_OK);
    uint64_t content = table->sealed.checksum;
    t48_endgame_table_free(table);
    return content;
}

#endif
