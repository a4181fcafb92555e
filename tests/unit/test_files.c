/* Replacing files: planted links, several threads, killed writers, permissions. */
#include "directory_testing.h"

#include "base/files.h"
#include "base/sealed.h"
#include "base/temporary.h"
#include "base/threads.h"
#include "base/writer.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char target[96];

static int make_target(void **state)
{
    if (make_directory(state) != 0) return -1;
    snprintf(target, sizeof target, "%s/target", directory);
    return 0;
}

static void save(const char *path, const char *text)
{
    lt_error err;
    if (lt_file_save(path, text, strlen(text), &err) != LT_OK) fail_msg("%s", err.text);
}

static void check_content(const char *path, const char *text)
{
    char *bytes;
    size_t length;
    assert_int_equal(lt_file_load(path, 1 << 20, &bytes, &length, NULL), LT_OK);
    assert_string_equal(bytes, text);
    free(bytes);
}

/* Whoever may write to the directory plants a link where a temporary file was to be. */
static void planted_links_are_not_followed(void **state)
{
    (void)state;
    char victim[96], planted[128];
    snprintf(victim, sizeof victim, "%s/victim", directory);
    save(victim, "precious");
    snprintf(planted, sizeof planted, "%s.%ld.tmp", target, (long)getpid());
    assert_int_equal(symlink(victim, planted), 0);
    save(target, "new");
    check_content(target, "new");
    check_content(victim, "precious");
    struct stat info;
    assert_int_equal(lstat(target, &info), 0);
    assert_true(S_ISREG(info.st_mode));
}

enum { WRITERS = 4, ROUNDS = 40, BYTES = 40000 };

static void write_often(void *ctx, int worker)
{
    atomic_int *failures = ctx;
    char *bytes = malloc(BYTES);
    memset(bytes, 'a' + worker, BYTES);
    for (int i = 0; i < ROUNDS; i++)
        if (lt_file_save(target, bytes, BYTES, NULL) != LT_OK) atomic_fetch_add(failures, 1);
    free(bytes);
}

static void threads_do_not_share_a_temporary_file(void **state)
{
    (void)state;
    atomic_int failures;
    atomic_init(&failures, 0);
    assert_int_equal(lt_parallel(WRITERS, write_often, &failures, NULL), LT_OK);
    assert_int_equal(atomic_load(&failures), 0);
    char *bytes;
    size_t length;
    assert_int_equal(lt_file_load(target, 1 << 20, &bytes, &length, NULL), LT_OK);
    assert_int_equal(length, BYTES);
    for (size_t i = 1; i < length; i++) assert_int_equal(bytes[i], bytes[0]);
    free(bytes);
    assert_int_equal(files_in_directory(), 1);
}

static void permissions_and_links_stay(void **state)
{
    (void)state;
    char link_name[96];
    struct stat info;
    save(target, "old");
    assert_int_equal(chmod(target, 0600), 0);
    save(target, "new");
    assert_int_equal(stat(target, &info), 0);
    assert_int_equal(info.st_mode & 07777, 0600);
    snprintf(link_name, sizeof link_name, "%s/link", directory);
    assert_int_equal(symlink("target", link_name), 0);
    save(link_name, "through the link");
    check_content(target, "through the link");
    assert_int_equal(lstat(link_name, &info), 0);
    assert_true(S_ISLNK(info.st_mode));
}

/* A writer that was killed leaves a file; the next one removes it, but not the
 * file of a writer that lives. */
static void files_of_dead_writers_are_swept(void **state)
{
    (void)state;
    save(target, "old");
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        lt_writer *writer;
        if (lt_writer_open(&writer, target, NULL) != LT_OK) _exit(1);
        raise(SIGKILL);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(files_in_directory(), 2);
    lt_writer *living;
    assert_int_equal(lt_writer_open(&living, target, NULL), LT_OK);
    assert_int_equal(files_in_directory(), 2);
    save(target, "newer");
    assert_int_equal(files_in_directory(), 2);
    assert_int_equal(lt_writer_write(living, "newest", 6, NULL), LT_OK);
    assert_int_equal(lt_writer_commit(living, NULL), LT_OK);
    check_content(target, "newest");
    assert_int_equal(files_in_directory(), 1);
}

static void only_left_temporary_files_are_removed(void **state)
{
    (void)state;
    char left[128];
    save(target, "old");
    assert_false(lt_temporary_remove(target));
    check_content(target, "old");
    char *name;
    int fd = lt_temporary_open(target, &name);
    assert_true(fd >= 0);
    assert_false(lt_temporary_remove(name));
    assert_int_equal(files_in_directory(), 2);
    close(fd);
    assert_true(lt_temporary_remove(name));
    free(name);
    assert_int_equal(files_in_directory(), 1);
    snprintf(left, sizeof left, "%s/mine.tmp", directory);
    save(left, "a name that laatta does not make");
    assert_false(lt_temporary_remove(left));
    assert_int_equal(files_in_directory(), 2);
}

static void what_is_no_file_is_not_replaced(void **state)
{
    (void)state;
    lt_error err;
    struct stat info;
    char device[96];
    /* As root a rename would put a file in the place of the device itself. */
    snprintf(device, sizeof device, "%s/null", directory);
    assert_int_equal(symlink("/dev/null", device), 0);
    save(device, "nothing");
    assert_int_equal(stat("/dev/null", &info), 0);
    assert_true(S_ISCHR(info.st_mode));
    char text[160];
    snprintf(text, sizeof text, "cannot write %s: it is a directory", directory);
    assert_int_equal(lt_file_save(directory, "x", 1, &err), LT_IO);
    assert_string_equal(err.text, text);
    snprintf(text, sizeof text, "cannot read %s: Is a directory", directory);
    char *bytes;
    size_t length;
    assert_int_equal(lt_file_load(directory, 100, &bytes, &length, &err), LT_BAD_INPUT);
    assert_string_equal(err.text, text);
    lt_sealed sealed;
    snprintf(text, sizeof text, "%s is a directory", directory);
    assert_int_equal(lt_sealed_open(&sealed, directory, "LAATTEST", 1, true, &err), LT_DAMAGED);
    assert_string_equal(err.text, text);
}

static void trying_leaves_everything_as_it_was(void **state)
{
    (void)state;
    save(target, "old");
    assert_int_equal(lt_writer_try(target, NULL), LT_OK);
    check_content(target, "old");
    assert_int_equal(unlink(target), 0);
    assert_int_equal(lt_writer_try(target, NULL), LT_OK);
    assert_int_equal(files_in_directory(), 0);
    lt_error err;
    assert_int_equal(lt_writer_try("/nonexistent/x", &err), LT_IO);
    assert_string_equal(err.text, "cannot write /nonexistent/x: No such file or directory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(planted_links_are_not_followed, make_target,
                                        remove_directory),
        cmocka_unit_test_setup_teardown(only_left_temporary_files_are_removed, make_target,
                                        remove_directory),
        cmocka_unit_test_setup_teardown(threads_do_not_share_a_temporary_file, make_target,
                                        remove_directory),
        cmocka_unit_test_setup_teardown(permissions_and_links_stay, make_target, remove_directory),
        cmocka_unit_test_setup_teardown(files_of_dead_writers_are_swept, make_target,
                                        remove_directory),
        cmocka_unit_test_setup_teardown(what_is_no_file_is_not_replaced, make_target,
                                        remove_directory),
        cmocka_unit_test_setup_teardown(trying_leaves_everything_as_it_was, make_target,
                                        remove_directory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
