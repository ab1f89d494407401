// What a queue does under control: each worker is a task, which sleeps while there is nothing for it.
#include "queues.h"
#include "../Core/tasks.h"
#include "happens_before.h"
#include "suspensions.h"
#include "work_items.h"

#if CSR_EXPLORE
#include <string.h>

enum { ITEMS_MAX = 512 };
static csr_item items[ITEMS_MAX];
static csr_item *free_items;
static uint32_t items_used;
static uint32_t generation;

csr_item *csr_item_make(void (*function)(void *), void *context, void *leaf) {
  if (generation != csr_session.generation) {
    generation = csr_session.generation;
    items_used = 0;
    free_items = NULL;
  }
  csr_item *item = free_items;
  if (item)
    free_items = item->next;
  else if (items_used < ITEMS_MAX)
    item = &items[items_used++];
  if (!item) {
    csr_fail(CSR_EXHAUSTED);
    return NULL;
  }
  memset(item, 0, sizeof *item);
  item->function = function;
  item->context = context;
  item->leaf = leaf;
  item->is_barrier = csr_is_barrier_item(context);
  if (csr_current) item->clock = csr_current->clock;
  return item;
}

static void recycle(csr_item *item) {
  item->next = free_items;
  free_items = item;
}

// The first that does not wait for the queue it was given to.
static csr_item *first_of(const csr_queue *queue) {
  csr_item *item = queue->head;
  while (item && csr_queue_is_suspended(item->leaf)) item = item->next;
  return item;
}

static void take(csr_queue *queue, const csr_item *item) {
  csr_item *before = NULL;
  for (csr_item *other = queue->head; other != item; other = other->next) before = other;
  if (before)
    before->next = item->next;
  else
    queue->head = item->next;
  if (queue->tail == item) queue->tail = before;
}

static void perform(csr_task *task, csr_item *item) {
  void *outer = task->queue;
  task->queue = item->leaf;
  csr_clock_join(&task->clock, &item->clock);
  item->function(item->context);
  if (item->finished) item->finished(task, item->finished_context);
  task->queue = outer;
}

static bool may_start(const csr_queue *queue, const csr_item *item) {
  if (!item || queue->has_barrier) return false;
  return queue->running == 0 || (queue->is_concurrent && !item->is_barrier);
}

static void run_seat(void *argument);

static struct csr_seat *free_seat(csr_queue *queue) {
  uint32_t count = queue->is_concurrent ? CSR_SEATS_MAX : 1;
  for (uint32_t index = 0; index < count; index++)
    if (!queue->seats[index].item) return &queue->seats[index];
  return NULL;
}

static void seat(csr_queue *queue, struct csr_seat *seat, csr_item *item) {
  seat->item = item;
  if (seat->worker) return csr_resume(seat->worker, run_seat, seat);
  uint64_t path = queue->path + (uint64_t)(seat - queue->seats);
  seat->worker = csr_spawn(csr_session.tasks[0], path, run_seat, seat);
}

// Starts whatever the queue's rules let start now.
static void advance(csr_queue *queue) {
  for (csr_item *item = first_of(queue); may_start(queue, item); item = first_of(queue)) {
    struct csr_seat *place = item->caller ? NULL : free_seat(queue);
    if (!item->caller && !place) return;
    take(queue, item);
    queue->running++;
    if (item->is_barrier) queue->has_barrier = true;
    if (item->caller) {
      item->is_granted = true;
      csr_wake_task(item->caller, false);
    } else {
      seat(queue, place, item);
    }
  }
}

// The next call of a serial queue comes after this one, whoever runs it. On a concurrent queue every call comes after the barriers
// before it, and a barrier after all calls.
static void leave(csr_task *task, csr_queue *queue) {
  if (!queue->is_concurrent || queue->has_barrier) {
    csr_release(task, queue->sync);
  } else {
    csr_clock_join(&queue->shared, &task->clock);
    task->clock.epochs[task->id]++;
  }
  queue->running--;
  queue->has_barrier = false;
  queue->sync->holder = NULL;
}

static void enter(csr_task *task, csr_queue *queue) {
  csr_acquire(task, queue->sync);
  if (queue->has_barrier) csr_clock_join(&task->clock, &queue->shared);
  if (!queue->is_concurrent) queue->sync->holder = task;
}

static void run_seat(void *argument) {
  struct csr_seat *seat = argument;
  csr_queue *queue = seat->queue;
  csr_task *task = csr_current;
  csr_item *item = seat->item;
  task->is_worker = true;
  task->swift_task = 0;
  enter(task, queue);
  perform(task, item);
  recycle(item);
  leave(task, queue);
  seat->item = NULL;
  csr_idle(task);
  advance(queue);
}

void csr_enqueue(csr_item *item) {
  csr_queue *queue = item ? csr_queue_of(item->leaf) : NULL;
  if (!queue) return;
  if (queue->is_global) item->is_barrier = false;
  if (queue->tail)
    queue->tail->next = item;
  else
    queue->head = item;
  queue->tail = item;
  advance(queue);
}

void csr_queues_advance(void) {
  csr_queue *queue;
  for (uint32_t index = 0; (queue = csr_queue_at(index)); index++) advance(queue);
}

static csr_item *prepare(
    csr_task *task, void *leaf, void (*function)(void *), void *context, void *pc) {
  csr_queue *queue = csr_queue_of(leaf);
  if (queue) csr_sync_point(task, CSR_OP_SIGNAL, queue->sync, pc);
  csr_item *item = csr_item_make(function, context, leaf);
  if (item) task->clock.epochs[task->id]++;
  return item;
}

void csr_queue_async(
    csr_task *task, void *leaf, void (*function)(void *), void *context, bool is_barrier, void *pc) {
  csr_item *item = prepare(task, leaf, function, context, pc);
  if (!item) return;
  item->is_barrier |= is_barrier;
  csr_enqueue(item);
}

void csr_queue_async_then(
    csr_task *task, void *leaf, void (*function)(void *), void *context,
    void (*finished)(csr_task *, void *), void *finished_context, void *pc) {
  csr_item *item = prepare(task, leaf, function, context, pc);
  if (!item) return;
  item->finished = finished;
  item->finished_context = finished_context;
  csr_enqueue(item);
}

void csr_run_in_queue(
    csr_task *task, void *leaf, void (*function)(void *), void *context, bool is_barrier, void *pc) {
  csr_queue *queue = csr_queue_of(leaf);
  // The driver waits by letting everything else come to its end.
  if (task->is_driver) csr_let_others_go_on();
  csr_item *item = queue ? csr_item_make(function, context, leaf) : NULL;
  if (!item) return;
  item->is_barrier |= is_barrier;
  item->caller = task;
  csr_sync_point(task, CSR_OP_SIGNAL, queue->sync, pc);
  csr_enqueue(item);
  while (!item->is_granted && csr_may_block(task)) csr_block(task, CSR_OP_LOCK, queue->sync, pc);
  enter(task, queue);
  perform(task, item);
  recycle(item);
  leave(task, queue);
  advance(queue);
}
#endif
