#include "cmd/cli.h"
#include "laatta/npuzzle.h"
#include "base/files.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static const cli_option options[] = {{"solver","S","x"},{"heuristic","H","x"},{"goal","G","x"},{"threads","N","x"},{"no-cache",NULL,"x"},{NULL,NULL,NULL}};
static int run(const cli_args *args)
{
    lt_error err; lt_control control = cli_control();
    np_position goal, p; 
    uint64_t threads; cli_u64(args,"threads",0,1,99,&threads);
    np_options o={.solver=cli_value(args,"solver"),.heuristic=cli_value(args,"heuristic"),.threads=(int)threads,.no_cache=cli_flag(args,"no-cache"),.control=&control};
    char *text; size_t n; if (lt_file_load(args->word[0],1000000,&text,&n,&err)) return cli_fail(args,&err);
    np_session *s=NULL; uint64_t nodes=0; double sec=0, setup=0;
    for (char *l=strtok(text,"\n"); l; l=strtok(NULL,"\n")) {
        if (np_position_parse(&p,0,0,l,strlen(l),&err)) return cli_fail(args,&err);
        np_position_goal(&goal,p.rows,p.cols,cli_value(args,"goal")!=NULL);
        if (!s && np_session_new(&s,&goal,&o,&err)) return cli_fail(args,&err);
        np_solution sol; if (np_session_solve(s,&p,&sol,&err)) return cli_fail(args,&err);
        printf("%d %llu %.4f %s\n",sol.length,(unsigned long long)sol.nodes,sol.seconds, sol.moves); fflush(stdout);
        nodes+=sol.nodes; sec+=sol.seconds; setup+=sol.setup_seconds; np_solution_release(&sol);
    }
    printf("total %llu nodes %.3f s search, %.3f s setup, %.2f M/s\n",(unsigned long long)nodes,sec,setup,(double)nodes/sec/1e6);
    np_session_free(s); free(text);
    return 0;
}
const cli_command cmd_solve = {.name="solve",.summary="x",.synopsis="",.options=options,.run=run};
