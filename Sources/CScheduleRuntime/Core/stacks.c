// Tasks as stacks: each has one of its own and the thread-local storage of a thread that is parked for it.
//
// All tasks run on the driver's thread, which changes stack and thread pointer at a hand-off: that takes nanoseconds, where
// to wake another thread and to wait takes two calls of the system and a switch of its scheduler. To the code that
// runs a task is a thread all the same: thread-local variables, the owner of a lock, the exclusivity checker and
// pthread_self all go by the thread pointer. Only the system's number of the thread does not; see interpose_threads.c.
#define _GNU_SOURCE
#include "stacks.h"
#include "../Platform/processor.h"
#include "../Platform/stack_switch.h"
#include "csr_exhaustion.h"

#if CSR_EXPLORE
#include <dlfcn.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

// Stacks come from one reservation, so that one comparison shows whether an address lies in any of them.
enum { TASKS_EVER_MAX = 4096, STACK_BYTES = 512 * 1024, GUARD_BYTES = 4096 };
// A parked thread needs no more than what a signal handler takes.
enum { PARKED_STACK_BYTES = 128 * 1024 };
// The driver builds and tears down, as deep as a thread of the system may.
enum { DRIVER_STACK_BYTES = 8 * 1024 * 1024 };

static csr_task *tasks[CSR_TASKS_MAX];
static char *stacks;
static uint32_t stacks_used;
// The system's number of the thread that is parked, known to whatever runs with its storage.
static __thread int32_t own_number __attribute__((tls_model("initial-exec")));

int32_t csr_parked_number(void) { return own_number; }

void csr_switch(csr_task *from, csr_task *to) {
  csr_stack_switch(&from->stack_pointer, to->stack_pointer, to->thread_pointer);
}

void csr_drive_from_here(csr_task *driver) { driver->thread_pointer = csr_thread_pointer(); }

static void futex(uint32_t *word, int operation, uint32_t value) {
  csr_system_call(SYS_futex, (const long[]){(long)(uintptr_t)word, operation, value, 0, 0, 0});
}

static void *park(void *argument) {
  csr_task *task = argument;
  own_number = (int32_t)gettid();
  task->thread_pointer = csr_thread_pointer();
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

static bool start(csr_task *task, void (*run)(void *)) {
  if (!stacks) {
    void *memory = mmap(
        NULL, (size_t)TASKS_EVER_MAX * STACK_BYTES, PROT_READ | PROT_WRITE,
        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return refuse();
    stacks = memory;
  }
  if (stacks_used == TASKS_EVER_MAX) return false;
  char *low = stacks + (size_t)stacks_used * STACK_BYTES;
  if (mprotect(low, GUARD_BYTES, PROT_NONE) != 0 || !start_thread(task)) return refuse();
  stacks_used++;
  task->stack_low = (uintptr_t)low;
  task->stack_high = (uintptr_t)low + STACK_BYTES;
  task->stack_pointer = csr_stack_fresh(task->stack_high, run, task);
  return true;
}

csr_task *csr_stack(uint32_t slot, void (*run)(void *)) {
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

// The driver's stack, kept from session to session; null where there is none yet, or its last one was left.
static char *driver_stack;
static struct {
  void (*function)(void *);
  void *argument;
  // Where the thread goes on; null while nothing drives.
  void *home;
} drive;

static void go_home(void) {
  void *left, *home = drive.home;
  drive.home = NULL;
  csr_stack_switch(&left, home, csr_thread_pointer());
}

static void run_driver(void *unused) {
  (void)unused;
  drive.function(drive.argument);
  go_home();
}

static bool has_driver_stack(void) {
  if (driver_stack) return true;
  void *memory = mmap(
      NULL, DRIVER_STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return false;
  if (mprotect(memory, GUARD_BYTES, PROT_NONE) != 0) {
    munmap(memory, DRIVER_STACK_BYTES);
    return false;
  }
  driver_stack = memory;
  return true;
}

void csr_drive(csr_task *driver, void (*function)(void *), void *argument) {
  if (drive.home || !has_driver_stack()) return function(argument);
  drive.function = function;
  drive.argument = argument;
  driver->stack_low = (uintptr_t)driver_stack;
  driver->stack_high = driver->stack_low + DRIVER_STACK_BYTES;
  csr_stack_switch(&drive.home, csr_stack_fresh(driver->stack_high, run_driver, NULL), csr_thread_pointer());
}

bool csr_driver_can_be_left(void) { return drive.home != NULL; }

void csr_leave_driver(void) {
  if (!csr_driver_can_be_left()) return;
  driver_stack = NULL;
  go_home();
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
