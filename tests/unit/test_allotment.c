/* What a job of Slurm is allotted bounds threads and memory, and nothing does outside of one. */
#include "testing.h"

#include "base/allotment.h"
#include "base/memory.h"
#include "base/threads.h"

#include <stdlib.h>

static const char *const names[] = {"SLURM_JOB_ID", "SLURM_CPUS_PER_TASK", "SLURM_CPUS_ON_NODE",
                                    "SLURM_MEM_PER_NODE", "SLURM_MEM_PER_CPU"};

static int forget(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) unsetenv(names[i]);
    return 0;
}

static void processors_of_a_job_bound_threads(void **state)
{
    (void)state;
    int all = lt_cpu_count();
    assert_true(all >= 1);
    setenv("SLURM_CPUS_PER_TASK", "1", 1);
    assert_int_equal(lt_cpu_count(), all); /* no job */
    setenv("SLURM_JOB_ID", "7", 1);
    assert_int_equal(lt_cpu_count(), 1);
    assert_int_equal(lt_allotted_processors(), 1);
    /* The task's share counts, not the node's. */
    setenv("SLURM_CPUS_ON_NODE", "64", 1);
    assert_int_equal(lt_cpu_count(), 1);
    /* More than there are, or nonsense, changes nothing. */
    setenv("SLURM_CPUS_PER_TASK", "1000000", 1);
    setenv("SLURM_CPUS_ON_NODE", "many", 1);
    assert_int_equal(lt_cpu_count(), all);
    setenv("SLURM_CPUS_PER_TASK", "0", 1);
    assert_int_equal(lt_cpu_count(), all);
}

static void memory_of_a_job_is_all_there_is(void **state)
{
    (void)state;
    uint64_t all = lt_memory_available(), mebi = 1 << 20;
    if (all < 256 * mebi) skip();
    setenv("SLURM_MEM_PER_NODE", "128", 1);
    assert_true(lt_memory_available() > 128 * mebi); /* no job */
    setenv("SLURM_JOB_ID", "7", 1);
    assert_true(lt_memory_available() < 128 * mebi);
    unsetenv("SLURM_MEM_PER_NODE");
    setenv("SLURM_MEM_PER_CPU", "32", 1);
    setenv("SLURM_CPUS_ON_NODE", "4", 1);
    assert_true(lt_memory_available() < 128 * mebi);
    setenv("SLURM_CPUS_ON_NODE", "9223372036854775807", 1);
    assert_true(lt_memory_available() > 128 * mebi); /* too much to be counted */
    /* A job that holds all of it has nothing left: a small program holds less than this. */
    char *held = malloc(2 * mebi);
    assert_non_null(held);
    for (uint64_t i = 0; i < 2 * mebi; i += 1024) ((volatile char *)held)[i] = 1;
    setenv("SLURM_MEM_PER_NODE", "1", 1);
    assert_int_equal(lt_memory_available(), 0);
    free(held);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(processors_of_a_job_bound_threads, forget, forget),
        cmocka_unit_test_setup_teardown(memory_of_a_job_is_all_there_is, forget, forget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
