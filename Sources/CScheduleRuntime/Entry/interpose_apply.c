// Iterations that run at the same time: the caller and some workers each take the next one until none is left.
#define _GNU_SOURCE
#include "../Core/tasks.h"
#include "../Objects/happens_before.h"
#include "../Objects/queues.h"
#include "../Platform/dispatch_types.h"

#if CSR_EXPLORE
#include <dlfcn.h>

/// The caller waits for those helpers that have begun; others may come when all is done.
typedef struct {
  void (*function)(void *, size_t);
  void *context;
  size_t count, next;
  uint32_t working;
  csr_sync *sync;
} iterations;

enum { HELPERS_MAX = 3, CALLS_MAX = 64 };
static iterations calls[CALLS_MAX];
static uint32_t call_count;
static uint32_t generation;

static void take_all(csr_task *task, iterations *work, void *pc) {
  for (;;) {
    csr_sync_point(task, CSR_OP_USER, work->sync, pc);
    if (work->next == work->count) return;
    work->function(work->context, work->next++);
  }
}

static void help(void *argument) {
  iterations *work = argument;
  csr_task *task = csr_current;
  work->working++;
  take_all(task, work, NULL);
  csr_release(task, work->sync);
  work->working--;
  csr_wake(work->sync, CSR_TASKS_MAX);
}

static void in_order(void *argument) {
  iterations *work = argument;
  while (work->next < work->count) work->function(work->context, work->next++);
}

// Null stands for a queue of the system's choice. On a serial queue one iteration comes after the other.
static void apply(csr_task *task, void *queue, iterations work, void *pc) {
  CSR_REAL(void *, "dispatch_get_global_queue", intptr_t, uintptr_t);
  if (!queue) queue = real(0, 0);
  const csr_queue *found = csr_queue_of(queue);
  if (!found) return;
  if (!found->is_concurrent) return csr_run_in_queue(task, queue, in_order, &work, false, pc);
  if (generation != csr_session.generation) call_count = 0;
  generation = csr_session.generation;
  if (task->is_driver || work.count < 2 || call_count == CALLS_MAX) return in_order(&work);
  iterations *shared = &calls[call_count++];
  work.sync = csr_sync_of(shared);
  *shared = work;
  size_t helpers = work.count - 1 < HELPERS_MAX ? work.count - 1 : HELPERS_MAX;
  for (; helpers > 0; helpers--) csr_queue_async(task, queue, help, shared, false, pc);
  take_all(task, shared, pc);
  while (shared->working > 0) csr_block(task, CSR_OP_WAIT, shared->sync, pc);
  csr_acquire(task, shared->sync);
}

CSR_EXPORT void dispatch_apply(size_t count, void *queue, void *block) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  void (*invoke)(void *, size_t) = ((struct csr_block_of_index *)block)->invoke;
  if (CSR_UNLIKELY(task != NULL))
    return apply(task, queue, (iterations){.function = invoke, .context = block, .count = count}, pc);
  CSR_REAL(void, "dispatch_apply", size_t, void *, void *);
  real(count, queue, block);
}

CSR_EXPORT void dispatch_apply_f(size_t count, void *queue, void *context, void (*function)(void *, size_t)) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task != NULL))
    return apply(task, queue, (iterations){.function = function, .context = context, .count = count}, pc);
  CSR_REAL(void, "dispatch_apply_f", size_t, void *, void *, void (*)(void *, size_t));
  real(count, queue, context, function);
}
#endif
