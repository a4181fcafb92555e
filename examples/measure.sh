#!/bin/sh
# How good is my bot? Compares it with a player of laatta and keeps every game of both.
#     sh examples/measure.sh 'python3 examples/bot.py' [PLAYER] [DIRECTORY]
set -eu
laatta=${LAATTA:-laatta}
bot="external:cmd=\"$(printf '%s' "$1" | sed 's/"/""/g')\""
player=${2:-greedy}
directory=${3:-games}
"$laatta" compare "$bot" "$player" --games "${GAMES:-200}"
"$laatta" sim --player "$bot" --games 20 --csv --quiet --records "$directory/bot" >"$directory.bot.csv"
"$laatta" sim --player "$player" --games 20 --csv --quiet --records "$directory/laatta" >"$directory.laatta.csv"
echo "games: $directory.bot.csv and $directory.laatta.csv; laatta replay $directory/bot/game-000000.txt shows one"
