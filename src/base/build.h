/* What this program was made from, and how: for --version and for results, so that a
 * figure can be traced to the program that made it. */
#ifndef LT_BUILD_H
#define LT_BUILD_H

typedef struct lt_build {
    const char *version;
    const char *commit;   /* of the sources, with "+" if they were changed; "" if unknown */
    const char *compiler; /* its name and version */
    const char *flags;    /* that decide what the code does: optimisation, processor */
    const char *level;    /* of instructions this copy of the program was compiled for */
    const char *bench;    /* recorded for these sources; `laatta bench` computes it */
} lt_build;

const lt_build *lt_build_info(void);

#endif
