/* The table of a pattern, as a sealed file that is mapped and asked.
 *
 *   payload   layers, from the highest to the lowest, each
 *               tops     16 bytes for every 4096 ranks: 64 bits, which of the 64 words
 *                        there are, and the number of words before
 *               words    12 bytes: 64 bits, which positions there are, and the number
 *                        of positions before, in this layer
 *               values   2 bytes: the probability in 1/65535
 *             directory  a t48_table_layer for every layer
 *             foot       a t48_table_foot
 *
 * A probability below T48_ENDGAME_LEAST is not kept: there the table has no advice
 * to give. The others are exact to half of 1/65535 (and the rounding of the 30 bits
 * they are computed with). */
#ifndef T48_ENDGAME_TABLE_H
#define T48_ENDGAME_TABLE_H

#include "base/sealed.h"
#include "base/text.h"
#include "twenty48/endgame/endgame_layers.h"

#define T48_ENDGAME_MAGIC "LAATTAEG"
#define T48_ENDGAME_SUFFIX ".endgame"
enum { T48_ENDGAME_VERSION = 3, T48_ENDGAME_CERTAIN = 65535, T48_ENDGAME_LEAST = 655 };

typedef struct t48_table_top {
    uint64_t bits;
    uint32_t before, unused;
} t48_table_top;

typedef struct t48_table_word {
    uint32_t low, high; /* of the bits */
    uint32_t before;
} t48_table_word;

typedef struct t48_table_layer {
    uint64_t offset; /* of its tops in the payload */
    uint32_t tops, words, values, unused;
} t48_table_layer;

typedef struct t48_table_foot {
    char name[48], about[96];
    uint64_t directory;   /* offset in the payload */
    uint64_t found, kept; /* positions */
    uint32_t layers;
    uint32_t best; /* probability with two 2s where they stand best, 1/65535 */
    uint16_t walls;
    uint8_t target, others; /* as in t48_pattern, */
    uint16_t next, twin;
    uint16_t other[T48_OTHERS_MAX], other_twin[T48_OTHERS_MAX];
} t48_table_foot;

/* Their numbers, as base/byteorder.h describes them; of the foot from `directory` on. */
#define T48_TABLE_TOP "844"
#define T48_TABLE_WORD "444"
#define T48_TABLE_VALUE "2"
#define T48_TABLE_LAYER "84444"
#define T48_TABLE_FOOT "88844211" T48_TWOS T48_TWOS T48_TWOS T48_TWOS T48_TWOS T48_TWOS
#define T48_TWOS "2222222222222222" /* sixteen */

_Static_assert(sizeof(t48_table_top) == 16 && sizeof(t48_table_word) == 12 &&
                   sizeof(t48_table_layer) == 24 && sizeof(t48_table_foot) == 376,
               "the parts have the documented sizes");

typedef struct t48_endgame_table {
    t48_pattern pattern;
    t48_table_foot about;
    t48_family family;
    const t48_table_layer *layer;
    lt_sealed sealed;
} t48_endgame_table;

/* Opens a table; with `verify` its content is read and checked, otherwise only its
 * frame: whatever the content is, asking stays inside of the file. */
lt_status t48_endgame_table_open(t48_endgame_table **table, const char *path, bool verify,
                                 lt_error *err);
void t48_endgame_table_free(t48_endgame_table *table);

/* The probability in 1/65535 that is kept for a board right after a move, in any orientation,
 * whose walls are all its tiles from the target on; false if none is kept, or the walls stand
 * otherwise. */
bool t48_endgame_table_look(const t48_endgame_table *table, t48_board board, unsigned *chance);

/* The file of a pattern's table: equal for patterns of the same shapes and target. */
void t48_endgame_file(const t48_pattern *pattern, char name[48]);
/* Where it is kept. */
lt_status t48_endgame_path(const t48_pattern *pattern, lt_text *path, lt_error *err);

/* What a build came to. */
typedef struct t48_endgame_built {
    uint64_t memory;      /* bytes that it may take, known before */
    uint64_t disk;        /* bytes that the file may take, known when positions are found */
    uint64_t found, kept; /* positions */
    uint64_t bytes;       /* of the file */
    double best;          /* probability with two 2s where they stand best */
} t48_endgame_built;

/* Says what a build is about to take: first `memory`, then also `found` and `disk`. */
typedef void t48_endgame_said(void *ctx, const t48_pattern *pattern,
                              const t48_endgame_built *built);

/* What a build may use, and who hears of it. */
typedef struct t48_endgame_means {
    int threads;
    uint64_t memory; /* bytes; 0: what is available */
    const lt_control *control;
    t48_endgame_said *said; /* NULL: nobody */
    void *ctx;
} t48_endgame_means;

/* Builds the table of a pattern into a file, which appears only when it is whole. Of a
 * pattern with a + the table that follows is read from the same directory. */
lt_status t48_endgame_build(const t48_pattern *pattern, const char *path,
                            const t48_endgame_means *means, t48_endgame_built *built,
                            lt_error *err);

#endif
