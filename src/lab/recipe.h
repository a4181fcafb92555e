/* Recipes: players that have to be made before they can play. A network is trained, a
 * table is built; games then tell what it is worth.
 *
 * A recipe is a spec like a player's, `train:games=100000,lambda=0.5`, and stands where a
 * player's would: in sweeps, races, tests and tunings. What it makes is kept in a folder
 * that workers share, under the number of its content. Under the number of the recipe there
 * is what is half made, so that another worker goes on where one was stopped, and then a
 * note of what it became: the same recipe is made once. */
#ifndef LAB_RECIPE_H
#define LAB_RECIPE_H

#include "base/text.h"
#include "laatta/lab.h"
#include "laatta/param.h"

/* The fingerprint of a configuration whose player is not made yet. */
#define LAB_UNMADE "0000000000000000"

/* What was made. */
typedef struct lab_product {
    char content[17]; /* its name in the folder, without the ending */
    uint64_t bytes;
    double seconds; /* of making, by the clock, with all interruptions left out */
    char *curve;    /* JSON: [[games, mean, half of its 95 % interval], ...]; "[]": none. free() */
} lab_product;

/* What a recipe is made with. */
typedef struct lab_bench {
    const char *folder;
    const char *part; /* where what is half made is kept, without an ending */
    const t48_rules *rules;
    const lt_control *control; /* asked all the time while something is being made */
} lab_bench;

typedef struct lab_recipe {
    const char *name, *summary;
    const lt_param *params;
    size_t param_count;
    const char *ending; /* of the files it makes */
    /* Bytes of memory that making it takes; NULL: it sees for itself. */
    uint64_t (*memory)(const lt_params *params, const t48_rules *rules);
    /* A number for the files that it is made from; NULL: from none. */
    uint64_t (*sources)(const lt_params *params);
    /* Values that do not go together, or not with these rules. */
    lt_status (*check)(lt_params *params, const t48_rules *rules, lt_error *err);
    /* LT_CANCELLED when it was stopped: what is half made is kept. */
    lt_status (*make)(const lab_bench *bench, const lt_params *params, lab_product *product,
                      lt_error *err);
    /* The spec of the player that plays with it. */
    void (*player)(const lt_params *params, const char *path, lt_text *spec);
} lab_recipe;

extern const lab_recipe lab_recipe_train, lab_recipe_table;

/* Is this spec a recipe's? */
bool lab_recipe_is(const char *spec);

/* The spec of a player or a recipe with every parameter written out; LT_BAD_INPUT and its
 * like if it is none for these rules. */
lt_status lab_spec_whole(const char *spec, const t48_rules *rules, char out[LAB_SPEC_MAX],
                         lt_error *err);

/* Is this the number of a content? It becomes the name of a file. */
bool lab_content_is(const char *text);

/* The folder of $LAATTA_FOLDER, else one in the user's data directory. */
lt_status lab_folder_usual(lt_text *path, lt_error *err);

/* Bytes of memory that making it takes. */
uint64_t lab_recipe_memory(const char *spec, const t48_rules *rules);

/* Makes what the recipe says, or goes on making it, or finds it made. */
lt_status lab_recipe_make(const char *spec, const t48_rules *rules, const char *folder,
                          const lt_control *control, lab_product *product, lt_error *err);

/* The spec of the player that plays with a product; LT_UNAVAILABLE if it is not in the
 * folder. */
lt_status lab_recipe_player(const char *spec, const t48_rules *rules, const char *folder,
                            const char *content, lt_text *player, lt_error *err);

/* What half-made things are moved to when they are whole: FOLDER/CONTENT.ending. */
lt_status lab_product_keep(const lab_bench *bench, const char *part, const char *ending,
                           const lab_product *product, lt_error *err);

#endif
