/* What database servers on this machine have cost, for benches beside other work. */
#ifndef BENCH_SERVERS_USED_H
#define BENCH_SERVERS_USED_H

/* Processor seconds of the servers of LAATTA_SERVERS (tools/with-server, tools/with-cluster
 * and tools/with-pooler set it) and of their processes, also of those that have ended;
 * 0 without such servers. */
double bench_servers_used(void);

#endif
