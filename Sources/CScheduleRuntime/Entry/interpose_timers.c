// Timer sources, and those that are given data by the code under test. One that is made in a session is virtual from its
// first day to its last: libdispatch never hears of it, and its handler runs on its virtual queue when virtual time, or data, has
// come.
#define _GNU_SOURCE
#include "../Core/tasks.h"
#include "../Core/virtual_time.h"
#include "../Objects/happens_before.h"
#include "../Objects/queues.h"
#include "../Objects/suspensions.h"
#include "../Platform/dispatch_types.h"
#include "../Platform/wide_queues.h"
#include "interpose_concurrency.h"

#if CSR_EXPLORE
#include <dlfcn.h>
#include <string.h>

extern char _dispatch_source_type_timer[] __attribute__((weak));
extern char _dispatch_source_type_data_add[] __attribute__((weak));
extern char _dispatch_source_type_data_or[] __attribute__((weak));
extern char _dispatch_source_type_data_replace[] __attribute__((weak));

/// A virtual source, of a timer by its name. Its address is the handle that its user holds.
typedef struct {
  bool is_used;
  bool is_cancelled;
  /// Its handler waits on the queue already; firings meanwhile are one.
  bool is_enqueued;
  /// Swift's concurrency runtime made it, for a task that sleeps.
  bool is_of_sleep;
  uint32_t references;
  uint32_t suspensions;
  uint32_t generation;
  uint64_t object;
  uint64_t deadline, interval;
  /// One of libdispatch's types; data that the handler has not been given yet, and what it was given last.
  const void *type;
  uintptr_t data, given;
  void *queue;
  void *context;
  /// Blocks, owned.
  void *on_fire, *on_cancel;
  void (*fire_function)(void *);
  void (*cancel_function)(void *);
  csr_clock clock;
} source;

enum { SOURCES_MAX = 1024 };
static source sources[SOURCES_MAX];
static uint32_t next_source;

static bool is_virtual(const void *object) {
  return (uintptr_t)object - (uintptr_t)sources < sizeof sources;
}

static bool is_live(const source *timer) {
  return csr_session.is_open && timer->generation == csr_session.generation;
}

static void retain_queue(void *queue) {
  CSR_REAL(void, "dispatch_retain", void *);
  real(queue);
}

static void release_queue(void *queue) {
  CSR_REAL(void, "dispatch_release", void *);
  real(queue);
}

static void drop_block(void **block) {
  void *dropped = *block;
  *block = NULL;
  if (dropped) _Block_release(dropped);
}

static void release(source *timer);
static void fire(void *context);

static void run_handler(void *context) {
  source *timer = context;
  bool is_timer = timer->type == _dispatch_source_type_timer;
  // What it is given depends on who was first.
  if (!is_timer) csr_point(csr_current, CSR_OP_ATOMIC_RMW, timer->object, timer, 0, true, NULL);
  csr_clock_join(&csr_current->clock, &timer->clock);
  timer->is_enqueued = false;
  timer->given = is_timer ? 1 : timer->data;
  timer->data = 0;
  if (!timer->is_cancelled && timer->given != 0) {
    if (timer->on_fire)
      ((struct csr_block *)timer->on_fire)->invoke(timer->on_fire);
    else if (timer->fire_function)
      timer->fire_function(timer->context);
  }
  release(timer);
}

// The handlers go where they ran, and not before the one that runs has returned.
static void finish(void *context) {
  source *timer = context;
  if (timer->on_cancel)
    ((struct csr_block *)timer->on_cancel)->invoke(timer->on_cancel);
  else if (timer->cancel_function)
    timer->cancel_function(timer->context);
  drop_block(&timer->on_fire);
  drop_block(&timer->on_cancel);
  release(timer);
}

static void enqueue(source *timer, void (*function)(void *)) {
  csr_item *item = csr_item_make(function, timer, timer->queue);
  if (!item) return;
  timer->references++;
  csr_clock_join(&item->clock, &timer->clock);
  csr_enqueue(item);
}

static void arm(source *timer) {
  bool waits = timer->suspensions == 0 && !timer->is_cancelled && timer->deadline != 0;
  if (!waits || !is_live(timer)) return;
  csr_timer_kind once = timer->is_of_sleep ? CSR_TIMER_WANTED : CSR_TIMER_ONCE;
  csr_call_at(timer->deadline, timer->object, timer->interval != 0 ? CSR_TIMER_REPEATS : once, fire, timer);
}

static void wake_handler(source *timer) {
  if (timer->is_enqueued) return;
  timer->is_enqueued = true;
  enqueue(timer, run_handler);
}

static void fire(void *context) {
  source *timer = context;
  if (timer->interval == 0) {
    timer->deadline = 0;
  } else {
    timer->deadline += timer->interval;
    arm(timer);
  }
  wake_handler(timer);
}

static bool has_virtual_kind(const void *type) {
  return type == _dispatch_source_type_timer || type == _dispatch_source_type_data_add
      || type == _dispatch_source_type_data_or || type == _dispatch_source_type_data_replace;
}

static void disarm(source *timer) {
  if (is_live(timer)) csr_time_remove(fire, timer);
}

static void release(source *timer) {
  if (--timer->references > 0) return;
  disarm(timer);
  drop_block(&timer->on_fire);
  drop_block(&timer->on_cancel);
  release_queue(timer->queue);
  timer->is_used = false;
}

// What the caller did before is ordered before what the timer does.
static void publish(source *timer, void *pc) {
  csr_task *task = csr_current;
  if (!task || !is_live(timer)) return;
  csr_point(task, CSR_OP_SIGNAL, timer->object, timer, 0, true, pc);
  csr_clock_join(&timer->clock, &task->clock);
  task->clock.epochs[task->id]++;
}

CSR_EXPORT void *dispatch_source_create(
    const void *type, uintptr_t handle, uintptr_t mask, void *queue) {
  void *pc = CSR_CALLER;
  CSR_REAL(void *, "dispatch_source_create", const void *, uintptr_t, uintptr_t, void *);
  if (CSR_LIKELY(!csr_current) || !has_virtual_kind(type) || !queue)
    return real(type, handle, mask, csr_wide_queue(queue));
  for (uint32_t tried = 0; tried < SOURCES_MAX; tried++) {
    source *timer = &sources[next_source++ % SOURCES_MAX];
    if (timer->is_used) continue;
    *timer = (source){
        .is_used = true, .references = 1, .suspensions = 1, .type = type, .queue = queue,
        .is_of_sleep = csr_concurrency_calls(pc), .generation = csr_session.generation, .object = csr_new_object()};
    retain_queue(queue);
    return timer;
  }
  csr_fail(CSR_EXHAUSTED);
  return real(type, handle, mask, queue);
}

CSR_EXPORT void dispatch_source_set_timer(void *object, uint64_t start, uint64_t interval, uint64_t leeway) {
  void *pc = CSR_CALLER;
  CSR_REAL(void, "dispatch_source_set_timer", void *, uint64_t, uint64_t, uint64_t);
  if (CSR_LIKELY(!is_virtual(object))) return real(object, start, interval, leeway);
  source *timer = object;
  publish(timer, pc);
  disarm(timer);
  timer->deadline = start == CSR_DISPATCH_FOREVER ? 0 : start == 0 ? csr_time_now() : csr_deadline(start);
  timer->interval = interval == CSR_DISPATCH_FOREVER ? 0 : interval;
  arm(timer);
}

#define HANDLER(name, block_field, function_field) \
  CSR_EXPORT void name(void *object, void *block) { \
    void *pc = CSR_CALLER; \
    CSR_REAL(void, #name, void *, void *); \
    if (CSR_LIKELY(!is_virtual(object))) return real(object, block); \
    source *timer = object; \
    publish(timer, pc); \
    void *replaced = timer->block_field; \
    timer->block_field = block ? _Block_copy(block) : NULL; \
    if (replaced) _Block_release(replaced); \
  } \
  CSR_EXPORT void name##_f(void *object, void (*function)(void *)) { \
    CSR_REAL(void, #name "_f", void *, void (*)(void *)); \
    if (CSR_LIKELY(!is_virtual(object))) return real(object, function); \
    ((source *)object)->function_field = function; \
  }

HANDLER(dispatch_source_set_event_handler, on_fire, fire_function)
HANDLER(dispatch_source_set_cancel_handler, on_cancel, cancel_function)

CSR_EXPORT void dispatch_source_cancel(void *object) {
  void *pc = CSR_CALLER;
  CSR_REAL(void, "dispatch_source_cancel", void *);
  if (CSR_LIKELY(!is_virtual(object))) return real(object);
  source *timer = object;
  publish(timer, pc);
  if (timer->is_cancelled) return;
  timer->is_cancelled = true;
  disarm(timer);
  if (is_live(timer)) enqueue(timer, finish);
}

CSR_EXPORT intptr_t dispatch_source_testcancel(void *object) {
  CSR_REAL(intptr_t, "dispatch_source_testcancel", void *);
  return CSR_LIKELY(!is_virtual(object)) ? real(object) : ((source *)object)->is_cancelled;
}

CSR_EXPORT uintptr_t dispatch_source_get_data(void *object) {
  CSR_REAL(uintptr_t, "dispatch_source_get_data", void *);
  return CSR_LIKELY(!is_virtual(object)) ? real(object) : ((source *)object)->given;
}

// What is merged before the handler runs comes to it as one.
CSR_EXPORT void dispatch_source_merge_data(void *object, uintptr_t value) {
  void *pc = CSR_CALLER;
  CSR_REAL(void, "dispatch_source_merge_data", void *, uintptr_t);
  if (CSR_LIKELY(!is_virtual(object))) return real(object, value);
  source *merged = object;
  publish(merged, pc);
  if (merged->is_cancelled) return;
  if (merged->type == _dispatch_source_type_data_add)
    merged->data += value;
  else if (merged->type == _dispatch_source_type_data_or)
    merged->data |= value;
  else
    merged->data = value;
  if (merged->suspensions == 0 && merged->data != 0 && is_live(merged)) wake_handler(merged);
}

static void resume(source *timer, void *pc) {
  publish(timer, pc);
  if (timer->suspensions == 0 || --timer->suspensions > 0) return;
  arm(timer);
  if (timer->data != 0 && is_live(timer)) wake_handler(timer);
}

// A queue's calls are the session's, so to suspend it is, too. True where it was done; else the system shall do it.
static bool resume_queue(void *queue, bool (*undo)(void *queue), void *pc) {
  csr_task *task = csr_current;
  if (CSR_LIKELY(!task) || !csr_queue_is_known(queue)) return false;
  csr_sync *sync = csr_queue_of(queue)->sync;
  csr_sync_point(task, CSR_OP_SIGNAL, sync, pc);
  if (!undo(queue)) return false;
  csr_release(task, sync);
  csr_queues_advance();
  return true;
}

CSR_EXPORT void dispatch_resume(void *object) {
  void *pc = CSR_CALLER;
  CSR_REAL(void, "dispatch_resume", void *);
  if (CSR_UNLIKELY(is_virtual(object))) return resume(object, pc);
  if (!resume_queue(object, csr_queue_unsuspend, pc)) real(object);
}

// The real queue is activated as well, for it cannot be let go of while it is not.
CSR_EXPORT void dispatch_activate(void *object) {
  void *pc = CSR_CALLER;
  CSR_REAL(void, "dispatch_activate", void *);
  if (CSR_UNLIKELY(is_virtual(object))) return resume(object, pc);
  real(object);
  resume_queue(object, csr_queue_activated, pc);
}

CSR_EXPORT void dispatch_suspend(void *object) {
  void *pc = CSR_CALLER;
  CSR_REAL(void, "dispatch_suspend", void *);
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(is_virtual(object))) {
    source *timer = object;
    publish(timer, pc);
    if (timer->suspensions++ == 0) disarm(timer);
  } else if (CSR_UNLIKELY(task && csr_queue_is_known(object))) {
    csr_sync_point(task, CSR_OP_SIGNAL, csr_queue_of(object)->sync, pc);
    csr_queue_suspend(object);
  } else {
    real(object);
  }
}

CSR_EXPORT void dispatch_retain(void *object) {
  if (CSR_LIKELY(!is_virtual(object))) return retain_queue(object);
  ((source *)object)->references++;
}

CSR_EXPORT void dispatch_release(void *object) {
  if (CSR_LIKELY(!is_virtual(object))) return release_queue(object);
  release(object);
}

CSR_EXPORT void dispatch_set_context(void *object, void *context) {
  CSR_REAL(void, "dispatch_set_context", void *, void *);
  if (CSR_LIKELY(!is_virtual(object))) return real(object, context);
  ((source *)object)->context = context;
}

CSR_EXPORT void *dispatch_get_context(void *object) {
  CSR_REAL(void *, "dispatch_get_context", void *);
  return CSR_LIKELY(!is_virtual(object)) ? real(object) : ((source *)object)->context;
}

CSR_EXPORT void dispatch_set_target_queue(void *object, void *queue) {
  CSR_REAL(void, "dispatch_set_target_queue", void *, void *);
  if (CSR_LIKELY(!is_virtual(object))) {
    real(object, queue);
    csr_queue_retarget(object, queue);
    return;
  }
  source *timer = object;
  retain_queue(queue);
  release_queue(timer->queue);
  timer->queue = queue;
}
#endif
