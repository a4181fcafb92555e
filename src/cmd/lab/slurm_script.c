/* An array of workers: each leaves before its time is over and is queued again as long as
 * there is more to do. */
#include "cmd/lab/slurm_script.h"

#include "cmd/lab/work_end.h"

#include <unistd.h>

/* Within single quotes a shell takes everything as it is but these themselves. */
static void add_quoted(lt_text *out, const char *text)
{
    lt_text_add(out, "'", 1);
    for (; *text; text++)
        if (*text == '\'')
            lt_text_add(out, "'\\''", 4);
        else
            lt_text_add(out, text, 1);
    lt_text_add(out, "'", 1);
}

/* This program, where it lies; by its name alone if the system does not tell. */
static void add_program(lt_text *out)
{
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
    add_quoted(out, length > 0 ? path : "laatta");
}

void slurm_script_write(lt_text *out, const cli_args *args, const char *name, uint64_t workers,
                        uint64_t cpus)
{
    const char *limit = cli_value(args, "time"), *partition = cli_value(args, "partition");
    const char *memory = cli_value(args, "mem"), *more = cli_value(args, "work");
    const char *folder = cli_value(args, "folder"), *title = name ? name : "all";
    lt_text_printf(out,
                   "#!/bin/bash\n"
                   "#SBATCH --job-name=laatta-%s\n"
                   "#SBATCH --array=1-%llu\n"
                   "#SBATCH --cpus-per-task=%llu\n"
                   "#SBATCH --time=%s\n",
                   title, (unsigned long long)workers, (unsigned long long)cpus,
                   limit ? limit : "1:00:00");
    if (partition) lt_text_printf(out, "#SBATCH --partition=%s\n", partition);
    if (memory) lt_text_printf(out, "#SBATCH --mem=%s\n", memory);
    lt_text_printf(
        out,
        "#SBATCH --requeue\n"
        "#SBATCH --open-mode=append\n"
        "#SBATCH --output=laatta-%s-%%A_%%a.log\n"
        "# The database: LAATTA_DB of the shell that calls sbatch.\n"
        "# Older Slurms do not tell when a job ends.\n"
        "export SLURM_JOB_END_TIME=${SLURM_JOB_END_TIME:-$(date +%%s -d \"$(squeue -h -j "
        "\"$SLURM_JOB_ID\" -o %%e)\" 2>/dev/null)}\n",
        title);
    add_program(out);
    lt_text_printf(out, " lab work%s%s", name ? " --only " : "", name ? name : "");
    if (folder) {
        lt_text_puts(out, " --folder ");
        add_quoted(out, folder);
    }
    lt_text_printf(out, "%s%s\n", more ? " " : "", more ? more : "");
    lt_text_printf(
        out,
        "status=$?\n"
        "# Time was up and games are left: this task is queued again. The number of a job\n"
        "# alone would mean all of them.\n"
        "task=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID\n"
        "[ $status != %d ] || exec scontrol requeue \"$task\"\n"
        "exit $status\n",
        WORK_AGAIN);
}
