// Groups and semaphores. The real object keeps the count; waiting for it is the session's.
#define _GNU_SOURCE
#include "interpose_groups.h"
#include "../Core/tasks.h"
#include "../Objects/happens_before.h"
#include "../Objects/queues.h"
#include "../Platform/dispatch_types.h"

#if CSR_EXPLORE
#include <dlfcn.h>

/// What shall run once a group is empty.
typedef struct {
  void *group;
  csr_item *item;
} notification;

enum { NOTIFICATIONS_MAX = 64 };
static notification notifications[NOTIFICATIONS_MAX];
static uint32_t notification_count;

void csr_groups_begin(void) { notification_count = 0; }

static bool is_empty(void *group) {
  CSR_REAL(intptr_t, "dispatch_group_wait", void *, uint64_t);
  return real(group, 0) == 0;
}

static void enter(void *group) {
  CSR_REAL(void, "dispatch_group_enter", void *);
  real(group);
}

static void notify(void *group) {
  for (uint32_t index = 0; index < notification_count;) {
    notification due = notifications[index];
    if (due.group != group) {
      index++;
      continue;
    }
    notifications[index] = notifications[--notification_count];
    csr_clock_join(&due.item->clock, &csr_sync_of(group)->clock);
    csr_enqueue(due.item);
  }
}

static void leave(csr_task *task, void *group, void *pc) {
  CSR_REAL(void, "dispatch_group_leave", void *);
  csr_sync *sync = csr_sync_of(group);
  csr_sync_point(task, CSR_OP_SIGNAL, sync, pc);
  csr_release(task, sync);
  real(group);
  if (!is_empty(group)) return;
  csr_wake(sync, CSR_TASKS_MAX);
  notify(group);
}

static void leave_after_call(csr_task *task, void *group) { leave(task, group, NULL); }

CSR_EXPORT void dispatch_group_leave(void *group) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task != NULL)) return leave(task, group, pc);
  CSR_REAL(void, "dispatch_group_leave", void *);
  real(group);
}

// Waits as long as `attempt` fails; says whether it succeeded before the deadline.
static bool await(
    csr_task *task, void *object, bool (*attempt)(void *), uint64_t timeout, void *pc) {
  csr_sync *sync = csr_sync_of(object);
  csr_sync_point(task, CSR_OP_WAIT, sync, pc);
  while (!attempt(object)) {
    if (timeout == 0) return false;
    if (timeout == CSR_DISPATCH_FOREVER) {
      csr_block(task, CSR_OP_WAIT, sync, pc);
    } else if (!csr_block_until(task, CSR_OP_WAIT, sync, pc, csr_deadline(timeout))) {
      return false;
    }
  }
  csr_acquire(task, sync);
  return true;
}

CSR_EXPORT intptr_t dispatch_group_wait(void *group, uint64_t timeout) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task && csr_may_block(task))) return await(task, group, is_empty, timeout, pc) ? 0 : 1;
  CSR_REAL(intptr_t, "dispatch_group_wait", void *, uint64_t);
  return real(group, timeout);
}

static void group_async(
    csr_task *task, void *group, void *queue, void (*function)(void *), void *context, void *pc) {
  enter(group);
  csr_queue_async_then(task, queue, function, context, leave_after_call, group, pc);
}

CSR_EXPORT void dispatch_group_async(void *group, void *queue, void *block) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task != NULL)) return group_async(task, group, queue, csr_block_run, _Block_copy(block), pc);
  CSR_REAL(void, "dispatch_group_async", void *, void *, void *);
  real(group, queue, block);
}

CSR_EXPORT void dispatch_group_async_f(
    void *group, void *queue, void *context, void (*function)(void *)) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task != NULL)) return group_async(task, group, queue, function, context, pc);
  CSR_REAL(void, "dispatch_group_async_f", void *, void *, void *, void (*)(void *));
  real(group, queue, context, function);
}

static void add_notification(
    csr_task *task, void *group, void *queue, void (*function)(void *), void *context, void *pc) {
  csr_sync_point(task, CSR_OP_SIGNAL, csr_sync_of(group), pc);
  csr_item *item = csr_item_make(function, context, queue);
  if (!item) return;
  task->clock.epochs[task->id]++;
  if (is_empty(group)) {
    csr_clock_join(&item->clock, &csr_sync_of(group)->clock);
    csr_enqueue(item);
  } else if (notification_count < NOTIFICATIONS_MAX) {
    notifications[notification_count++] = (notification){group, item};
  } else {
    csr_fail(CSR_EXHAUSTED);
  }
}

CSR_EXPORT void dispatch_group_notify(void *group, void *queue, void *block) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task != NULL))
    return add_notification(task, group, queue, csr_block_run, _Block_copy(block), pc);
  CSR_REAL(void, "dispatch_group_notify", void *, void *, void *);
  real(group, queue, block);
}

CSR_EXPORT void dispatch_group_notify_f(
    void *group, void *queue, void *context, void (*function)(void *)) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task != NULL)) return add_notification(task, group, queue, function, context, pc);
  CSR_REAL(void, "dispatch_group_notify_f", void *, void *, void *, void (*)(void *));
  real(group, queue, context, function);
}

static bool try_semaphore(void *semaphore) {
  CSR_REAL(intptr_t, "dispatch_semaphore_wait", void *, uint64_t);
  return real(semaphore, 0) == 0;
}

CSR_EXPORT intptr_t dispatch_semaphore_wait(void *semaphore, uint64_t timeout) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task && csr_may_block(task)))
    return await(task, semaphore, try_semaphore, timeout, pc) ? 0 : 1;
  CSR_REAL(intptr_t, "dispatch_semaphore_wait", void *, uint64_t);
  return real(semaphore, timeout);
}

CSR_EXPORT intptr_t dispatch_semaphore_signal(void *semaphore) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  CSR_REAL(intptr_t, "dispatch_semaphore_signal", void *);
  if (CSR_LIKELY(!task)) return real(semaphore);
  csr_sync *sync = csr_sync_of(semaphore);
  csr_sync_point(task, CSR_OP_SIGNAL, sync, pc);
  csr_release(task, sync);
  intptr_t status = real(semaphore);
  csr_wake(sync, 1);
  return status;
}
#endif
