/* What is served, and where. */
#ifndef HTTP_ROUTER_H
#define HTTP_ROUTER_H

#include "http/doorman.h"
#include "http/game_desk.h"
#include "http/guard.h"
#include "http/packed_page.h"
#include "http/parking.h"

#include <microhttpd.h>

/* What answers are made of; lives as long as the server. */
typedef struct http_site {
    bool loopback;         /* listens to this machine alone */
    const char *token;     /* NULL: the lab can only be read */
    const char *name;      /* the address in figures that it listens on */
    packed_page *page;     /* the games */
    packed_page *lab_page; /* the dashboard; NULL: not built */
    const char *net;       /* file of the full network; NULL: none */
    doorman *door;
    lab_board *board;
    parking *parking;
    game_desk *desk;        /* where boards are thought about */
    unsigned streams;       /* event streams that are open; under the board's lock */
    http_mistakes mistakes; /* wrong tokens; under the board's lock */
} http_site;

/* A request from its headers to its answer; zeroed at first. */
typedef struct http_request {
    struct MHD_Connection *connection;
    const char *method, *path;
    parked parked;
    double deadline; /* of waiting for the board; 0: it has not waited */
    bool delayed;    /* for a wrong token, and may be told now */
    board_command *command;
    game_question *question; /* about a board; NULL: none */
} http_request;

enum MHD_Result http_route(http_site *site, http_request *request);

/* The JSON below /lab/api/; `path` is what follows. */
enum MHD_Result lab_api(http_site *site, http_request *request, const char *path);
/* Lets go of what a request has waited for. */
void lab_api_release(http_site *site, http_request *request);

/* The JSON below /api/, of boards; `path` is what follows. */
enum MHD_Result game_api(http_site *site, http_request *request, const char *path);
void game_api_release(http_request *request);

/* /lab/events: messages as long as the client listens. */
enum MHD_Result lab_events(http_site *site, http_request *request);

#endif
