/* System calls made from one known instruction, and what a SIGSYS handler reads and
 * writes of a call that was held up: for x86-64 and aarch64. */
#ifndef RAW_SYSCALL_H
#define RAW_SYSCALL_H

#include <ucontext.h>

/* (number, six arguments): the kernel's own answer, -errno on failure. */
long raw_syscall(long nr, long a, long b, long c, long d, long e, long f);
/* The address that the kernel sees such a call come from. */
extern const char raw_syscall_gate[];

#if defined(__x86_64__)

__asm__(".text\n"
        ".hidden raw_syscall\n.hidden raw_syscall_gate\n"
        ".globl raw_syscall\n.globl raw_syscall_gate\n"
        ".type raw_syscall, @function\n"
        "raw_syscall:\n"
        "  mov %rdi, %rax\n  mov %rsi, %rdi\n  mov %rdx, %rsi\n  mov %rcx, %rdx\n"
        "  mov %r8, %r10\n  mov %r9, %r8\n  mov 8(%rsp), %r9\n"
        "  syscall\n"
        "raw_syscall_gate:\n"
        "  ret\n");

static inline void raw_arguments(const void *context, long arg[6])
{
    const greg_t *r = ((const ucontext_t *)context)->uc_mcontext.gregs;
    const int at[6] = {REG_RDI, REG_RSI, REG_RDX, REG_R10, REG_R8, REG_R9};
    for (int i = 0; i < 6; i++) arg[i] = (long)r[at[i]];
}

static inline void raw_set_answer(void *context, long answer)
{
    ((ucontext_t *)context)->uc_mcontext.gregs[REG_RAX] = answer;
}

#elif defined(__aarch64__)

__asm__(".text\n"
        ".hidden raw_syscall\n.hidden raw_syscall_gate\n"
        ".globl raw_syscall\n.globl raw_syscall_gate\n"
        ".type raw_syscall, %function\n"
        "raw_syscall:\n"
        "  mov x8, x0\n  mov x0, x1\n  mov x1, x2\n  mov x2, x3\n"
        "  mov x3, x4\n  mov x4, x5\n  mov x5, x6\n"
        "  svc #0\n"
        "raw_syscall_gate:\n"
        "  ret\n");

static inline void raw_arguments(const void *context, long arg[6])
{
    for (int i = 0; i < 6; i++) arg[i] = (long)((const ucontext_t *)context)->uc_mcontext.regs[i];
}

static inline void raw_set_answer(void *context, long answer)
{
    ((ucontext_t *)context)->uc_mcontext.regs[0] = (unsigned long long)answer;
}

#endif
#endif
