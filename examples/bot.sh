#!/bin/sh
# A 2048 bot in shell: left and down in turn; when neither moves anything, right, else up.
# It speaks the protocol of docs/PROTOCOL.md, so laatta can play and measure it:
#     laatta sim --player 'external:cmd="sh examples/bot.sh"' --games 20

# choose BOARD DIRECTION...: the first of the directions that moves anything, which one
# does if a tile follows an empty cell or an equal tile on its way.
choose() {
    board=$1
    shift
    printf '%s\n' "$board" | tr / '\n' | awk -v order="$*" '
        function way(a, b, dir) { if (b && (!a || a == b)) can[dir] = 1 }
        {
            for (i = 1; i <= NF; i++) {
                if (i > 1) { way($(i - 1), $i, "left"); way($i, $(i - 1), "right") }
                if (NR > 1) { way(above[i], $i, "up"); way($i, above[i], "down") }
                above[i] = $i
            }
        }
        END { n = split(order, dir); for (i = 1; i <= n; i++) if (dir[i] in can) { print dir[i]; exit } }'
}

first=left second=down
while read -r command rest; do
    case $command in
    position) position=$rest && echo ok ;;
    go) echo "best $(choose "$position" $first $second right up)" && swap=$first first=$second second=$swap ;;
    quit) exit ;;
    *) echo ok ;;
    esac
done
