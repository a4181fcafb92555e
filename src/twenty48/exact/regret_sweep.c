/* The exact expected score of a player whose moves depend on the board alone.
 *
 * Layer by layer of equal tile sum, from the start upwards, every board that the
 * player can meet with the probability that a game meets it. The expected score
 * is the sum of probability times points earned. The regret is that sum taken of
 * the points given away by each move, so the two figures check each other.
 *
 * Moves are asked for on all threads; probabilities are added up by one, always
 * in the same order, so the sums do not depend on the number of threads. */
#include "twenty48/exact/regret.h"

#include <stdlib.h>
#include <string.h>

/* Boards with a probability each, in the order they came. */
typedef struct mass {
    t48_board *board;
    double *chance;
    uint32_t *slot; /* index + 1 of the board that lives there */
    size_t count, room;
    unsigned shift;
} mass;

static lt_status mass_grow(mass *m, lt_error *err)
{
    size_t room = m->room ? 2 * m->room : 1024;
    t48_board *board = realloc(m->board, room * sizeof *board);
    if (board) m->board = board;
    double *chance = realloc(m->chance, room * sizeof *chance);
    if (chance) m->chance = chance;
    free(m->slot);
    m->slot = calloc(2 * room, sizeof *m->slot);
    if (!board || !chance || !m->slot)
        return lt_fail(err, LT_NO_MEMORY, "no memory for a layer of %zu boards", room);
    m->room = room;
    m->shift = 64;
    for (size_t slots = 2 * room; slots > 1; slots /= 2) m->shift--;
    for (size_t i = 0; i < m->count; i++) {
        size_t at = (size_t)((m->board[i] * 0x9e3779b97f4a7c15ull) >> m->shift);
        while (m->slot[at]) at = (at + 1) & (2 * room - 1);
        m->slot[at] = (uint32_t)i + 1;
    }
    return LT_OK;
}

static lt_status mass_add(mass *m, t48_board board, double chance, lt_error *err)
{
    if (m->count == m->room) LT_TRY(mass_grow(m, err));
    size_t at = (size_t)((board * 0x9e3779b97f4a7c15ull) >> m->shift);
    for (; m->slot[at]; at = (at + 1) & (2 * m->room - 1))
        if (m->board[m->slot[at] - 1] == board) {
            m->chance[m->slot[at] - 1] += chance;
            return LT_OK;
        }
    m->board[m->count] = board;
    m->chance[m->count] = chance;
    m->slot[at] = (uint32_t)++m->count;
    return LT_OK;
}

static void mass_clear(mass *m)
{
    m->count = 0;
    if (m->slot) memset(m->slot, 0, 2 * m->room * sizeof *m->slot);
}

static void mass_release(mass *m)
{
    free(m->board);
    free(m->chance);
    free(m->slot);
}

/* What was found out about one board. */
typedef struct verdict {
    t48_judgement judgement;
    double chance[T48_DIRS]; /* of its moves; all 0 if the player gives up */
} verdict;

enum { CHUNK = 1 << 15, BLOCK = 64 };

typedef struct sweep {
    t48_regret_work *work;
    t48_space space;
    bool symmetric; /* boards stand for those turned and mirrored */
    t48_state blank;
    mass ring[3], after;
    verdict *verdicts;
    const t48_board *asked;
    t48_blunders blunders;
    double points, lost; /* of the layer at hand */
} sweep;

static void ask_block(void *ctx, int worker, size_t first, size_t count)
{
    sweep *s = ctx;
    t48_player *player = s->work->player[worker];
    t48_state state = s->blank;
    for (size_t i = first; i < first + count; i++) {
        if (lt_cancelled(s->work->config->control)) return; /* the layer is thrown away */
        verdict *v = &s->verdicts[i];
        state.board = s->asked[i];
        *v = (verdict){.judgement = t48_judge(s->work->table, state.board, state.shape)};
        if (!v->judgement.legal) continue;
        if (s->work->out->method == T48_REGRET_DISTRIBUTION) {
            player->ops->spread(player, &state, v->judgement.legal, v->chance);
        } else {
            t48_dir dir = t48_player_choose(player, &state);
            if (dir != T48_NONE) v->chance[dir] = 1;
        }
    }
}

static t48_board settled(const sweep *s, t48_board board)
{
    if (!s->symmetric) return board;
    uint64_t packed = t48_space_pack(&s->space, board);
    t48_space_canonical(&s->space, &packed, 1);
    return t48_space_unpack(&s->space, packed);
}

/* How many boards this one stands for. */
static uint64_t stands_for(const sweep *s, t48_board board)
{
    uint8_t orbit;
    uint64_t packed = t48_space_pack(&s->space, board);
    return s->symmetric ? t48_space_orbits(&s->space, &packed, 1, &orbit) : 1;
}

static void note_blunder(sweep *s, t48_board board, double chance, const verdict *v)
{
    t48_blunder b = {.board = board, .played = T48_NONE, .best = v->judgement.best};
    for (int d = 0; d < T48_DIRS; d++) {
        if (!(v->chance[d] > 0) || !(v->judgement.loss[d] > b.loss)) continue;
        b.played = (t48_dir)d;
        b.loss = v->judgement.loss[d];
        b.probability = chance * v->chance[d];
    }
    if (b.played != T48_NONE)
        t48_blunders_add(&s->blunders, &b,
                         s->work->config->by_cost ? b.loss * b.probability : b.loss);
}

static lt_status take_verdict(sweep *s, t48_board board, double chance, const verdict *v,
                              lt_error *err)
{
    t48_regret *r = s->work->out;
    if (!v->judgement.legal) return LT_OK;
    double erring = 0, moving = 0;
    for (int d = 0; d < T48_DIRS; d++) {
        if (!(v->chance[d] > 0)) continue;
        uint64_t gained;
        t48_board after = t48_board_move(board, s->blank.shape, (t48_dir)d, &gained);
        double here = chance * v->chance[d];
        moving += here;
        s->points += here * (double)gained;
        s->lost += here * v->judgement.loss[d];
        if (v->judgement.loss[d] > 0) erring += here;
        LT_TRY(mass_add(&s->after, settled(s, after), here, err));
    }
    if (!(moving > 0)) {
        s->lost += chance * v->judgement.worth;
        return LT_OK;
    }
    uint64_t boards = stands_for(s, board);
    r->moves += chance;
    r->errors += erring;
    r->positions += boards;
    if (erring > 0) {
        r->erred += boards;
        note_blunder(s, board, chance, v);
    }
    return LT_OK;
}

/* Adds a random new tile to every board of `from`, which has the sum of `layer`. */
static lt_status spawn(sweep *s, const mass *from, size_t layer, lt_error *err)
{
    double fours = s->work->config->rules.fours;
    uint64_t cells = t48_cells_mask(s->blank.shape);
    for (size_t i = 0; i < from->count; i++) {
        uint64_t empty = t48_empties(from->board[i], cells);
        double each = from->chance[i] / lt_popcount64(empty);
        for (; empty; empty &= empty - 1) {
            t48_board two = from->board[i] | (empty & -empty);
            t48_board four = from->board[i] | (empty & -empty) << 1;
            if (fours < 1)
                LT_TRY(
                    mass_add(&s->ring[(layer + 1) % 3], settled(s, two), (1 - fours) * each, err));
            if (fours > 0)
                LT_TRY(mass_add(&s->ring[(layer + 2) % 3], settled(s, four), fours * each, err));
        }
    }
    return LT_OK;
}

/* Two tiles, each a 2 or a 4, on any two cells. */
static lt_status start(sweep *s, lt_error *err)
{
    double fours = s->work->config->rules.fours;
    uint64_t cells = t48_cells_mask(s->blank.shape);
    unsigned n = lt_popcount64(cells);
    for (unsigned a = 0; a < n; a++)
        for (unsigned b = 0; b < n; b++)
            for (unsigned big = 0; big < 4 && a != b; big++) {
                unsigned first = big & 1, second = big >> 1;
                double chance = (first ? fours : 1 - fours) * (second ? fours : 1 - fours);
                t48_board board = lt_nth_bit(cells, a) << first | lt_nth_bit(cells, b) << second;
                if (chance > 0)
                    LT_TRY(mass_add(&s->ring[(2 + first + second) % 3], settled(s, board),
                                    chance / (n * (n - 1)), err));
            }
    return LT_OK;
}

static lt_status stopped(lt_error *err)
{
    return lt_fail(err, LT_CANCELLED, "stopped; there is no figure before the end");
}

static lt_status sweep_layer(sweep *s, size_t layer, lt_error *err)
{
    mass *here = &s->ring[layer % 3];
    s->points = s->lost = 0;
    for (size_t first = 0; first < here->count; first += CHUNK) {
        size_t count = here->count - first < CHUNK ? here->count - first : CHUNK;
        if (lt_cancelled(s->work->config->control)) return stopped(err);
        s->asked = here->board + first;
        t48_blocks blocks = {.ctx = s,
                             .run = ask_block,
                             .total = count,
                             .block = BLOCK,
                             .threads = s->work->threads};
        LT_TRY(t48_blocks_run(&blocks, err));
        if (lt_cancelled(s->work->config->control)) return stopped(err);
        for (size_t i = 0; i < count; i++)
            LT_TRY(take_verdict(s, here->board[first + i], here->chance[first + i], &s->verdicts[i],
                                err));
        lt_progress progress = {
            .what = "asking the player", .unit = "boards", .done = s->work->out->positions};
        lt_report(s->work->config->control, &progress);
    }
    mass_clear(here);
    s->work->out->expected += s->points;
    s->work->out->regret_by_loss += s->lost;
    lt_status status = spawn(s, &s->after, layer, err);
    mass_clear(&s->after);
    return status;
}

lt_status t48_regret_sweep(t48_regret_work *work, lt_error *err)
{
    sweep s = {.work = work,
               .symmetric = work->player[0]->ops->symmetric,
               .blank = t48_state_empty(&work->config->rules),
               .blunders = {.most = work->config->blunders}};
    LT_TRY(t48_space_init(&s.space, work->config->rules.shape, true, err));
    s.verdicts = malloc(CHUNK * sizeof *s.verdicts);
    lt_status status =
        s.verdicts ? start(&s, err) : lt_fail(err, LT_NO_MEMORY, "no memory for %d boards", CHUNK);
    for (size_t layer = 2; status == LT_OK; layer++) {
        status = sweep_layer(&s, layer, err);
        if (!s.ring[(layer + 1) % 3].count && !s.ring[(layer + 2) % 3].count && layer >= 4) break;
    }
    t48_regret *r = work->out;
    r->regret = r->optimal - r->expected;
    if (r->regret_by_loss == 0) r->regret = 0; /* no move lost anything; the rest is rounding */
    r->blunders = s.blunders.count;
    memcpy(r->blunder, s.blunders.item, s.blunders.count * sizeof r->blunder[0]);
    for (int k = 0; k < 3; k++) mass_release(&s.ring[k]);
    mass_release(&s.after);
    free(s.verdicts);
    return status;
}
