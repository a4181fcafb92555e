/* A race under way, and what is printed of it at the end. */
#ifndef RACE_REPORT_H
#define RACE_REPORT_H

#include "laatta/lab.h"
#include "lab/lab_measure.h"
#include "lab/lab_race.h"

typedef struct racing {
    lab_store *store;
    lab_experiment experiment;
    lab_config *configs; /* in the order of the race's numbers */
    size_t count;
    char metric[32];
    lab_measure measure;
    int threads;
    double lease;
    lab_race race;
    bool begun; /* the race is to be released */
    bool heard; /* the store's results were told once */
    lab_race_place *places;
    lab_race_games *asked; /* room to ask */
    lab_config *next;      /* room to extend */
    uint64_t before;       /* games that were there when this process came */
    double seconds;        /* that all games took */
    double first_seconds;  /* those of the first round, where everybody plays the same number */
    uint64_t first_games;
    double elapsed, processor; /* of this process */
    lab_work_done work;
    lt_status told; /* of the last outcome */
    lt_error err;
    char line[64];
} racing;

/* The exit status. */
int race_print(const racing *r);
int race_print_json(const racing *r);

#endif
