/* Any bytes sent to the server: it answers or hangs up, and serves the next one. */
#define _GNU_SOURCE
#include "fuzz/fuzz_sealed.h"

#include "http/server.h"

#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/uio.h>

static http_server *server;

static int connect_to(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons(http_server_port(server)),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct linger now = {.l_onoff = 1, .l_linger = 0};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    /* Half a request is never answered; waiting for that would be all there is. */
    struct timeval patience = {.tv_usec = 20000};
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0) abort();
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    /* No TIME_WAIT: thousands of connections a second would use up the ports. */
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    return fd;
}

static void start(void)
{
    signal(SIGPIPE, SIG_IGN);
    static const char page[] = "<!doctype html>";
    static fuzz_file net;
    net = fuzz_file_open(page, sizeof page);
    http_config config = {.page = {.bytes = page, .length = sizeof page - 1},
                          .net = net.path,
                          .db = "sqlite:/dev/null/lab.sqlite",
                          .token = "0123456789abcdef"};
    lt_error err;
    if (http_server_start(&server, &config, &err) != LT_OK) {
        fprintf(stderr, "%s\n", err.text);
        abort();
    }
}

/* A request without its empty line is answered by nothing: it gets one, but for one in
 * eight, which stays half. */
static void send_request(int fd, const uint8_t *data, size_t size)
{
    static const char end[] = "\r\n\r\n";
    bool whole = size % 8 == 0 || memmem(data, size, end, 4);
    struct iovec part[] = {{(void *)(uintptr_t)data, size},
                           {(void *)(uintptr_t)end, whole ? 0 : 4}};
    struct msghdr message = {.msg_iov = part, .msg_iovlen = 2};
    sendmsg(fd, &message, 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!server) start();
    int fd = connect_to();
    char answer[4096];
    send_request(fd, data, size);
    /* The beginning of an answer is enough: streams have no end, and connections are kept. What
     * has none by now is told that nothing follows. */
    struct pollfd ready = {.fd = fd, .events = POLLIN};
    if (poll(&ready, 1, 1) == 0) shutdown(fd, SHUT_WR);
    recv(fd, answer, sizeof answer, 0);
    close(fd);
    return 0;
}
