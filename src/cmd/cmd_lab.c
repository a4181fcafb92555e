/* laatta lab: the family of commands made from the names of src/cmd/lab/do_*.c. */
#include "cmd/cli.h"

#include "lab_commands.inc"

const cli_command cmd_lab = {
    .name = "lab",
    .summary = "experiments: queue games, work them off on many machines, compare",
    .synopsis = "COMMAND [OPTIONS]",
    .details = "Experiments are kept in a database: --db or LAATTA_DB names it, and without\n"
               "either it is a file in your data directory. Any number of laatta lab work, on any\n"
               "machine that reaches the database, share the games; nothing is lost or counted\n"
               "twice whatever is killed. docs/LAB.md tells more.\n"
               "\n"
               "examples:\n"
               "  laatta lab sweep first --player worstcase:depth=2 --grid monotonic=0.8,1.6 "
               "--games 50\n"
               "  laatta lab work\n"
               "  laatta lab report first\n",
    .family = lab_commands,
};
