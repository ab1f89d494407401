// What the files of the explore runtime share. Nothing here is visible outside of the target.
#pragma once
#include "csr_explore.h"
#include "csr_support.h"
#include <stddef.h>

#if CSR_EXPLORE

/// A moment in the happens-before order: for each task, how many of its epochs are known.
typedef struct {
  uint32_t epochs[CSR_TASKS_MAX];
} csr_clock;

/// What several tasks meet at: a lock, a queue, an atomic. Lives until the session ends.
typedef struct {
  const void *key;
  uint32_t generation;
  /// Its number among the session's objects.
  uint32_t object;
  csr_clock clock;
  /// The task that holds it, and how often; meaningful for locks and queues.
  struct csr_task *holder;
  uint32_t holds;
} csr_sync;

typedef enum { CSR_TASK_FREE, CSR_TASK_READY, CSR_TASK_BLOCKED, CSR_TASK_IDLE, CSR_TASK_DONE } csr_task_state;

enum { CSR_FRAMES_MAX = 128 };

/// What runs under control like a thread. Whoever runs owns all of it; a hand-off passes ownership on.
typedef struct csr_task {
  uint32_t id;
  csr_task_state state;
  uint64_t path;
  csr_op pending;
  /// What a blocked task waits for, and its turn among those that wait for the same.
  csr_sync *waits_for;
  uint64_t wait_turn;
  /// Whether the last wait ended by its deadline.
  bool timed_out;
  bool is_driver;
  /// Its function, about to return, has called `csr_idle`.
  bool ends_idle;
  /// Above zero, plain accesses are neither points nor checked.
  uint32_t ignore_depth;
  uint32_t spawned;
  void (*function)(void *);
  void *argument;
  /// The dispatch queue whose call it runs, or null.
  void *queue;
  uintptr_t stack_low, stack_high;
  csr_clock clock;
  /// What its fences order; see `csr_fence`.
  csr_clock released, seen;
  uint32_t frame_count;
  void *frames[CSR_FRAMES_MAX];
  /// Where its stack was left, and the thread whose storage it runs with.
  void *stack_pointer;
  uintptr_t thread_pointer;
  /// 1 once that thread is parked for good.
  uint32_t is_parked;
} csr_task;

/// The session in progress. Owned by whoever runs.
typedef struct {
  bool is_open;
  bool has_failed;
  uint32_t generation;
  csr_config config;
  csr_result result;
  csr_task *tasks[CSR_TASKS_MAX];
  /// The tasks in use, ascending by path.
  csr_task *by_path[CSR_TASKS_MAX];
  uint32_t task_count;
  uint32_t ready_count;
  uint32_t blocked_count;
  /// Functions raced so far; their paths count on from one race to the next.
  uint32_t functions_raced;
  /// Objects touched so far, and those of them that the first race found there.
  uint32_t object_count;
  uint32_t objects_before;
  uint64_t turns;
} csr_session_state;

extern csr_session_state csr_session;
/// The task that the calling thread is, or null where it is not controlled.
extern __thread csr_task *csr_current __attribute__((tls_model("initial-exec")));

// explore.c: tasks and decisions. All of them are for the task that runs.

/// A new number for an object.
uint32_t csr_new_object(void);
/// Puts the stack of a slot into use; null where there is none.
csr_task *csr_prepare(uint32_t slot, uint64_t path);
/// A new task, ready to run; null where there is no room, after the session was marked as failed.
csr_task *csr_spawn(csr_task *parent, uint64_t path, void (*function)(void *), void *argument);
/// The path of the next child of this task.
uint64_t csr_child_path(csr_task *parent);
/// Gives an idle task something to do again.
void csr_resume(csr_task *task, void (*function)(void *), void *argument);
/// Lets the strategy decide who goes on before this operation is performed.
void csr_point(
    csr_task *task, csr_op_kind kind, uint64_t object, const void *address, uint32_t size,
    bool writes, void *pc);
/// The same for an operation on a synchronisation object, which always may change it.
void csr_sync_point(csr_task *task, csr_op_kind kind, csr_sync *sync, void *pc);
/// Waits until `csr_wake` names the object; returns when the pending operation was chosen.
void csr_block(csr_task *task, csr_op_kind kind, csr_sync *sync, void *pc);
/// The same until a deadline in virtual nanoseconds; returns whether it was woken before.
bool csr_block_until(csr_task *task, csr_op_kind kind, csr_sync *sync, void *pc, uint64_t deadline);
/// Readies up to `count` of those that wait for the object, in the order in which they came.
void csr_wake(csr_sync *sync, uint32_t count);
/// Readies this one.
void csr_wake_task(csr_task *task, bool timed_out);
/// Notes that the task holds the object: whoever was about to lock it is not enabled any more.
void csr_hold(csr_task *task, csr_sync *sync);
/// Gives it back and readies those that want it.
void csr_unhold(csr_task *task, csr_sync *sync);
/// Gives up: hands over to the driver for good. Returns only on the driver, and on a thread without a task.
void csr_fail(csr_outcome outcome);
/// The task's function has returned: says who is next, which may be the same one again or the driver.
csr_task *csr_finish(csr_task *task);
/// Says that the task, a queue's worker, ends for now but will be resumed.
void csr_idle(csr_task *task);
/// Who goes first in a race; null where nobody can.
csr_task *csr_first(void);

// stacks.c: what tasks run on.

/// The task of that slot with a stack to run on, made when first wanted; null where the system gives none.
csr_task *csr_stack(uint32_t slot);
/// Leaves the stacks of these slots as they are for ever.
void csr_stacks_abandon(void);
/// The calling thread drives from now on.
void csr_drive_from_here(csr_task *driver);
/// Leaves the calling task and goes on with another one; returns when that is undone.
void csr_switch(csr_task *from, csr_task *to);
/// The number of the thread whose storage the caller runs with, where that is a task's; 0 elsewhere. Any thread.
int32_t csr_parked_number(void);
/// The system's `pthread_create`, which starts no task.
int csr_real_thread_create(void *thread, const void *attributes, void *(*run)(void *), void *argument);
/// Whether the address lies in the stack of a task.
bool csr_is_task_stack(uintptr_t address);

// happens_before.c: what is ordered.

/// The synchronisation object at that address.
csr_sync *csr_sync_of(const void *key);
void csr_clock_join(csr_clock *into, const csr_clock *from);
/// What was released there happens before what the task does next.
void csr_acquire(csr_task *task, const csr_sync *sync);
/// What the task did happens before whoever acquires there next.
void csr_release(csr_task *task, csr_sync *sync);
void csr_order_begin(void);
void csr_fence(csr_task *task, int order);
/// The order that an atomic operation makes, after it was performed. `order`: as in __ATOMIC_*.
void csr_atomic_order(csr_task *task, csr_op_kind kind, const volatile void *address, int order);

// shadow.c: what each piece of memory has seen.

void csr_shadow_begin(void);
/// A plain access: a point where it matters, and then a check.
void csr_access(csr_task *task, uintptr_t address, size_t size, bool writes, void *pc);
/// A plain access of the kit's own: checked, but no point, and nothing is learned from it.
void csr_access_unchosen(csr_task *task, uintptr_t address, size_t size, bool writes, void *pc);
/// A point before an atomic operation, and a check of it against plain accesses.
void csr_atomic_point(csr_task *task, csr_op_kind kind, const volatile void *address, uint32_t size, void *pc);
/// Marks memory that was touched before as freed.
void csr_memory_freed(csr_task *task, uintptr_t address, size_t size, void *pc);

// sites.c: what is worth a decision.

bool csr_site_is_point(uint32_t object, const void *pc);
/// How many are points.
uint32_t csr_sites_count(void);
/// Notes that the object, or the access at that address where the object came into being in the race, matters.
void csr_site_learn(uint32_t object, const void *pc);

// reports.c
void csr_reports_begin(void);
void csr_report_add(const csr_report *report);
/// Says who is stuck, for `csr_explore_describe`.
void csr_describe_stuck(void);

// interpose_memory.c

/// Who freed a piece of memory, and where.
typedef struct {
  uint32_t task;
  void *pc;
} csr_free;
/// The free in this session of what holds that address; null where there was none.
const csr_free *csr_memory_was_freed(uintptr_t address);
/// A session is about to begin.
void csr_memory_begin(void);
/// Frees for good what the session has freed.
void csr_memory_end(void);

// clock.c: virtual time.

void csr_time_begin(void);
/// Virtual nanoseconds.
uint64_t csr_time_now(void);
/// Number of the timer that fires next, or 0 where none may.
uint64_t csr_time_next(void);
/// Lets the earliest timer fire.
void csr_time_fire(void);
/// Calls `fire` at that time, from whichever task runs; it must not block. One for each pair of
/// function and context, but for those that have fired.
void csr_time_at(uint64_t deadline, uint64_t object, void (*fire)(void *), void *context);
/// Forgets that call if it is still to come.
void csr_time_cancel(void (*fire)(void *), void *context);
/// Wakes the task at that time unless it is cancelled.
void csr_time_wake_at(csr_task *task, uint64_t deadline);
void csr_time_cancel_wake(csr_task *task);

// queue_registry.c

/// Forgets the queue that lay there, if any. Any thread.
void csr_queue_freed(const void *memory);

// queues.c: virtual dispatch queues; more of them in csr_queues.h.

void csr_queues_begin(void);
/// Puts a call on the queue on behalf of `task`, with a group that it leaves afterwards, if any.
void csr_queue_async(
    csr_task *task, void *queue, void (*function)(void *), void *context, void *group, bool is_barrier,
    void *pc);

// interpose_swift.c
void csr_once_begin(void);

#endif
