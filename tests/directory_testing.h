/* A directory of a test's own: made before, removed with all that is in it after. */
#ifndef DIRECTORY_TESTING_H
#define DIRECTORY_TESTING_H

#include "testing.h"

#include <dirent.h>
#include <stdio.h>
#include <unistd.h>

static char directory[64];

/* What is kept for later use, such as unpacked networks, goes there too. */
static inline int make_directory(void **state)
{
    (void)state;
    snprintf(directory, sizeof directory, "/tmp/laatta-test-XXXXXX");
    return mkdtemp(directory) ? setenv("XDG_CACHE_HOME", directory, 1) : -1;
}

static inline int remove_directory(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    return system(command);
}

/* A path in it; good until four more are asked for. */
static inline const char *in_directory(const char *name)
{
    static char path[4][128];
    static unsigned turn;
    char *out = path[turn++ % 4];
    snprintf(out, sizeof path[0], "%s/%s", directory, name);
    return out;
}

static inline int files_in_directory(void)
{
    int count = 0;
    DIR *files = opendir(directory);
    assert_non_null(files);
    for (struct dirent *entry; (entry = readdir(files));) count += entry->d_name[0] != '.';
    closedir(files);
    return count;
}

#endif
