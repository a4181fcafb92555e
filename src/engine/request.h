/* What a line asks for: a command and its keys, the same in both forms. */
#ifndef PROTOCOL_REQUEST_H
#define PROTOCOL_REQUEST_H

#include "laatta/status.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* keys of a command, as bits: what they are called and whether the rest of the line is
 * their value, in words */
#define PROTOCOL_KEYS(X)     \
    X(SIZE, "size", false)   \
    X(FOURS, "fours", false) \
    X(SEED, "seed", false)   \
    X(DEPTH, "depth", false) \
    X(MS, "ms", false)       \
    X(NODES, "nodes", false) \
    X(BOARD, "board", true)  \
    X(PLAYER, "player", true)

enum {
#define X(name, word, rest) KEY_##name,
    PROTOCOL_KEYS(X)
#undef X
        KEYS
};
#define KEY_BIT(name) (1u << KEY_##name)
#define KEYS_OF_A_SEARCH \
    (KEY_BIT(DEPTH) | KEY_BIT(MS) | KEY_BIT(NODES) | KEY_BIT(SIZE) | KEY_BIT(BOARD))

/* name, keys, whether it may come while a board is thought about, what it does */
#define PROTOCOL_COMMANDS(X)                                                              \
    X(HELLO, "hello", 0, true, "who is there")                                            \
    X(HELP, "help", 0, true, "this list")                                                 \
    X(PLAYERS, "players", 0, true, "players, evaluations and their parameters")           \
    X(SET, "set", KEY_BIT(PLAYER), false, "set player SPEC: who thinks from now on")      \
    X(NEW, "new", KEY_BIT(SIZE) | KEY_BIT(FOURS) | KEY_BIT(SEED), false,                  \
      "new [size RxC] [fours P] [seed S]: a game begins")                                 \
    X(POSITION, "position", KEY_BIT(SIZE) | KEY_BIT(BOARD), false,                        \
      "position [size RxC] BOARD: the board to think about")                              \
    X(GO, "go", KEYS_OF_A_SEARCH, false,                                                  \
      "go [depth N] [ms N] [nodes N] [board BOARD]: the best move")                       \
    X(VALUES, "values", KEYS_OF_A_SEARCH, false, "the same with the value of every move") \
    X(STOP, "stop", 0, true, "ends the thinking; its answer comes first")                 \
    X(WAIT, "wait", 0, true, "answers when the thinking is over")                         \
    X(PING, "ping", 0, true, "answers at once")                                           \
    X(QUIT, "quit", 0, true, "ends the program")

typedef enum protocol_command {
#define X(name, word, keys, any_time, summary) COMMAND_##name,
    PROTOCOL_COMMANDS(X)
#undef X
        COMMANDS
} protocol_command;

typedef struct protocol_about {
    const char *word;
    unsigned keys;
    bool any_time;
    const char *summary;
} protocol_about;
extern const protocol_about protocol_commands[COMMANDS];

typedef struct request {
    bool json;                /* how it came, and is answered */
    json_t *id;               /* what the client calls it; NULL: nothing */
    protocol_command command; /* COMMANDS: not known */
    char word[32];            /* as the client wrote it, for the answer */
    char *value[KEYS];        /* NULL: not given */
} request;

/* Reads a line, either form. On failure `request` still says how to answer. */
lt_status request_read(request *r, const char *line, size_t length, lt_error *err);
void request_release(request *r);

/* A key that is a number, or `fallback`. */
lt_status request_number(const request *r, int key, double fallback, double low, double high,
                         double *number, lt_error *err);

#endif
