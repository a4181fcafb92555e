#!/bin/sh
# Many boards in one stream: reads a board a line (tiles row by row, / between the rows)
# and prints the best move for each, in order. One laatta serves them all.
#     sh examples/boards.sh [PLAYER] <boards.txt
laatta=${LAATTA:-laatta}
sed 's/.*/go &\nwait/' |
    "$laatta" engine --player "${1:-expectimax}" |
    sed -n 's/^best \([a-z]*\).*/\1/p; s/^error go //p'
