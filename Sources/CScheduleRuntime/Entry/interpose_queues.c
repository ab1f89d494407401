// The calls of libdispatch that make queues and put work on them, and those that ask where they run.
#define _GNU_SOURCE
#include "../Core/tasks.h"
#include "../Core/virtual_time.h"
#include "../Objects/queues.h"
#include "../Objects/suspensions.h"
#include "../Platform/dispatch_types.h"
#include "../Platform/wide_queues.h"
#include "interpose_concurrency.h"

#if CSR_EXPLORE
#include <dlfcn.h>

static void *made(void *queue, const char *label, void *attributes, void *target) {
  csr_queue_made(queue, label, attributes, target);
  if (CSR_UNLIKELY(csr_current != NULL) && queue && csr_queue_is_made_inactive(attributes)) csr_queue_made_inactive(queue);
  return queue;
}

CSR_EXPORT void *dispatch_queue_create_with_target(const char *label, void *attributes, void *target) {
  CSR_REAL(void *, "dispatch_queue_create_with_target", const char *, void *, void *);
  return made(real(label, attributes, target), label, attributes, target);
}

CSR_EXPORT void *dispatch_queue_create(const char *label, void *attributes) {
  CSR_REAL(void *, "dispatch_queue_create", const char *, void *);
  return made(real(label, attributes), label, attributes, NULL);
}

// `name(queue, block)` and `name_f(queue, context, function)`, which return before the work is done.
#define ASYNC(name, is_barrier) \
  CSR_EXPORT void name(void *queue, void *block) { \
    void *pc = CSR_CALLER; \
    csr_task *task = csr_current; \
    if (CSR_UNLIKELY(task != NULL)) \
      return csr_queue_async(task, queue, csr_block_run, _Block_copy(block), is_barrier, pc); \
    CSR_REAL(void, #name, void *, void *); \
    real(queue, block); \
  } \
  CSR_EXPORT void name##_f(void *queue, void *context, void (*function)(void *)) { \
    void *pc = CSR_CALLER; \
    csr_task *task = csr_current; \
    if (CSR_UNLIKELY(task != NULL)) \
      return csr_queue_async(task, queue, function, context, is_barrier, pc); \
    CSR_REAL(void, #name "_f", void *, void *, void (*)(void *)); \
    real(csr_wide_queue(queue), context, function); \
  }

// The same where the caller waits.
#define SYNC(name, is_barrier) \
  CSR_EXPORT void name(void *queue, void *block) { \
    void *pc = CSR_CALLER; \
    csr_task *task = csr_current; \
    if (CSR_UNLIKELY(task != NULL)) \
      return csr_run_in_queue(task, queue, ((struct csr_block *)block)->invoke, block, is_barrier, pc); \
    CSR_REAL(void, #name, void *, void *); \
    real(queue, block); \
  } \
  CSR_EXPORT void name##_f(void *queue, void *context, void (*function)(void *)) { \
    void *pc = CSR_CALLER; \
    csr_task *task = csr_current; \
    if (CSR_UNLIKELY(task != NULL)) \
      return csr_run_in_queue(task, queue, function, context, is_barrier, pc); \
    CSR_REAL(void, #name "_f", void *, void *, void (*)(void *)); \
    real(queue, context, function); \
  }

ASYNC(dispatch_async, false)
ASYNC(dispatch_barrier_async, true)
SYNC(dispatch_sync, false)
SYNC(dispatch_barrier_sync, true)
SYNC(dispatch_async_and_wait, false)
SYNC(dispatch_barrier_async_and_wait, true)

static void enqueue(void *item) { csr_enqueue(item); }

static void after(uint64_t when, void *queue, void *context, void (*function)(void *), void *pc) {
  csr_task *task = csr_current;
  csr_point(task, CSR_OP_SIGNAL, 0, NULL, 0, true, pc);
  csr_item *item = csr_item_make(function, context, queue);
  if (!item) return;
  task->clock.epochs[task->id]++;
  csr_timer_kind kind = csr_concurrency_calls(pc) ? CSR_TIMER_WANTED : CSR_TIMER_ONCE;
  csr_call_at(csr_deadline(when), csr_new_object(), kind, enqueue, item);
}

CSR_EXPORT void dispatch_after(uint64_t when, void *queue, void *block) {
  void *pc = CSR_CALLER;
  if (CSR_UNLIKELY(csr_current != NULL)) return after(when, queue, _Block_copy(block), csr_block_run, pc);
  CSR_REAL(void, "dispatch_after", uint64_t, void *, void *);
  real(when, queue, block);
}

CSR_EXPORT void dispatch_after_f(uint64_t when, void *queue, void *context, void (*function)(void *)) {
  void *pc = CSR_CALLER;
  if (CSR_UNLIKELY(csr_current != NULL)) return after(when, queue, context, function, pc);
  CSR_REAL(void, "dispatch_after_f", uint64_t, void *, void *, void (*)(void *));
  real(when, csr_wide_queue(queue), context, function);
}

CSR_EXPORT uint64_t dispatch_time(uint64_t when, int64_t delta) {
  CSR_REAL(uint64_t, "dispatch_time", uint64_t, int64_t);
  if (CSR_LIKELY(!csr_current) || when != 0) return real(when, delta);
  int64_t moment;
  bool overflows = __builtin_add_overflow((int64_t)csr_time_now(), delta, &moment);
  return overflows ? CSR_DISPATCH_FOREVER : moment < 1 ? 1 : (uint64_t)moment;
}

static void *specific_of(void *queue, const void *key) {
  CSR_REAL(void *, "dispatch_queue_get_specific", void *, const void *);
  return real(queue, key);
}

CSR_EXPORT void *dispatch_get_specific(const void *key) {
  csr_task *task = csr_current;
  CSR_REAL(void *, "dispatch_get_specific", const void *);
  if (CSR_LIKELY(!task)) return real(key);
  for (void *queue = task->queue; queue; queue = csr_queue_target(queue)) {
    void *value = specific_of(queue, key);
    if (value) return value;
  }
  return NULL;
}

static bool runs_on(const csr_task *task, void *wanted) {
  for (void *queue = task->queue; queue; queue = csr_queue_target(queue))
    if (queue == wanted) return true;
  return false;
}

// Swift's dispatchPrecondition. What does not hold traps in the system's own way, for the code's own thread is on none of
// these queues.
CSR_EXPORT void dispatch_assert_queue(void *queue) {
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task && runs_on(task, queue))) return;
  CSR_REAL(void, "dispatch_assert_queue", void *);
  real(queue);
}

CSR_EXPORT void dispatch_assert_queue_barrier(void *queue) {
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task && runs_on(task, queue) && csr_queue_of(queue)->running == 1)) return;
  CSR_REAL(void, "dispatch_assert_queue_barrier", void *);
  real(queue);
}

CSR_EXPORT void dispatch_assert_queue_not(void *queue) {
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task && runs_on(task, queue))) __builtin_trap();
  CSR_REAL(void, "dispatch_assert_queue_not", void *);
  real(queue);
}

#endif
