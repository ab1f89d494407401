// What differs between processors: how the system is called, where a thread's storage is known from, and what the handler of
// a signal is given.
#pragma once
#include "support.h"
#include <stdint.h>

#if CSR_EXPLORE
#include <ucontext.h>

/// Calls the system with six arguments, past the C library, which is interposed and sets `errno`. Returns what the system does: an
/// error as a negative number.
static inline long csr_system_call(long number, const long *arguments) {
#if defined(__x86_64__)
  long result;
  register long fourth __asm__("r10") = arguments[3];
  register long fifth __asm__("r8") = arguments[4];
  register long sixth __asm__("r9") = arguments[5];
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(arguments[0]), "S"(arguments[1]), "d"(arguments[2]), "r"(fourth), "r"(fifth),
                     "r"(sixth)
                   : "rcx", "r11", "memory");
  return result;
#else
  register long called __asm__("x8") = number;
  register long first __asm__("x0") = arguments[0];
  register long second __asm__("x1") = arguments[1];
  register long third __asm__("x2") = arguments[2];
  register long fourth __asm__("x3") = arguments[3];
  register long fifth __asm__("x4") = arguments[4];
  register long sixth __asm__("x5") = arguments[5];
  __asm__ volatile("svc #0"
                   : "+r"(first)
                   : "r"(called), "r"(second), "r"(third), "r"(fourth), "r"(fifth), "r"(sixth)
                   : "memory");
  return first;
#endif
}

/// What the calling thread's storage is found by.
static inline uintptr_t csr_thread_pointer(void) {
  uintptr_t pointer;
#if defined(__x86_64__)
  // The first word behind the thread pointer is the thread pointer.
  __asm__ volatile("movq %%fs:0, %0" : "=r"(pointer));
#else
  __asm__ volatile("mrs %0, tpidr_el0" : "=r"(pointer));
#endif
  return pointer;
}

/// What Swift code that calls a function first of all was given as `self`; anything, where it does not call first of all. To be
/// asked first of all, too.
static inline __attribute__((always_inline)) const void *csr_swift_self(void) {
  const void *self;
#if defined(__x86_64__)
  __asm__ volatile("movq %%r13, %0" : "=r"(self));
#else
  __asm__ volatile("mov %0, x20" : "=r"(self));
#endif
  return self;
}

/// Where a signal has met its thread.
typedef struct {
  uintptr_t instruction, frame, stack;
} csr_signal_place;

/// The same, from the `ucontext_t` that the signal's handler is given.
static inline csr_signal_place csr_signal_place_of(const void *context) {
#if defined(__x86_64__)
  const greg_t *registers = ((const ucontext_t *)context)->uc_mcontext.gregs;
  return (csr_signal_place){
      (uintptr_t)registers[REG_RIP], (uintptr_t)registers[REG_RBP], (uintptr_t)registers[REG_RSP]};
#else
  const mcontext_t *registers = &((const ucontext_t *)context)->uc_mcontext;
  return (csr_signal_place){
      (uintptr_t)registers->pc, (uintptr_t)registers->regs[29], (uintptr_t)registers->sp};
#endif
}

#endif
