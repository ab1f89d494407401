#define _GNU_SOURCE
#include "csr_core.h"

#if CSR_EXPLORE
#include "csr_platform.h"
#include <linux/futex.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>

// Stacks come from one reservation, so that one comparison tells whether an address lies in any of them.
enum { THREADS_MAX = 512, STACK_BYTES = 512 * 1024, GUARD_BYTES = 4096 };

static csr_task *threads[CSR_TASKS_MAX];
static char *stacks;
static uint32_t stacks_used;

// Straight to the kernel: the C library's wrapper might be interposed, and sets errno.
static long futex(uint32_t *word, int operation, uint32_t value) {
  long result;
  register long timeout __asm__("r10") = 0;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(SYS_futex), "D"(word), "S"(operation), "d"(value), "r"(timeout)
                   : "rcx", "r11", "memory");
  return result;
}

void csr_baton_pass(csr_task *to) {
  if (__atomic_exchange_n(&to->baton, 1, __ATOMIC_ACQ_REL) == 2) futex(&to->baton, FUTEX_WAKE_PRIVATE, 1);
}

void csr_baton_wait(csr_task *task) {
  uint32_t seen = 0;
  if (__atomic_compare_exchange_n(&task->baton, &seen, 2, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    while (__atomic_load_n(&task->baton, __ATOMIC_ACQUIRE) == 2) futex(&task->baton, FUTEX_WAIT_PRIVATE, 2);
  }
  __atomic_store_n(&task->baton, 0, __ATOMIC_RELAXED);
}

static void *run(void *argument) {
  csr_task *task = argument;
  for (;;) {
    csr_baton_wait(task);
    csr_current = task;
    task->function(task->argument);
    csr_current = NULL;
    csr_finish(task);
  }
  return NULL;
}

static bool start(csr_task *task) {
  if (!stacks) {
    void *memory = mmap(
        NULL, (size_t)THREADS_MAX * STACK_BYTES, PROT_READ | PROT_WRITE,
        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return false;
    stacks = memory;
  }
  if (stacks_used == THREADS_MAX) return false;
  char *low = stacks + (size_t)stacks_used * STACK_BYTES;
  if (mprotect(low, GUARD_BYTES, PROT_NONE) != 0) return false;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  int status = pthread_attr_setstack(&attributes, low + GUARD_BYTES, STACK_BYTES - GUARD_BYTES);
  task->stack_low = (uintptr_t)low;
  task->stack_high = (uintptr_t)low + STACK_BYTES;
  pthread_t thread;
  if (status == 0) status = csr_real_thread_create(&thread, &attributes, run, task);
  pthread_attr_destroy(&attributes);
  if (status == 0) stacks_used++;
  return status == 0;
}

csr_task *csr_thread(uint32_t slot) {
  if (threads[slot]) return threads[slot];
  csr_task *task = calloc(1, sizeof *task);
  if (!task) return NULL;
  task->id = slot;
  if (slot != 0 && !start(task)) {
    free(task);
    return NULL;
  }
  threads[slot] = task;
  return task;
}

void csr_threads_abandon(void) {
  for (uint32_t slot = 1; slot < CSR_TASKS_MAX; slot++) {
    csr_task *task = csr_session.tasks[slot];
    bool is_parked = task && (task->state == CSR_TASK_READY || task->state == CSR_TASK_BLOCKED);
    if (is_parked) threads[slot] = NULL;
  }
}

bool csr_is_task_stack(uintptr_t address) {
  return address - (uintptr_t)stacks < (uintptr_t)THREADS_MAX * STACK_BYTES;
}
#endif
