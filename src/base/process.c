/* A socket pair is its standard input and output: a write to a program that has died is
 * an error there, where a pipe would send a signal to us. Neither end is inherited by
 * other programs that are started at the same time.
 *
 * A program need not outlive this one, even if it ignores the end of its input and this one
 * is killed outright: a guard in its process group holds the other end of a second pair,
 * `life`, and kills the group when this program's end is gone. (A signal at the parent's
 * death, as Linux has it, would come at the end of the thread that started the program, and
 * would reach only the first process of the group.) */
#include "base/process.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

struct lt_process {
    pid_t pid;
    int fd, life;
    size_t begin, end; /* what was read and not yet taken */
    char read[LT_PROCESS_LINE];
};

static const double goodbye_seconds = 0.5; /* to end by itself */
static const double slice_seconds = 0.1;   /* between two looks at the control */

/* --- starting -------------------------------------------------------------------- */

/* The guard is nobody's child, so that a program that waits for its children does not wait
 * for that one. */
static const char guarded[] = "({ read -r _ <&3; kill -KILL 0; } </dev/null >/dev/null 2>&1 &);"
                              " exec sh -c \"$0\" 3<&-";

static int spawn(lt_process *p, const char *command, int theirs, int life)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, usual;
    sigemptyset(&none);
    /* Signals that this program ignores or takes itself are none of its business. */
    sigemptyset(&usual);
    static const int reset[] = {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    for (size_t i = 0; i < sizeof reset / sizeof reset[0]; i++) sigaddset(&usual, reset[i]);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, theirs, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, theirs, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, life, 3);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                              POSIX_SPAWN_SETSIGDEF);
    char *const words[] = {"sh", "-c", (char *)guarded, (char *)command, NULL};
    int failed = posix_spawn(&p->pid, "/bin/sh", &actions, &attributes, words, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return failed;
}

lt_status lt_process_start(lt_process **process, const char *command, lt_error *err)
{
    *process = NULL;
    lt_process *p = calloc(1, sizeof *p);
    if (!p) return lt_fail(err, LT_NO_MEMORY, "not enough memory to start a program");
    int talk[2] = {-1, -1}, life[2] = {-1, -1}, failed = 0;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, talk) != 0 ||
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, life) != 0)
        failed = errno;
    p->fd = talk[0];
    p->life = life[0];
    if (!failed) {
        fcntl(p->fd, F_SETFL, O_NONBLOCK);
        failed = spawn(p, command, talk[1], life[1]);
    }
    if (talk[1] >= 0) close(talk[1]);
    if (life[1] >= 0) close(life[1]);
    if (!failed) {
        *process = p;
        return LT_OK;
    }
    if (p->fd >= 0) close(p->fd);
    if (p->life >= 0) close(p->life);
    free(p);
    return lt_fail(err, LT_UNAVAILABLE, "cannot start a program: %s", strerror(failed));
}

/* --- ending ------------------------------------------------------------------------ */

/* Waits for its end without taking it away, so that the number of its group stays taken. */
static bool ended(lt_process *p, double seconds, siginfo_t *how)
{
    double until = lt_clock_now() + seconds;
    for (long nap = 200000;; nap = nap < 20000000 ? 2 * nap : nap) {
        memset(how, 0, sizeof *how);
        int result = waitid(P_PID, (id_t)p->pid, how, WEXITED | WNOHANG | WNOWAIT);
        if (result != 0 && errno != EINTR) return true; /* somebody else has waited for it */
        if (result == 0 && how->si_pid == p->pid) return true;
        if (lt_clock_now() >= until) return false;
        nanosleep(&(struct timespec){.tv_nsec = nap}, NULL);
    }
}

void lt_process_end(lt_process *process)
{
    if (!process) return;
    siginfo_t how;
    shutdown(process->fd, SHUT_RDWR);
    ended(process, goodbye_seconds, &how);
    kill(-process->pid, SIGKILL); /* also what it started and left behind */
    while (waitpid(process->pid, NULL, 0) < 0 && errno == EINTR) continue;
    close(process->fd);
    close(process->life);
    free(process);
}

static lt_status gone(lt_process *p, lt_error *err)
{
    siginfo_t how;
    if (!ended(p, goodbye_seconds, &how))
        return lt_fail(err, LT_IO, "the program closed its output");
    if (how.si_code == CLD_EXITED && how.si_status == 127)
        return lt_fail(err, LT_IO, "the program was not found (exit status 127)");
    if (how.si_code == CLD_EXITED)
        return lt_fail(err, LT_IO, "the program ended with exit status %d", how.si_status);
    return lt_fail(err, LT_IO, "the program was ended by signal %d", how.si_status);
}

/* --- talking ------------------------------------------------------------------------- */

static lt_status wait_for(lt_process *p, short events, const lt_patience *patience, lt_error *err)
{
    for (;;) {
        if (lt_cancelled(patience->control))
            return lt_fail(err, LT_CANCELLED, "stopped while waiting for a program");
        double left = patience->deadline - lt_clock_now();
        if (left <= 0) return lt_fail(err, LT_LIMIT, "the program did not answer in time");
        double slice = left < slice_seconds ? left : slice_seconds;
        struct pollfd at = {.fd = p->fd, .events = events};
        if (poll(&at, 1, (int)(1000 * slice) + 1) > 0) return LT_OK;
    }
}

lt_status lt_process_send(lt_process *process, const char *bytes, size_t length,
                          const lt_patience *patience, lt_error *err)
{
    while (length > 0) {
        ssize_t sent = send(process->fd, bytes, length, MSG_NOSIGNAL);
        if (sent > 0) {
            bytes += sent;
            length -= (size_t)sent;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) {
            LT_TRY(wait_for(process, POLLOUT, patience, err));
        } else {
            return gone(process, err);
        }
    }
    return LT_OK;
}

lt_status lt_process_line(lt_process *process, const char **line, const lt_patience *patience,
                          lt_error *err)
{
    lt_process *p = process;
    for (;;) {
        char *first = p->read + p->begin, *end = memchr(first, '\n', p->end - p->begin);
        if (end) {
            p->begin = (size_t)(end + 1 - p->read);
            if (end > first && end[-1] == '\r') end--;
            *end = '\0';
            *line = first;
            return LT_OK;
        }
        memmove(p->read, first, p->end - p->begin);
        p->end -= p->begin;
        p->begin = 0;
        if (p->end == sizeof p->read)
            return lt_fail(err, LT_BAD_INPUT, "the program wrote a line of more than %d characters",
                           LT_PROCESS_LINE);
        ssize_t got = recv(p->fd, p->read + p->end, sizeof p->read - p->end, 0);
        if (got > 0)
            p->end += (size_t)got;
        else if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
            LT_TRY(wait_for(p, POLLIN, patience, err));
        else
            return gone(p, err);
    }
}
