/* Leading an experiment: it gets games as its results call for them, and any worker
 * may help to play them. What a leader decides follows from the plan and the games
 * alone, so that a leader that was killed goes on where it was.
 *
 * Leaders are lead_sprt.h, lead_race.h and lead_tune.h. A plan is kept with the
 * experiment, as a line of JSON. */
#ifndef LAB_LEAD_H
#define LAB_LEAD_H

#include "laatta/lab.h"

#include <jansson.h>

/* Who plays, and who hears of it. */
typedef struct lab_lead {
    lab_store *store;
    int threads;               /* 0: one per processor */
    double lease, patience;    /* as in lab_work_config */
    lab_commands allowed;      /* the same */
    const lt_control *control; /* its progress line says how the experiment stands */
    void (*say)(void *ctx, const char *text);
    void *say_ctx;
} lab_lead;

/* What a leader of one kind does while games are played. */
typedef struct lab_leader {
    lab_experiment *experiment;
    /* See lab_work_config.more. */
    lt_status (*more)(void *ctx, uint64_t leased, bool *added, lt_error *err);
    /* Fills in what the live line shows. */
    void (*show)(void *ctx, lt_progress *line);
    void *ctx;
} lab_leader;

/* Plays until `more` adds nothing and all is played. LT_CANCELLED when somebody
 * stopped this process, or paused or cancelled the experiment; LT_LIMIT when games
 * have failed that it needs. */
lt_status lab_lead_play(const lab_lead *lead, const lab_leader *leader, lt_error *err);

/* Marks the experiment as done, unless games still wait; or as going on. */
lt_status lab_lead_end(const lab_lead *lead, lab_experiment *experiment, lt_error *err);
lt_status lab_lead_again(const lab_lead *lead, lab_experiment *experiment, lt_error *err);

/* Does the store have an experiment of this name? Free its plan if so. */
lt_status lab_lead_known(lab_store *store, const char *name, bool *known,
                         lab_experiment *experiment, lt_error *err);

/* Refuses an experiment of another kind, or one that was cancelled or paused. */
lt_status lab_lead_usable(const lab_experiment *experiment, lab_kind kind, lt_error *err);

/* A plan as text, equal for equal plans, and back. The text is for free(), the
 * value for json_decref(). */
char *lab_plan_text(const json_t *plan);
lt_status lab_plan_read(const lab_experiment *experiment, json_t **plan, lt_error *err);
lt_status lab_plan_store(lab_store *store, const lab_experiment *experiment, const json_t *plan,
                         lt_error *err);

/* Writes a note of an experiment and frees it. */
lt_status lab_lead_note(lab_store *store, uint64_t experiment, uint64_t step, json_t *note,
                        lt_error *err);

/* A number as JSON; null when it is not finite. */
json_t *lab_json_real(double value);

#endif
