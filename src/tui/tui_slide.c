/* The rules of a move once more, tile by tile: the engine only tells the outcome. */
#include "tui/tui_slide.h"

/* The cell at `place`, counted from the wall the tiles slide to. */
static unsigned cell_at(t48_shape shape, t48_dir dir, unsigned line, unsigned place)
{
    switch (dir) {
    case T48_UP: return place * shape.cols + line;
    case T48_DOWN: return (shape.rows - 1u - place) * shape.cols + line;
    case T48_LEFT: return line * shape.cols + place;
    default: return line * shape.cols + (shape.cols - 1u - place);
    }
}

void tui_slide_plan(tui_slide *slide, const t48_grid *before, t48_dir dir)
{
    t48_shape shape = before->shape;
    bool upright = dir == T48_UP || dir == T48_DOWN;
    unsigned lines = upright ? shape.cols : shape.rows, places = upright ? shape.rows : shape.cols;
    slide->count = 0;
    for (unsigned line = 0; line < lines; line++) {
        unsigned next = 0, waiting = 0; /* next free place; level that may still merge, or 0 */
        for (unsigned place = 0; place < places; place++) {
            unsigned from = cell_at(shape, dir, line, place);
            unsigned level = before->level[from];
            if (level == 0) continue;
            bool merges = level == waiting;
            if (!merges) next++;
            waiting = merges ? 0 : level;
            slide->motion[slide->count++] =
                (tui_motion){.from = (uint8_t)from,
                             .to = (uint8_t)cell_at(shape, dir, line, next - 1),
                             .level = (uint8_t)level};
        }
    }
}
