/* A library to preload (LD_PRELOAD) that lets one call of a program fail.
 *
 *   LAATTA_FAULT=KIND,N[,on]        the Nth call that KIND is about fails; with "on" all
 *                                 later ones do, too; N = 0 only counts
 *   LAATTA_FAULT_COUNT=FILE       where the number of such calls is kept, as 8 bytes
 *   LAATTA_FAULT_PLACES=1         a call counts the first time it is made from a place:
 *                                 a program makes the same few hundred in thousands
 *                                 of loops
 *
 * Kinds: alloc (NULL), enospc, eio, eintr, short (half of the bytes), kill (SIGKILL
 * before the call).
 *
 * Allocations are met by defining malloc and its like. System calls are met where the
 * kernel is entered, by a seccomp filter that sends SIGSYS, because the C library's
 * own (fopen, printf) cannot be met by name. The handler makes the call from one
 * known instruction, which the filter lets through. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#include "tests/faults/raw_syscall.h"

typedef enum kind { NOTHING, ALLOC, ENOSPC_, EIO_, EINTR_, SHORT, KILL, KINDS } kind;
static const char *const kind_name[KINDS] = {"",      "alloc", "enospc", "eio",
                                             "eintr", "short", "kill"};

static kind asked;
static uint64_t which;
static bool goes_on;
static _Atomic uint64_t own_count;
static _Atomic uint64_t *count = &own_count;

/* --- places --------------------------------------------------------------- */

/* A place is a chain of callers, of which the nearest tell one from another: the first
 * FRAMES, our own three among them. */
enum { FRAMES = 10, PLACES = 1 << 16 };
static bool by_place;
static _Atomic uint64_t places[PLACES];
static __thread bool looking __attribute__((tls_model("initial-exec")));

typedef struct chain {
    uint64_t hash;
    int frames;
} chain;

static _Unwind_Reason_Code add_frame(struct _Unwind_Context *context, void *into)
{
    chain *c = into;
    c->hash = (c->hash ^ (uint64_t)_Unwind_GetIP(context)) * UINT64_C(0x9e3779b97f4a7c15);
    c->hash ^= c->hash >> 29;
    return ++c->frames < FRAMES ? _URC_NO_REASON : _URC_NORMAL_STOP;
}

/* Whether this is the first call from where it comes from. */
static bool new_place(void)
{
    if (looking) return false; /* an allocation of the unwinder's own */
    looking = true;
    chain c = {.hash = 1};
    _Unwind_Backtrace(add_frame, &c);
    looking = false;
    c.hash |= 1; /* 0 is a free slot */
    for (uint64_t i = 0; i < PLACES; i++) {
        _Atomic uint64_t *slot = &places[(c.hash + i) % PLACES];
        uint64_t there = 0;
        if (atomic_compare_exchange_strong(slot, &there, c.hash)) return true;
        if (there == c.hash) return false;
    }
    return false;
}

/* Whether it is this call's turn. */
static bool hit(void)
{
    static atomic_bool reached;
    if (by_place && !new_place()) return goes_on && atomic_load(&reached);
    uint64_t number = atomic_fetch_add(count, 1) + 1;
    if (number == which) atomic_store(&reached, true);
    return which && (number == which || (goes_on && number > which));
}

/* --- memory --------------------------------------------------------------- */

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

static bool memory_fails(void)
{
    if (asked != ALLOC || !hit()) return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size)
{
    return memory_fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t number, size_t size)
{
    return memory_fails() ? NULL : __libc_calloc(number, size);
}

void *realloc(void *block, size_t size)
{
    return memory_fails() ? NULL : __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return memory_fails() ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
    void *made = memory_fails() ? NULL : __libc_memalign(alignment, size);
    if (!made) return ENOMEM;
    *block = made;
    return 0;
}

/* --- system calls --------------------------------------------------------- */

enum { IN = 1, OUT = 2, MAKES = 4, SYNCS = 8, ASKS = 16, WAITS = 32 };

/* Which calls are met, and what they do. */
static const struct {
    long number;
    unsigned does;
} calls[] = {
    {SYS_read, IN | WAITS},
    {SYS_pread64, IN | WAITS},
    {SYS_readv, IN | WAITS},
    {SYS_write, OUT | WAITS},
    {SYS_pwrite64, OUT | WAITS},
    {SYS_writev, OUT | WAITS},
    {SYS_openat, ASKS | WAITS},
    {SYS_fsync, SYNCS | WAITS},
    {SYS_fdatasync, SYNCS | WAITS},
    {SYS_renameat, MAKES},
    {SYS_renameat2, MAKES},
    {SYS_ftruncate, MAKES | WAITS},
    {SYS_mkdirat, MAKES},
    {SYS_linkat, MAKES},
    {SYS_unlinkat, ASKS},
    {SYS_fallocate, MAKES | WAITS},
    {SYS_flock, WAITS},
    {SYS_lseek, ASKS},
    {SYS_fstat, ASKS},
    {SYS_newfstatat, ASKS},
    {SYS_getrandom, WAITS},
    {SYS_getdents64, ASKS},
#ifdef SYS_open
    {SYS_open, ASKS | WAITS},
    {SYS_rename, MAKES},
    {SYS_mkdir, MAKES},
    {SYS_link, MAKES},
    {SYS_unlink, ASKS},
#endif
};
enum { CALLS = sizeof calls / sizeof calls[0] };

/* Whether the asked kind of fault can meet this call. What is said on standard error
 * is not hindered: the tests read the reasons there. */
static bool concerns(unsigned does, long nr, const long *arg)
{
    bool makes = (nr == SYS_openat && arg[2] & O_CREAT) || does & MAKES;
#ifdef SYS_open
    makes |= nr == SYS_open && arg[1] & O_CREAT;
#endif
    if (does & OUT && arg[0] == STDERR_FILENO) return false;
    switch (asked) {
    case ENOSPC_: return does & (OUT | SYNCS) || makes;
    case EIO_: return does & (IN | OUT | SYNCS | ASKS | MAKES);
    /* Handlers of signals restart what the C library writes. */
    case EINTR_: return does & WAITS && !(does & OUT && arg[0] == STDOUT_FILENO);
    case SHORT:
        return (nr == SYS_read || nr == SYS_write || nr == SYS_pread64 || nr == SYS_pwrite64) &&
               arg[2] > 1;
    case KILL: return true;
    default: return false;
    }
}

static long make_call(long nr, const long *arg)
{
    return raw_syscall(nr, arg[0], arg[1], arg[2], arg[3], arg[4], arg[5]);
}

static void meet(int signal, siginfo_t *info, void *context)
{
    (void)signal;
    long arg[6], nr = info->si_syscall;
    raw_arguments(context, arg);
    unsigned does = 0;
    for (int i = 0; i < CALLS; i++)
        if (calls[i].number == nr) does = calls[i].does;
    long answer;
    if (!concerns(does, nr, arg) || !hit()) {
        answer = make_call(nr, arg);
    } else if (asked == KILL) {
        raw_syscall(SYS_kill, getpid(), SIGKILL, 0, 0, 0, 0);
        answer = -EINTR;
    } else if (asked == SHORT) {
        arg[2] = (arg[2] + 1) / 2;
        answer = make_call(nr, arg);
    } else {
        answer = asked == ENOSPC_ ? -ENOSPC : asked == EIO_ ? -EIO : -EINTR;
    }
    raw_set_answer(context, answer);
}

/* A thread that blocked SIGSYS would be killed by it. */
static int masked(int (*set)(int, const sigset_t *, sigset_t *), int how, const sigset_t *mask,
                  sigset_t *old)
{
    if (!mask || how == SIG_UNBLOCK) return set(how, mask, old);
    sigset_t copy = *mask;
    sigdelset(&copy, SIGSYS);
    return set(how, &copy, old);
}

static int set_mask(int how, const sigset_t *mask, sigset_t *old)
{
    return (int)raw_syscall(SYS_rt_sigprocmask, how, (long)mask, (long)old, 8, 0, 0);
}

int pthread_sigmask(int how, const sigset_t *mask, sigset_t *old)
{
    return -masked(set_mask, how, mask, old);
}

int sigprocmask(int how, const sigset_t *mask, sigset_t *old)
{
    int answer = masked(set_mask, how, mask, old);
    if (answer == 0) return 0;
    errno = -answer;
    return -1;
}

static void watch_calls(void)
{
    struct sigaction action = {.sa_sigaction = meet, .sa_flags = SA_SIGINFO | SA_NODEFER};
    sigaction(SIGSYS, &action, NULL);
    uint64_t gate = (uint64_t)(uintptr_t)raw_syscall_gate;
    struct sock_filter filter[2 * CALLS + 8];
    unsigned short n = 0;
    filter[n++] =
        (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (int i = 0; i < CALLS; i++)
        filter[n++] = (struct sock_filter)BPF_JUMP(
            BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)calls[i].number, (uint8_t)(CALLS - i), 0);
    filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    /* The two halves of the address the call comes from. */
    size_t from = offsetof(struct seccomp_data, instruction_pointer);
    bool big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
    filter[n++] =
        (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)(from + (big ? 4 : 0)));
    filter[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)gate, 0, 3);
    filter[n++] =
        (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)(from + (big ? 0 : 4)));
    filter[n++] =
        (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(gate >> 32), 0, 1);
    filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP);
    struct sock_fprog program = {n, filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
        fputs("faulty: this system allows no seccomp filter\n", stderr);
        _exit(99);
    }
}

__attribute__((constructor)) static void begin(void)
{
    const char *text = getenv("LAATTA_FAULT"), *file = getenv("LAATTA_FAULT_COUNT");
    char name[16] = "", on[8] = "";
    unsigned long long number = 0;
    if (!text || sscanf(text, "%15[a-z],%llu,%7s", name, &number, on) < 2) return;
    int fd = file ? open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
    if (fd >= 0 && ftruncate(fd, 8) == 0) {
        void *shared = mmap(NULL, 8, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (shared != MAP_FAILED) count = shared;
        close(fd);
    }
    atomic_store(count, 0);
    which = number;
    by_place = getenv("LAATTA_FAULT_PLACES") != NULL;
    goes_on = on[0] != '\0';
    kind found = NOTHING;
    for (kind k = ALLOC; k < KINDS; k++)
        if (strcmp(kind_name[k], name) == 0) found = k;
    if (found > ALLOC) watch_calls();
    asked = found;
}
