// How each player thinks, in the words of a pupil: read beside the tree of the search.

/** @type {Record<string, string>} */
const THINKS = {
  optimal: "On a small board every position can be listed. It worked out beforehand what each is worth, from the ends of all games backwards, and only looks the answer up.",
  ntuple: "It has a memory of parts of the board, six cells each, and of how many points usually followed. It adds up what the parts are worth, and looks a few moves ahead, like the tree below, before it believes the sum.",
  walls: "Large tiles hardly ever move, so they are like walls. It follows only the few moves that leave the walls alone, and so sees much further along them than the tree below.",
  expectimax: "It builds the tree below with CHANCE nodes: every new tile counts as much as it is probable. Lines that hardly ever happen are left out, so that the others can go deeper.",
  snake: "It likes boards on which the tiles lie in order along the snake's path (choose it below) and looks three moves ahead for them. The critical blank, the first gap on the path, is where a new tile would hurt.",
  expectiminimax: "It is the tree below with CHANCE nodes: for each move the mean of all new tiles, at the end the value of the board along eight paths.",
  alphabeta: "It is the tree below with MIN nodes: whatever can go wrong will. Alpha-beta skips branches that cannot change the choice, and finds the same move sooner.",
  montecarlo: "It builds no tree. It plays each move on to the end many times without thinking, by dice, and takes the move whose games ended best.",
  worstcase: "It is the tree below with MIN nodes, but it tries only the new tiles that look worst at once, and so gets deeper.",
  greedy: "It looks one move ahead and takes the most points now. It has no tree, and does not see what comes after.",
  circle: "It does not look at the board at all: up, right, down, left, and round again.",
  random: "It does not look at the board at all: any move that is possible, by dice.",
};

/** What to say of a player in the view of the search; one that is new here is not explained. */
export const thinks = (name) => THINKS[name] ?? "";
