// Threads that a controlled task starts become tasks, which are threads in their own eyes; sleeping passes virtual time.
#define _GNU_SOURCE
#include "interpose_threads.h"
#include "../Core/stacks.h"
#include "../Core/tasks.h"
#include "../Core/virtual_time.h"
#include "../Objects/happens_before.h"
#include "../Platform/processor.h"

#if CSR_EXPLORE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static bool is_in_image_of(const void *known, const void *pc) {
  Dl_info caller, image;
  return known && dladdr(pc, &caller) && dladdr(known, &image) && caller.dli_fbase == image.dli_fbase;
}

// The Swift runtime asks for the thread's number when the process has crashed, to stop all threads but itself.
static bool is_swift_runtime(const void *pc) { return is_in_image_of(dlsym(RTLD_DEFAULT, "swift_retain"), pc); }

bool csr_is_dispatch(const void *pc) { return is_in_image_of(dlsym(RTLD_NEXT, "dispatch_async_f"), pc); }

// All tasks share one thread of the system, whose number would make one owner of them: Swift's Mutex goes by it.
CSR_EXPORT long syscall(long number, ...) {
  void *pc = CSR_CALLER;
  int32_t parked = number == SYS_gettid ? csr_parked_number() : 0;
  if (CSR_UNLIKELY(parked != 0) && !is_swift_runtime(pc)) return parked;
  long arguments[6];
  va_list list;
  va_start(list, number);
  for (int index = 0; index < 6; index++) arguments[index] = va_arg(list, long);
  va_end(list);
  long result = csr_system_call(number, arguments);
  if (result >= 0 || result < -4095) return result;
  errno = (int)-result;
  return -1;
}

/// A thread of the code under test, whose body a task runs. The thread itself only exists to be named and joined.
typedef struct {
  void *(*body)(void *);
  void *argument;
  void *result;
  csr_sync *end;
  bool has_ended;
  pthread_t handle;
} virtual_thread;

enum { VIRTUAL_THREADS_MAX = CSR_TASKS_MAX };
static virtual_thread virtual_threads[VIRTUAL_THREADS_MAX];
static uint32_t virtual_thread_count;
static uint32_t generation;

static void run_virtual(void *argument) {
  virtual_thread *thread = argument;
  thread->result = thread->body(thread->argument);
  thread->has_ended = true;
  csr_release(csr_current, thread->end);
  csr_wake(thread->end, CSR_TASKS_MAX);
}

static void *do_nothing(void *argument) { return argument; }

CSR_EXPORT int pthread_create(
    pthread_t *handle, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_LIKELY(!task) || csr_is_dispatch(pc)) return csr_real_thread_create(handle, attributes, body, argument);
  if (generation != csr_session.generation) {
    generation = csr_session.generation;
    virtual_thread_count = 0;
  }
  if (virtual_thread_count == VIRTUAL_THREADS_MAX) {
    csr_fail(CSR_EXHAUSTED);
    return EAGAIN;
  }
  int status = csr_real_thread_create(handle, attributes, do_nothing, NULL);
  if (status != 0) return status;
  virtual_thread *thread = &virtual_threads[virtual_thread_count++];
  *thread = (virtual_thread){
      .body = body, .argument = argument, .handle = *handle, .end = csr_sync_of(thread)};
  csr_point(task, CSR_OP_SPAWN, thread->end->object, thread, 0, true, pc);
  csr_spawn(task, csr_child_path(task), run_virtual, thread);
  return 0;
}

CSR_EXPORT int pthread_join(pthread_t handle, void **result) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  CSR_REAL(int, "pthread_join", pthread_t, void **);
  if (CSR_LIKELY(!task) || generation != csr_session.generation) return real(handle, result);
  for (uint32_t index = 0; index < virtual_thread_count; index++) {
    virtual_thread *thread = &virtual_threads[index];
    if (!pthread_equal(thread->handle, handle)) continue;
    if (!csr_may_block(task)) csr_let_others_go_on();
    while (!thread->has_ended && csr_may_block(task)) csr_block(task, CSR_OP_WAIT, thread->end, pc);
    csr_acquire(task, thread->end);
    int status = real(handle, NULL);
    if (result) *result = thread->result;
    return status;
  }
  return real(handle, result);
}

static void sleep_for(csr_task *task, uint64_t duration, void *pc) {
  csr_sync *sync = csr_sync_of(task);
  csr_block_until(task, CSR_OP_WAIT, sync, pc, csr_time_now() + duration);
}

CSR_EXPORT int nanosleep(const struct timespec *duration, struct timespec *rest) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task && csr_may_block(task))) {
    sleep_for(task, csr_nanoseconds(duration), pc);
    return 0;
  }
  CSR_REAL(int, "nanosleep", const struct timespec *, struct timespec *);
  return real(duration, rest);
}

CSR_EXPORT int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *rest) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task && csr_may_block(task))) {
    uint64_t now = csr_time_now(), moment = csr_nanoseconds(time);
    if (flags & TIMER_ABSTIME) moment = moment > now ? moment - now : 0;
    sleep_for(task, moment, pc);
    return 0;
  }
  CSR_REAL(int, "clock_nanosleep", clockid_t, int, const struct timespec *, struct timespec *);
  return real(clock, flags, time, rest);
}

// The system's own one sleeps by a call that does not come here.
CSR_EXPORT unsigned sleep(unsigned seconds) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task && csr_may_block(task))) {
    sleep_for(task, (uint64_t)seconds * 1000000000u, pc);
    return 0;
  }
  CSR_REAL(unsigned, "sleep", unsigned);
  return real(seconds);
}

CSR_EXPORT int usleep(useconds_t duration) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task && csr_may_block(task))) {
    sleep_for(task, (uint64_t)duration * 1000u, pc);
    return 0;
  }
  CSR_REAL(int, "usleep", useconds_t);
  return real(duration);
}

CSR_EXPORT int sched_yield(void) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task && !task->is_driver)) {
    csr_point(task, CSR_OP_YIELD, 0, NULL, 0, false, pc);
    return 0;
  }
  CSR_REAL(int, "sched_yield", void);
  return real();
}
#endif
