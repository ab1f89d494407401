// Tasks as stacks: each has one of its own and the thread-local storage of a thread that is parked for it.
//
// All tasks run on the driver's thread, which changes stack and thread pointer at a hand-off: that takes nanoseconds, where
// to wake another thread and to wait takes two calls of the system and a switch of its scheduler. To the code that
// runs a task is a thread all the same: thread-local variables, the owner of a lock, the exclusivity checker and
// pthread_self all go by the thread pointer. Only the system's number of the thread does not; see interpose_threads.c.
#define _GNU_SOURCE
#include "stacks.h"
#include "csr_exhaustion.h"

#if CSR_EXPLORE
#include <dlfcn.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

// Stacks come from one reservation, so that one comparison shows whether an address lies in any of them.
enum { TASKS_EVER_MAX = 512, STACK_BYTES = 512 * 1024, GUARD_BYTES = 4096 };
// A parked thread needs no more than what a signal handler takes.
enum { PARKED_STACK_BYTES = 128 * 1024 };

static csr_task *tasks[CSR_TASKS_MAX];
static char *stacks;
static uint32_t stacks_used;
// Whether a process may set its thread pointer by an instruction; if not, the system does it.
static bool has_instruction;
// The system's number of the thread that is parked, known to whatever runs with its storage.
static __thread int32_t own_number __attribute__((tls_model("initial-exec")));

int32_t csr_parked_number(void) { return own_number; }

// Puts what a call must preserve on the stack, leaves that stack in `*from`, and goes on where `to` was left, as the
// thread of `thread_pointer`. The frame has the same shape on every stack, so its description holds throughout.
void csr_stack_switch(void **from, void *to, uintptr_t thread_pointer, bool by_instruction);
void csr_stack_begin(void);
__asm__(
    ".text\n"
    ".p2align 4\n"
    ".type csr_stack_switch, @function\n"
    "csr_stack_switch:\n"
    ".cfi_startproc\n"
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
    "  testl %ecx, %ecx\n"
    "  jz 1f\n"
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
    "  retq\n"
    ".cfi_endproc\n"
    ".size csr_stack_switch, . - csr_stack_switch\n"
    // Where a stack begins, and where a backtrace ends.
    ".p2align 4\n"
    ".type csr_stack_begin, @function\n"
    "csr_stack_begin:\n"
    ".cfi_startproc\n"
    ".cfi_undefined %rip\n"
    "  movq %r12, %rdi\n"
    "  callq *%r13\n"
    "  ud2\n"
    ".cfi_endproc\n"
    ".size csr_stack_begin, . - csr_stack_begin\n");

/// What `csr_stack_switch` leaves on a stack.
typedef struct {
  uint32_t vector_control;
  uint32_t float_control;
  uintptr_t r15, r14, r13, r12, rbx, rbp;
  void (*goes_on)(void);
} left_frame;

void csr_switch(csr_task *from, csr_task *to) {
  csr_stack_switch(&from->stack_pointer, to->stack_pointer, to->thread_pointer, has_instruction);
}

void csr_drive_from_here(csr_task *driver) {
  // The first word behind the thread pointer is the thread pointer.
  __asm__("movq %%fs:0, %0" : "=r"(driver->thread_pointer));
}

// Straight to the kernel: the C library's wrapper is interposed, and sets errno.
static long futex(uint32_t *word, int operation, uint32_t value) {
  long result;
  register long timeout __asm__("r10") = 0;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(SYS_futex), "D"(word), "S"(operation), "d"(value), "r"(timeout)
                   : "rcx", "r11", "memory");
  return result;
}

static void *park(void *argument) {
  csr_task *task = argument;
  own_number = (int32_t)gettid();
  __asm__("movq %%fs:0, %0" : "=r"(task->thread_pointer));
  __atomic_store_n(&task->is_parked, 1, __ATOMIC_RELEASE);
  futex(&task->is_parked, FUTEX_WAKE_PRIVATE, 1);
  // For good: whoever runs with this thread's storage must not meet the thread itself.
  for (;;) futex(&task->is_parked, FUTEX_WAIT_PRIVATE, 1);
  return NULL;
}

int csr_real_thread_create(
    void *thread, const void *attributes, void *(*run)(void *), void *argument) {
  CSR_REAL(int, "pthread_create", void *, const void *, void *(*)(void *), void *);
  return real(thread, attributes, run, argument);
}

static bool start_thread(csr_task *task) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  int status = pthread_attr_setstacksize(&attributes, PARKED_STACK_BYTES);
  pthread_t thread;
  if (status == 0) status = csr_real_thread_create(&thread, &attributes, park, task);
  pthread_attr_destroy(&attributes);
  if (status != 0) return false;
  while (__atomic_load_n(&task->is_parked, __ATOMIC_ACQUIRE) == 0) futex(&task->is_parked, FUTEX_WAIT_PRIVATE, 0);
  return true;
}

static bool was_refused;
bool csr_stacks_were_refused(void) { return was_refused; }

static bool refuse(void) {
  was_refused = true;
  return false;
}

static bool start(csr_task *task, void (*run)(csr_task *)) {
  if (!stacks) {
    void *memory = mmap(
        NULL, (size_t)TASKS_EVER_MAX * STACK_BYTES, PROT_READ | PROT_WRITE,
        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return refuse();
    stacks = memory;
    has_instruction = (getauxval(AT_HWCAP2) & 2) != 0;
  }
  if (stacks_used == TASKS_EVER_MAX) return false;
  char *low = stacks + (size_t)stacks_used * STACK_BYTES;
  if (mprotect(low, GUARD_BYTES, PROT_NONE) != 0 || !start_thread(task)) return refuse();
  stacks_used++;
  task->stack_low = (uintptr_t)low;
  task->stack_high = (uintptr_t)low + STACK_BYTES;
  // Behind this frame the stack is aligned as a call wants it.
  left_frame *frame = (left_frame *)(task->stack_high - 64) - 1;
  *frame = (left_frame){.r12 = (uintptr_t)task, .r13 = (uintptr_t)run, .goes_on = csr_stack_begin};
  __asm__("stmxcsr %0\n  fnstcw %1" : "=m"(frame->vector_control), "=m"(frame->float_control));
  task->stack_pointer = frame;
  return true;
}

csr_task *csr_stack(uint32_t slot, void (*run)(csr_task *)) {
  if (tasks[slot]) return tasks[slot];
  csr_task *task = calloc(1, sizeof *task);
  if (!task) return NULL;
  task->id = slot;
  if (slot != 0 && !start(task, run)) {
    free(task);
    return NULL;
  }
  tasks[slot] = task;
  return task;
}

void csr_stacks_abandon(void) {
  for (uint32_t slot = 1; slot < CSR_TASKS_MAX; slot++) {
    csr_task *task = csr_session.tasks[slot];
    bool is_amid = task && (task->state == CSR_TASK_READY || task->state == CSR_TASK_BLOCKED);
    if (is_amid) tasks[slot] = NULL;
  }
}

bool csr_is_task_stack(uintptr_t address) {
  return address - (uintptr_t)stacks < (uintptr_t)TASKS_EVER_MAX * STACK_BYTES;
}
#endif
