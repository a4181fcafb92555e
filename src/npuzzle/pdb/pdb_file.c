/* Pattern tables as sealed files in the cache.
 *
 *   seal.extra:  0 rows, 1 columns, 2 goal blank, 3 k, 4 .. 11 the tiles' goal cells
 *   payload:     the bits, in 64-bit words */
#include "base/dirs.h"
#include "npuzzle/pdb/pdb_table.h"

#include <string.h>

static const char magic[8] = {'L', 'A', 'A', 'T', 'P', 'D', 'B', '1'};
enum { VERSION = 1 };

lt_status np_pdb_path(const np_pattern *p, lt_text *path, lt_error *err)
{
    lt_text name;
    lt_text_init(&name);
    lt_text_printf(&name, "pdb/%dx%d_", p->rows, p->cols);
    if (p->goal_blank != p->rows * p->cols - 1)
        lt_text_printf(&name, "blank%d_", p->goal_blank + 1);
    for (int i = 0; i < p->k; i++) lt_text_printf(&name, "%s%d", i ? "-" : "", p->tiles[i] + 1);
    lt_text_puts(&name, ".pdb");
    lt_status status = name.failed ? lt_fail(err, LT_NO_MEMORY, "no memory for a path")
                                   : lt_cache_path(lt_text_str(&name), path, err);
    lt_text_release(&name);
    return status;
}

static void describe(const np_pattern *p, lt_seal *seal)
{
    memset(seal, 0, sizeof *seal);
    memcpy(seal->magic, magic, sizeof magic);
    seal->version = VERSION;
    seal->extra[0] = p->rows;
    seal->extra[1] = p->cols;
    seal->extra[2] = p->goal_blank;
    seal->extra[3] = p->k;
    memcpy(seal->extra + 4, p->tiles, NP_PATTERN_MAX);
}

lt_status np_pdb_load(np_pdb *pdb, const np_pattern *pattern, const np_space *space,
                      const char *path, lt_error *err)
{
    *pdb = (np_pdb){.pattern = *pattern, .space = space};
    LT_TRY(lt_sealed_open(&pdb->sealed, path, magic, VERSION, true, err));
    lt_seal expected;
    describe(pattern, &expected);
    if (memcmp(expected.extra, pdb->sealed.seal.extra, LT_SEAL_EXTRA) != 0 ||
        pdb->sealed.length != np_space_bits(space) / 8) {
        lt_sealed_close(&pdb->sealed);
        return lt_fail(err, LT_DAMAGED, "%s holds the table of another pattern", path);
    }
    lt_sealed_numbers(&pdb->sealed, 0, np_space_bits(space) / 64, "8");
    pdb->bits = (const uint64_t *)(const void *)pdb->sealed.payload;
    return LT_OK;
}

lt_status np_pdb_save(const np_pdb *pdb, const char *path, lt_error *err)
{
    lt_seal seal;
    describe(&pdb->pattern, &seal);
    lt_sealer *sealer;
    LT_TRY(lt_sealer_open(&sealer, path, &seal, err));
    lt_status status = lt_sealer_put(sealer, pdb->bits, np_space_bits(pdb->space) / 64, "8", err);
    if (status != LT_OK) {
        lt_sealer_abandon(sealer);
        return status;
    }
    return lt_sealer_commit(sealer, err);
}

lt_status np_pdb_check(const char *path, lt_error *err)
{
    lt_sealed sealed;
    const char *suffix = strrchr(path, '.');
    bool whole = suffix && strcmp(suffix, ".all") == 0;
    LT_TRY(lt_sealed_open(&sealed, path, whole ? NP_WHOLE_MAGIC : magic, VERSION, true, err));
    lt_sealed_close(&sealed);
    return LT_OK;
}
