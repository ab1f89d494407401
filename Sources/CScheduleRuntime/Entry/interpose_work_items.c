// Work items of libdispatch: to wait for one, to be told of its end, and to cancel it.
//
// The real item knows whether it was cancelled and whether it has run. That it runs is seen where a queue runs it; where the code
// under test calls it by itself, whoever waits for it is asked again once nothing else can go on.
#define _GNU_SOURCE
#include "interpose_work_items.h"
#include "../Core/tasks.h"
#include "../Objects/happens_before.h"
#include "../Objects/queues.h"
#include "dispatch_types.h"

#if CSR_EXPLORE
#include <dlfcn.h>

/// A work item that was made in the session.
typedef struct {
  void *block;
  bool has_run;
  /// The task that waits for it, or null.
  csr_task *waiting;
} work_item;

/// What shall run once a work item has.
typedef struct {
  work_item *after;
  csr_item *item;
} notification;

enum { WORK_ITEMS_MAX = 1024, NOTIFICATIONS_MAX = 64 };
static work_item work_items[WORK_ITEMS_MAX];
static uint32_t work_item_count;
static notification notifications[NOTIFICATIONS_MAX];
static uint32_t notification_count;

static bool has_run(void *block) {
  CSR_REAL(intptr_t, "dispatch_block_wait", void *, uint64_t);
  return real(block, 0) == 0;
}

// Nothing can go on: whoever waits for an item that has run without being seen does.
static bool ask_again(void) {
  bool any = false;
  for (uint32_t index = 0; index < work_item_count; index++) {
    work_item *item = &work_items[index];
    if (!item->waiting || item->has_run || !has_run(item->block)) continue;
    item->has_run = true;
    // Who ran it is not known: it may have been any.
    for (uint32_t slot = 0; slot < csr_session.task_count; slot++)
      csr_clock_join(&item->waiting->clock, &csr_session.tasks[slot]->clock);
    csr_wake_task(item->waiting, false);
    any = true;
  }
  return any;
}

void csr_work_items_begin(void) {
  work_item_count = 0;
  notification_count = 0;
  csr_session.on_quiet = ask_again;
}

static work_item *find(const void *block) {
  for (uint32_t index = 0; index < work_item_count; index++)
    if (work_items[index].block == block) return &work_items[index];
  return NULL;
}

static void *note(void *block) {
  if (CSR_LIKELY(!csr_current) || !block) return block;
  if (work_item_count == WORK_ITEMS_MAX) {
    csr_fail(CSR_EXHAUSTED);
    return block;
  }
  work_items[work_item_count++] = (work_item){.block = block};
  return block;
}

static void notify(work_item *item) {
  csr_sync *sync = csr_sync_of(item->block);
  for (uint32_t index = 0; index < notification_count;) {
    notification due = notifications[index];
    if (due.after != item) {
      index++;
      continue;
    }
    notifications[index] = notifications[--notification_count];
    csr_clock_join(&due.item->clock, &sync->clock);
    csr_enqueue(due.item);
  }
}

void csr_block_run_in_place(void *block) {
  ((struct csr_block *)block)->invoke(block);
  work_item *item = work_item_count > 0 ? find(block) : NULL;
  csr_task *task = csr_current;
  if (CSR_LIKELY(!item) || !task) return;
  csr_sync *sync = csr_sync_of(block);
  csr_sync_point(task, CSR_OP_SIGNAL, sync, NULL);
  csr_release(task, sync);
  item->has_run = true;
  csr_wake(sync, CSR_TASKS_MAX);
  notify(item);
}

void csr_block_run(void *block) {
  csr_block_run_in_place(block);
  _Block_release(block);
}

CSR_EXPORT void *dispatch_block_create(uintptr_t flags, void *block) {
  CSR_REAL(void *, "dispatch_block_create", uintptr_t, void *);
  return note(real(flags, block));
}

CSR_EXPORT void *dispatch_block_create_with_qos_class(uintptr_t flags, uint32_t quality, int relative, void *block) {
  CSR_REAL(void *, "dispatch_block_create_with_qos_class", uintptr_t, uint32_t, int, void *);
  return note(real(flags, quality, relative, block));
}

static bool await(csr_task *task, work_item *item, uint64_t timeout, void *pc) {
  csr_sync *sync = csr_sync_of(item->block);
  csr_sync_point(task, CSR_OP_WAIT, sync, pc);
  bool is_in_time = true;
  item->waiting = task;
  while (!item->has_run && is_in_time) {
    if (timeout == 0)
      is_in_time = false;
    else if (timeout == CSR_DISPATCH_FOREVER)
      csr_block(task, CSR_OP_WAIT, sync, pc);
    else
      is_in_time = csr_block_until(task, CSR_OP_WAIT, sync, pc, csr_deadline(timeout));
  }
  item->waiting = NULL;
  if (item->has_run) csr_acquire(task, sync);
  return item->has_run;
}

CSR_EXPORT intptr_t dispatch_block_wait(void *block, uint64_t timeout) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  CSR_REAL(intptr_t, "dispatch_block_wait", void *, uint64_t);
  if (CSR_LIKELY(!task)) return real(block, timeout);
  work_item *item = find(block);
  if (!item) return real(block, timeout);
  if (task->is_driver) csr_race(0, NULL, NULL);
  return task->is_driver ? !item->has_run : !await(task, item, timeout, pc);
}

CSR_EXPORT void dispatch_block_notify(void *block, void *queue, void *notification_block) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  work_item *item = CSR_UNLIKELY(task != NULL) ? find(block) : NULL;
  if (CSR_LIKELY(!item)) {
    CSR_REAL(void, "dispatch_block_notify", void *, void *, void *);
    return real(block, queue, notification_block);
  }
  csr_sync *sync = csr_sync_of(block);
  csr_sync_point(task, CSR_OP_SIGNAL, sync, pc);
  csr_item *told = csr_item_make(csr_block_run, _Block_copy(notification_block), queue);
  if (!told) return;
  task->clock.epochs[task->id]++;
  if (notification_count == NOTIFICATIONS_MAX) return csr_fail(CSR_EXHAUSTED);
  notifications[notification_count++] = (notification){item, told};
  if (item->has_run) notify(item);
}

CSR_EXPORT void dispatch_block_cancel(void *block) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task != NULL)) {
    csr_sync *sync = csr_sync_of(block);
    csr_sync_point(task, CSR_OP_SIGNAL, sync, pc);
    csr_release(task, sync);
  }
  CSR_REAL(void, "dispatch_block_cancel", void *);
  real(block);
}

CSR_EXPORT intptr_t dispatch_block_testcancel(void *block) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task != NULL)) {
    csr_sync *sync = csr_sync_of(block);
    csr_point(task, CSR_OP_ATOMIC_LOAD, sync->object, block, 0, false, pc);
    csr_acquire(task, sync);
  }
  CSR_REAL(intptr_t, "dispatch_block_testcancel", void *);
  return real(block);
}
#endif
