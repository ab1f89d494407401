#include "tasks.h"
#include "decisions.h"
#include "reports.h"
#include "spins.h"
#include "stacks.h"
#include "virtual_time.h"

#if CSR_EXPLORE
#include <string.h>

// Spawned tasks come after the raced functions, whose paths are small numbers, and before the clock.
uint64_t csr_child_path(csr_task *parent) {
  uint64_t path = csr_mix(csr_mix(0x9E3779B97F4A7C15u, parent->path), ++parent->spawned);
  return (path | 1ull << 62) & ~(1ull << 63);
}

static void set_state(csr_task *task, csr_task_state state) {
  if (task->state == CSR_TASK_READY) csr_session.ready_count--;
  if (task->state == CSR_TASK_BLOCKED) csr_session.blocked_count--;
  task->state = state;
  if (state == CSR_TASK_READY) csr_session.ready_count++;
  if (state == CSR_TASK_BLOCKED) csr_session.blocked_count++;
}

static void set_pending(
    csr_task *task, csr_op_kind kind, uint64_t object, const void *address, uint32_t size,
    bool writes, void *pc) {
  task->pending = (csr_op){
      .task = task->id, .kind = kind, .path = task->path, .object = object,
      .address = (uintptr_t)address, .pc = pc, .size = size, .writes = writes,
      .orders_all = task->orders_all, .swift_task = task->swift_task};
}

static void sort_in(csr_task *task) {
  uint32_t place = csr_session.task_count++;
  while (place > 0 && csr_session.by_path[place - 1]->path > task->path) {
    csr_session.by_path[place] = csr_session.by_path[place - 1];
    place--;
  }
  csr_session.by_path[place] = task;
}

// Nothing can go on. Where something sleeps still, time was not let pass so often, and nobody knows what would have come of it.
csr_outcome csr_outcome_of_rest(void) { return csr_time_is_cut() ? CSR_EXHAUSTED : CSR_DEADLOCK; }

// Nobody can go on, and some wait. Whether the driver may, who is to wake them, or does not wait for them.
static bool driver_goes_on(void) {
  if (csr_session.driver_waits) return true;
  return csr_session.leaves_others && csr_session.functions_running + csr_session.expected == 0;
}

// The task's function has returned: says who is next, which may be the same one again or the driver.
static csr_task *finish(csr_task *task) {
  // A queue's worker is idle already, or has been given its next call.
  if (!task->ends_idle) set_state(task, CSR_TASK_DONE);
  task->ends_idle = false;
  if (task->path <= csr_session.functions_raced) csr_session.functions_running--;
  csr_task *next = csr_choose(NULL);
  if (next) {
    if (next != task) csr_session.result.switches++;
    return next;
  }
  bool is_stuck = csr_session.blocked_count + csr_session.expected > 0 && !driver_goes_on();
  if (is_stuck && !csr_session.has_failed) {
    csr_describe_stuck();
    csr_session.result.outcome = csr_outcome_of_rest();
    csr_session.has_failed = true;
  }
  return csr_session.tasks[0];
}

// What a stack runs, for as long as there is work for its task.
static void run_tasks(void *argument) {
  csr_task *task = argument;
  for (;;) {
    csr_current = task;
    task->function(task->argument);
    csr_current = NULL;
    csr_task *next = finish(task);
    if (next != task) csr_switch(task, next);
  }
}

csr_task *csr_prepare(uint32_t slot, uint64_t path) {
  csr_task *task = csr_stack(slot, run_tasks);
  if (!task) return NULL;
  csr_session.tasks[slot] = task;
  task->state = CSR_TASK_FREE;
  task->path = path;
  task->waits_for = NULL;
  task->has_deadline = false;
  task->timed_out = false;
  task->ends_idle = false;
  task->is_driver = slot == 0;
  task->is_worker = false;
  task->swift_task = 0;
  task->orders_all = false;
  task->is_at_point = false;
  task->ignore_depth = 0;
  task->ending = NULL;
  task->spawned = 0;
  csr_spin_begin(task);
  task->queue = NULL;
  task->exclusive_count = 0;
  task->frame_count = 0;
  memset(&task->clock, 0, sizeof task->clock);
  memset(&task->released, 0, sizeof task->released);
  memset(&task->seen, 0, sizeof task->seen);
  task->stores_seen = csr_session.stores;
  task->unseen_count = 0;
  sort_in(task);
  return task;
}

csr_task *csr_spawn(csr_task *parent, uint64_t path, void (*function)(void *), void *argument) {
  uint32_t slot = csr_session.task_count;
  csr_task *task = slot < CSR_CLOCK_TASK ? csr_prepare(slot, path) : NULL;
  if (!task) {
    csr_fail(CSR_EXHAUSTED);
    return NULL;
  }
  task->clock = parent->clock;
  task->clock.epochs[slot]++;
  parent->clock.epochs[parent->id]++;
  csr_resume(task, function, argument);
  return task;
}

void csr_resume(csr_task *task, void (*function)(void *), void *argument) {
  task->function = function;
  task->argument = argument;
  task->stores_seen = csr_session.stores;
  set_pending(task, CSR_OP_START, 0, NULL, 0, false, NULL);
  set_state(task, CSR_TASK_READY);
}

static void reschedule(csr_task *task) {
  csr_task *next = csr_choose(task);
  if (next == task) return;
  if (!next && driver_goes_on()) next = csr_session.tasks[0];
  if (!next) return csr_fail(csr_outcome_of_rest());
  csr_session.result.switches++;
  csr_switch(task, next);
}

// Who holds what a task waits for without a deadline.
static csr_task *awaited(const csr_task *task) {
  if (task->state != CSR_TASK_BLOCKED || task->has_deadline || !task->waits_for) return NULL;
  return task->waits_for->holder;
}

// Whether tasks wait for each other in a circle, which nobody opens who goes on: a timer, for instance.
static bool wait_in_a_circle(void) {
  for (uint32_t index = 0; index < csr_session.task_count; index++) {
    csr_task *first = csr_session.by_path[index], *next = awaited(first);
    for (uint32_t steps = 0; next && next != first && steps < csr_session.task_count; steps++) next = awaited(next);
    if (next == first) return true;
  }
  return false;
}

void csr_point(
    csr_task *task, csr_op_kind kind, uint64_t object, const void *address, uint32_t size,
    bool writes, void *pc) {
  csr_session.result.steps++;
  if (task->is_driver) return;
  if (csr_session.result.steps > csr_session.config.steps_max) csr_fail(wait_in_a_circle() ? CSR_DEADLOCK : CSR_LIVELOCK);
  set_pending(task, kind, object, address, size, writes, pc);
  csr_spin_note(task, kind, object, address, size, pc);
  reschedule(task);
}

void csr_sync_point(csr_task *task, csr_op_kind kind, csr_sync *sync, void *pc) {
  csr_point(task, kind, sync->object, sync->key, 0, true, pc);
  // What is made of locked instructions empties the buffer of stores.
  task->stores_seen = csr_session.stores;
}

bool csr_may_block(const csr_task *task) {
  return !task->is_driver || (!csr_session.has_failed && csr_driver_can_be_left());
}

static void drive_until_woken(csr_task *driver) {
  bool goes_on_for_ever = csr_session.result.steps > csr_session.config.steps_max;
  if (!goes_on_for_ever) csr_let_others_go_on();
  if (driver->state != CSR_TASK_BLOCKED && !csr_session.has_failed) return;
  if (!csr_session.has_failed) csr_fail(goes_on_for_ever ? CSR_LIVELOCK : csr_outcome_of_rest());
  csr_leave_driver();
}

void csr_block(csr_task *task, csr_op_kind kind, csr_sync *sync, void *pc) {
  if (task->is_driver && !csr_may_block(task)) return;
  csr_session.result.steps++;
  set_pending(task, kind, sync->object, sync->key, 0, true, pc);
  task->waits_for = sync;
  task->wait_turn = ++csr_session.turns;
  task->timed_out = false;
  set_state(task, CSR_TASK_BLOCKED);
  if (task->is_driver)
    drive_until_woken(task);
  else
    reschedule(task);
  task->stores_seen = csr_session.stores;
}

void csr_wake_task(csr_task *task, bool timed_out) {
  if (task->state != CSR_TASK_BLOCKED) return;
  task->waits_for = NULL;
  task->timed_out = timed_out;
  // It goes on by itself, once no other can.
  set_state(task, task->is_driver ? CSR_TASK_FREE : CSR_TASK_READY);
}

static void time_out(void *task) { csr_wake_task(task, true); }

void csr_call_at(uint64_t deadline, uint64_t object, csr_timer_kind kind, void (*fire)(void *), void *context) {
  if (!csr_time_add(deadline, object, kind, fire, context)) csr_fail(CSR_EXHAUSTED);
}

bool csr_block_until(
    csr_task *task, csr_op_kind kind, csr_sync *sync, void *pc, uint64_t deadline) {
  if (!csr_may_block(task)) return false;
  csr_timer_kind timer = task->is_driver ? CSR_TIMER_OF_DRIVER : CSR_TIMER_ONCE;
  csr_call_at(deadline, csr_new_object(), timer, time_out, task);
  task->has_deadline = true;
  csr_block(task, kind, sync, pc);
  task->has_deadline = false;
  if (!task->timed_out) csr_time_remove(time_out, task);
  return !task->timed_out;
}

void csr_wake(csr_sync *sync, uint32_t count) {
  for (; count > 0; count--) {
    csr_task *first = NULL;
    for (uint32_t index = 0; index < csr_session.task_count; index++) {
      csr_task *task = csr_session.by_path[index];
      if (task->state != CSR_TASK_BLOCKED || task->waits_for != sync) continue;
      if (!first || task->wait_turn < first->wait_turn) first = task;
    }
    if (!first) return;
    csr_wake_task(first, false);
  }
}

static void note_taking(const csr_task *task, csr_sync *sync, const void *caller) {
  sync->taken_by = caller;
  sync->taken_at = task->pending.pc;
  uint32_t known = csr_callers(task, sync->taken_from, CSR_TAKEN_FRAMES);
  for (uint32_t depth = known; depth < CSR_TAKEN_FRAMES; depth++) sync->taken_from[depth] = NULL;
}

void csr_hold(csr_task *task, csr_sync *sync, const void *caller) {
  sync->holder = task;
  if (sync->holds++ == 0) note_taking(task, sync, caller);
  for (uint32_t index = 0; index < csr_session.task_count; index++) {
    csr_task *other = csr_session.by_path[index];
    bool wants = other != task && other->state == CSR_TASK_READY
        && other->pending.kind == CSR_OP_LOCK && other->pending.address == (uintptr_t)sync->key;
    if (!wants) continue;
    other->waits_for = sync;
    other->wait_turn = ++csr_session.turns;
    other->timed_out = false;
    set_state(other, CSR_TASK_BLOCKED);
  }
}

void csr_unhold(csr_task *task, csr_sync *sync) {
  if (sync->holder == task && --sync->holds > 0) return;
  sync->holder = NULL;
  sync->holds = 0;
  sync->taken_at = NULL;
  csr_wake(sync, CSR_TASKS_MAX);
}

void csr_idle(csr_task *task) {
  task->ends_idle = true;
  set_state(task, CSR_TASK_IDLE);
}

void csr_fail(csr_outcome outcome) {
  csr_task *task = csr_current;
  if (!csr_session.has_failed) {
    csr_session.has_failed = true;
    csr_session.result.outcome = outcome;
    if (outcome != CSR_EXHAUSTED) csr_describe_stuck();
  }
  // The driver goes on, and so does a stack whose task has ended: it hands over by itself.
  if (!task || task->is_driver) return;
  // Nobody can unwind this stack: it is left as it is.
  for (;;) csr_switch(task, csr_session.tasks[0]);
}

csr_outcome csr_race(uint32_t count, void (*const *functions)(void *), void *const *arguments) {
  csr_task *driver = csr_session.tasks[0];
  if (csr_session.functions_raced == 0) csr_session.objects_before = csr_session.object_count;
  csr_session.functions_running += count;
  for (uint32_t index = 0; index < count && !csr_session.has_failed; index++)
    csr_spawn(driver, ++csr_session.functions_raced, functions[index], arguments[index]);
  csr_task *first = csr_session.has_failed ? NULL : csr_choose(NULL);
  if (first) {
    csr_session.result.switches++;
    csr_drive_from_here(driver);
    csr_switch(driver, first);
  }
  // The driver has waited for everyone, so all of it is ordered before what it does next.
  for (uint32_t slot = 1; slot < csr_session.task_count; slot++)
    csr_clock_join(&driver->clock, &csr_session.tasks[slot]->clock);
  return (csr_outcome)csr_session.result.outcome;
}

void csr_let_others_go_on(void) {
  bool waited = csr_session.driver_waits;
  csr_session.driver_waits = true;
  csr_race(0, NULL, NULL);
  csr_session.driver_waits = waited;
}

void csr_end_of_run(void) {
  if (csr_session.has_failed) return;
  if (csr_session.leaves_others && csr_session.ready_count > 0) csr_let_others_go_on();
  if (csr_session.blocked_count > 0) csr_fail(csr_outcome_of_rest());
}
#endif
