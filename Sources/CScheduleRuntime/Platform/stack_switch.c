#define _GNU_SOURCE
#include "stack_switch.h"

#if CSR_EXPLORE

// The frame that a switch leaves has the same shape on every stack, so its description holds throughout.
#define BARE __attribute__((naked, noinline, used))

#if defined(__x86_64__)
#include <sys/auxv.h>

/// What is left on a stack.
typedef struct {
  uint32_t vector_control;
  uint32_t float_control;
  uintptr_t r15, r14, r13, r12, rbx, rbp;
  void (*goes_on)(void);
} left_frame;

// Whether a process may set its thread pointer by an instruction; if not, the system does it.
__attribute__((used)) static uint32_t has_pointer_instruction __asm__("csr_has_pointer_instruction");
enum { FSGSBASE = 2 };

BARE void csr_stack_switch(void **from, void *to, uintptr_t thread_pointer) {
  __asm__(
      "  pushq %rbp\n"
      "  pushq %rbx\n"
      "  pushq %r12\n"
      "  pushq %r13\n"
      "  pushq %r14\n"
      "  pushq %r15\n"
      "  subq $8, %rsp\n"
      ".cfi_adjust_cfa_offset 56\n"
      "  stmxcsr (%rsp)\n"
      "  fnstcw 4(%rsp)\n"
      "  movq %rsp, (%rdi)\n"
      "  movq %rsi, %rsp\n"
      "  cmpl $0, csr_has_pointer_instruction(%rip)\n"
      "  je 1f\n"
      "  wrfsbase %rdx\n"
      "  jmp 2f\n"
      // arch_prctl(ARCH_SET_FS, thread_pointer)
      "1: movl $158, %eax\n"
      "  movl $0x1002, %edi\n"
      "  movq %rdx, %rsi\n"
      "  syscall\n"
      "2: ldmxcsr (%rsp)\n"
      "  fldcw 4(%rsp)\n"
      "  addq $8, %rsp\n"
      "  popq %r15\n"
      "  popq %r14\n"
      "  popq %r13\n"
      "  popq %r12\n"
      "  popq %rbx\n"
      "  popq %rbp\n"
      ".cfi_adjust_cfa_offset -56\n"
      "  retq\n");
}

// Where a stack begins, and where a backtrace ends.
BARE static void begin(void) {
  __asm__(
      ".cfi_undefined %rip\n"
      "  movq %r12, %rdi\n"
      "  callq *%r13\n"
      "  ud2\n");
}

void *csr_stack_fresh(uintptr_t high, void (*run)(void *), void *argument) {
  has_pointer_instruction = (getauxval(AT_HWCAP2) & FSGSBASE) != 0;
  // Behind this frame the stack is aligned as a call wants it.
  left_frame *frame = (left_frame *)(high - 64) - 1;
  *frame = (left_frame){.r12 = (uintptr_t)argument, .r13 = (uintptr_t)run, .goes_on = begin};
  __asm__("stmxcsr %0\n  fnstcw %1" : "=m"(frame->vector_control), "=m"(frame->float_control));
  return frame;
}

#else

/// What is left on a stack. The size is a multiple of 16, as that of every frame.
typedef struct {
  uintptr_t x19_to_x28[10];
  uintptr_t frame;
  void (*goes_on)(void);
  uint64_t d8_to_d15[8];
  uint64_t float_control;
  uint64_t unused;
} left_frame;
_Static_assert(sizeof(left_frame) == 176, "the frame is as the instructions below lay it out");

BARE void csr_stack_switch(void **from, void *to, uintptr_t thread_pointer) {
  __asm__(
      "  sub sp, sp, #176\n"
      ".cfi_adjust_cfa_offset 176\n"
      "  stp x19, x20, [sp]\n"
      "  stp x21, x22, [sp, #16]\n"
      "  stp x23, x24, [sp, #32]\n"
      "  stp x25, x26, [sp, #48]\n"
      "  stp x27, x28, [sp, #64]\n"
      "  stp x29, x30, [sp, #80]\n"
      ".cfi_offset x29, -96\n"
      ".cfi_offset x30, -88\n"
      "  stp d8, d9, [sp, #96]\n"
      "  stp d10, d11, [sp, #112]\n"
      "  stp d12, d13, [sp, #128]\n"
      "  stp d14, d15, [sp, #144]\n"
      "  mrs x9, fpcr\n"
      "  str x9, [sp, #160]\n"
      "  mov x9, sp\n"
      "  str x9, [x0]\n"
      "  mov sp, x1\n"
      "  msr tpidr_el0, x2\n"
      "  ldr x9, [sp, #160]\n"
      "  msr fpcr, x9\n"
      "  ldp d14, d15, [sp, #144]\n"
      "  ldp d12, d13, [sp, #128]\n"
      "  ldp d10, d11, [sp, #112]\n"
      "  ldp d8, d9, [sp, #96]\n"
      "  ldp x29, x30, [sp, #80]\n"
      "  ldp x27, x28, [sp, #64]\n"
      "  ldp x25, x26, [sp, #48]\n"
      "  ldp x23, x24, [sp, #32]\n"
      "  ldp x21, x22, [sp, #16]\n"
      "  ldp x19, x20, [sp]\n"
      "  add sp, sp, #176\n"
      ".cfi_restore x29\n"
      ".cfi_restore x30\n"
      ".cfi_adjust_cfa_offset -176\n"
      "  ret\n");
}

// Where a stack begins, and where a backtrace ends.
BARE static void begin(void) {
  __asm__(
      ".cfi_undefined x30\n"
      "  mov x0, x19\n"
      "  blr x20\n"
      "  brk #1\n");
}

void *csr_stack_fresh(uintptr_t high, void (*run)(void *), void *argument) {
  left_frame *frame = (left_frame *)(high - 64) - 1;
  *frame = (left_frame){
      .x19_to_x28 = {(uintptr_t)argument, (uintptr_t)run}, .goes_on = begin};
  __asm__("mrs %0, fpcr" : "=r"(frame->float_control));
  return frame;
}
#endif
#endif
