// Threads that a controlled task starts become tasks; sleeping passes virtual time.
#define _GNU_SOURCE
#include "csr_support.h"

#if CSR_EXPLORE
#include "csr_core.h"
#include <dlfcn.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

int csr_real_thread_create(
    void *thread, const void *attributes, void *(*run)(void *), void *argument) {
  CSR_REAL(int, "pthread_create", void *, const void *, void *(*)(void *), void *);
  return real(thread, attributes, run, argument);
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
  if (CSR_LIKELY(!task || task->is_driver)) return csr_real_thread_create(handle, attributes, body, argument);
  if (generation != csr_session.generation) {
    generation = csr_session.generation;
    virtual_thread_count = 0;
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
    while (!thread->has_ended) csr_block(task, CSR_OP_WAIT, thread->end, pc);
    csr_acquire(task, thread->end);
    int status = real(handle, NULL);
    if (result) *result = thread->result;
    return status;
  }
  return real(handle, result);
}

static void sleep_for(csr_task *task, uint64_t nanoseconds, void *pc) {
  csr_sync *sync = csr_sync_of(task);
  csr_block_until(task, CSR_OP_WAIT, sync, pc, csr_time_now() + nanoseconds);
}

CSR_EXPORT int nanosleep(const struct timespec *duration, struct timespec *rest) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task && !task->is_driver)) {
    sleep_for(task, (uint64_t)duration->tv_sec * 1000000000u + (uint64_t)duration->tv_nsec, pc);
    return 0;
  }
  CSR_REAL(int, "nanosleep", const struct timespec *, struct timespec *);
  return real(duration, rest);
}

CSR_EXPORT int usleep(useconds_t duration) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task && !task->is_driver)) {
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
