/* The script that laatta lab submit gives to sbatch. */
#ifndef SLURM_SCRIPT_H
#define SLURM_SCRIPT_H

#include "base/text.h"
#include "cmd/cli.h"

/* From --time, --partition, --mem and --work, which were checked. `name` NULL: workers for
 * every experiment. */
void slurm_script_write(lt_text *out, const cli_args *args, const char *name, uint64_t workers,
                        uint64_t cpus);

#endif
