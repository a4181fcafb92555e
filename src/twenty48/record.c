/* Game records: a few named lines and the moves as letters.
 *
 *   laatta-2048 1
 *   size 4x4
 *   fours 0.1
 *   seed 42
 *   player worstcase:depth=4
 *   start random                   (or the board it was entered with)
 *   moves 812
 *   LLDLDLDD...                    (lines of up to 80 of U R D L)
 *   score 12034
 *   final 2 4 8 2/4 0 16 .../...
 *   check 0123456789abcdef         (XXH3 of everything above this line)
 */
#define XXH_INLINE_ALL
#include "laatta/game.h"

#include "base/text.h"
#include "base/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static const char first_line[] = "laatta-2048 1";
enum { LINE_LENGTH = 80, PLAYER_MAX = 1000, MOVES_MAX = 100000000 };

/* The player as one line that can be read again: no line breaks, and not too long. */
static void add_player(lt_text *out, const char *player)
{
    char line[PLAYER_MAX];
    lt_utf8_copy(line, sizeof line, player);
    lt_text_printf(out, "player %s\n", line[0] ? line : "unknown");
}

lt_status t48_record_save(const t48_game *game, const char *player, char **text, lt_error *err)
{
    *text = NULL;
    char board[T48_GRID_TEXT];
    const t48_rules *rules = t48_game_rules(game);
    t48_state start = t48_game_state_at(game, 0);
    t48_state random_start = t48_state_empty(rules);
    lt_rng rng;
    t48_spawn_rng(&rng, t48_game_seed(game));
    t48_state_start(&random_start, &rng);
    t48_grid start_grid = t48_state_grid(&start), random_grid = t48_state_grid(&random_start);

    lt_text out;
    lt_text_init(&out);
    /* As few digits as give the same number back. */
    char fours[32];
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(fours, sizeof fours, "%.*g", digits, rules->fours);
        if (strtod(fours, NULL) == rules->fours) break;
    }
    lt_text_printf(&out, "%s\nsize %ux%u\nfours %s\nseed %llu\n", first_line, rules->shape.rows,
                   rules->shape.cols, fours, (unsigned long long)t48_game_seed(game));
    add_player(&out, player);
    bool is_random = t48_grid_equal(&start_grid, &random_grid);
    lt_text_printf(&out, "start %s\n", is_random ? "random" : t48_grid_format(&start_grid, board));
    size_t length = t48_game_length(game);
    lt_text_printf(&out, "moves %zu\n", length);
    for (size_t i = 0; i < length; i++) {
        char letter = t48_dir_letter(t48_game_move_at(game, i));
        lt_text_add(&out, &letter, 1);
        if ((i + 1) % LINE_LENGTH == 0 || i + 1 == length) lt_text_puts(&out, "\n");
    }
    t48_grid final = t48_state_grid(t48_game_state(game));
    lt_text_printf(&out, "score %llu\nfinal %s\n", (unsigned long long)t48_game_state(game)->score,
                   t48_grid_format(&final, board));
    lt_text_printf(&out, "check %016llx\n",
                   (unsigned long long)XXH3_64bits(lt_text_str(&out), out.length));
    if (out.failed) {
        lt_text_release(&out);
        return lt_fail(err, LT_NO_MEMORY, "no memory for a record");
    }
    *text = out.data;
    return LT_OK;
}

/* A reader of lines that knows where it is, for errors. */
typedef struct reader {
    const char *at, *end;
    int line;
} reader;

static bool next_line(reader *r, const char **line, size_t *length)
{
    if (r->at == r->end) return false;
    const char *newline = memchr(r->at, '\n', (size_t)(r->end - r->at));
    const char *stop = newline ? newline : r->end;
    *line = r->at;
    *length = (size_t)(stop - r->at);
    r->at = newline ? newline + 1 : r->end;
    r->line++;
    return true;
}

/* The value of a line "KEY VALUE", copied into `out`. */
static lt_status field(reader *r, const char *key, char *out, size_t size, lt_error *err)
{
    const char *line;
    size_t length, key_length = strlen(key);
    if (!next_line(r, &line, &length))
        return lt_fail(err, LT_DAMAGED, "the record ends before its line \"%s\"", key);
    if (length < key_length + 2 || memcmp(line, key, key_length) != 0 || line[key_length] != ' ')
        return lt_fail(err, LT_DAMAGED, "line %d of the record is not \"%s ...\"", r->line, key);
    length -= key_length + 1;
    if (length >= size)
        return lt_fail(err, LT_DAMAGED, "line %d of the record is too long", r->line);
    memcpy(out, line + key_length + 1, length);
    out[length] = '\0';
    if (strlen(out) != length)
        return lt_fail(err, LT_DAMAGED, "line %d of the record holds a NUL character", r->line);
    return LT_OK;
}

static lt_status number_field(reader *r, const char *key, unsigned long long *value, lt_error *err)
{
    char text[32];
    LT_TRY(field(r, key, text, sizeof text, err));
    if (!lt_parse_u64(text, strlen(text), value))
        return lt_fail(err, LT_DAMAGED, "line %d of the record: %s is not a whole number", r->line,
                       key);
    return LT_OK;
}

/* The checksum line must be the last one and match what stands before it. */
static lt_status check_seal(const char *text, size_t length, size_t *body, lt_error *err)
{
    static const char key[] = "\ncheck ";
    size_t key_length = sizeof key - 1;
    const char *found = NULL;
    for (size_t i = 0; i + key_length + 16 <= length; i++)
        if (memcmp(text + i, key, key_length) == 0) found = text + i;
    if (!found) return lt_fail(err, LT_DAMAGED, "the record has no checksum line: it is cut short");
    const char *digits = found + key_length;
    uint64_t claimed = 0;
    for (int i = 0; i < 16; i++) {
        const char *hex = "0123456789abcdef";
        const char *digit = digits[i] ? strchr(hex, digits[i]) : NULL;
        if (!digit) return lt_fail(err, LT_DAMAGED, "the record's checksum is not a number");
        claimed = claimed << 4 | (uint64_t)(digit - hex);
    }
    for (const char *rest = digits + 16; rest < text + length; rest++)
        if (!strchr("\r\n", *rest) || *rest == '\0')
            return lt_fail(err, LT_DAMAGED, "the record goes on after its checksum");
    *body = (size_t)(found + 1 - text);
    if (claimed != XXH3_64bits(text, *body))
        return lt_fail(err, LT_DAMAGED, "the record is damaged: its checksum is wrong");
    return LT_OK;
}

static lt_status replay_moves(reader *r, t48_game *game, unsigned long long count, lt_error *err)
{
    unsigned long long done = 0;
    while (done < count) {
        const char *line;
        size_t length;
        if (!next_line(r, &line, &length))
            return lt_fail(err, LT_DAMAGED, "the record has %llu moves; it claims %llu", done,
                           count);
        for (size_t i = 0; i < length; i++, done++) {
            t48_dir dir = t48_dir_from_letter(line[i]);
            if (dir == T48_NONE || done == count)
                return lt_fail(err, LT_DAMAGED, "line %d, column %zu: not a move of this game",
                               r->line, i + 1);
            bool moved;
            LT_TRY(t48_game_move(game, dir, &moved, err));
            if (!moved)
                return lt_fail(err, LT_DAMAGED, "line %d, column %zu: %s is not a legal move there",
                               r->line, i + 1, t48_dir_name(dir));
        }
    }
    return LT_OK;
}

/* What the record says came out must be what came out. */
static lt_status check_outcome(reader *r, const t48_game *game, lt_error *err)
{
    unsigned long long score;
    char text[T48_GRID_TEXT];
    t48_grid claimed, actual = t48_state_grid(t48_game_state(game));
    LT_TRY(number_field(r, "score", &score, err));
    LT_TRY(field(r, "final", text, sizeof text, err));
    LT_TRY(t48_grid_parse(text, actual.shape, &claimed, err));
    if (score != t48_game_state(game)->score)
        return lt_fail(err, LT_DAMAGED, "the replayed score is %llu; the record claims %llu",
                       (unsigned long long)t48_game_state(game)->score, score);
    if (!t48_grid_equal(&claimed, &actual))
        return lt_fail(err, LT_DAMAGED, "the replayed final board is not the record's");
    return LT_OK;
}

static lt_status load(reader *r, t48_game **game, char **player, lt_error *err)
{
    const char *line;
    size_t length;
    char text[T48_GRID_TEXT];
    t48_rules rules;
    unsigned long long seed, moves;
    if (!next_line(r, &line, &length) || length != sizeof first_line - 1 ||
        memcmp(line, first_line, length) != 0)
        return lt_fail(err, LT_DAMAGED, "not a record of laatta: the first line is not \"%s\"",
                       first_line);
    LT_TRY(field(r, "size", text, sizeof text, err));
    LT_TRY(t48_shape_parse(text, &rules.shape, err));
    LT_TRY(field(r, "fours", text, sizeof text, err));
    if (!lt_parse_real(text, strlen(text), &rules.fours) || !(rules.fours >= 0 && rules.fours <= 1))
        return lt_fail(err, LT_DAMAGED, "line %d: the share of fours is not within 0 .. 1",
                       r->line);
    LT_TRY(number_field(r, "seed", &seed, err));
    LT_TRY(field(r, "player", text, PLAYER_MAX, err));
    *player = strdup(text);
    if (!*player) return lt_fail(err, LT_NO_MEMORY, "no memory for a record");
    LT_TRY(field(r, "start", text, sizeof text, err));
    t48_grid start;
    bool random = strcmp(text, "random") == 0;
    if (!random) LT_TRY(t48_grid_parse(text, rules.shape, &start, err));
    LT_TRY(number_field(r, "moves", &moves, err));
    if (moves > MOVES_MAX) return lt_fail(err, LT_DAMAGED, "the record claims too many moves");
    LT_TRY(t48_game_new(game, &rules, seed, random ? NULL : &start, err));
    t48_game_keep_playing(*game);
    LT_TRY(replay_moves(r, *game, moves, err));
    LT_TRY(check_outcome(r, *game, err));
    if (next_line(r, &line, &length))
        return lt_fail(err, LT_DAMAGED, "line %d of the record was not expected", r->line);
    return LT_OK;
}

static lt_status load_sealed(const char *text, size_t length, t48_game **game, char **player,
                             lt_error *err)
{
    size_t body = 0;
    reader r = {.at = text, .end = text + length};
    if (length < sizeof first_line - 1 || memcmp(text, first_line, sizeof first_line - 1) != 0)
        return lt_fail(err, LT_DAMAGED, "not a record of laatta: the first line is not \"%s\"",
                       first_line);
    LT_TRY(check_seal(text, length, &body, err));
    r.end = text + body;
    lt_status status = load(&r, game, player, err);
    if (status != LT_OK) {
        t48_game_free(*game);
        free(*player);
        *game = NULL;
        *player = NULL;
        /* A bad board inside a record is a damaged record. */
        if (status == LT_BAD_INPUT) status = LT_DAMAGED;
    }
    return status;
}

/* Records that went through mail or an editor may end their lines by CR LF; the
 * checksum is of lines that end by LF. */
static lt_status without_returns(const char *text, size_t length, char **copy, size_t *kept,
                                 lt_error *err)
{
    *copy = malloc(length + 1);
    if (!*copy) return lt_fail(err, LT_NO_MEMORY, "no memory for a record");
    *kept = 0;
    for (size_t i = 0; i < length; i++)
        if (text[i] != '\r' || i + 1 == length || text[i + 1] != '\n') (*copy)[(*kept)++] = text[i];
    return LT_OK;
}

lt_status t48_record_load(const char *text, size_t length, t48_game **game, char **player,
                          lt_error *err)
{
    *game = NULL;
    *player = NULL;
    if (length == 0 || !memchr(text, '\r', length))
        return load_sealed(text, length, game, player, err);
    char *copy;
    size_t kept;
    LT_TRY(without_returns(text, length, &copy, &kept, err));
    lt_status status = load_sealed(copy, kept, game, player, err);
    free(copy);
    return status;
}
