#include "csr_core.h"

#if CSR_EXPLORE
#include <string.h>

csr_session_state csr_session;
__thread csr_task *csr_current __attribute__((tls_model("initial-exec")));

static uint64_t mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0xD6E8FEB86659FD93u;
  return hash ^ hash >> 32;
}

uint32_t csr_new_object(void) { return ++csr_session.object_count; }

// Spawned tasks come after the raced functions, whose paths are small numbers, and before the clock.
uint64_t csr_child_path(csr_task *parent) {
  uint64_t path = mix(mix(0x9E3779B97F4A7C15u, parent->path), ++parent->spawned);
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
      .address = (uintptr_t)address, .pc = pc, .size = size, .writes = writes};
}

static void sort_in(csr_task *task) {
  uint32_t place = csr_session.task_count++;
  while (place > 0 && csr_session.by_path[place - 1]->path > task->path) {
    csr_session.by_path[place] = csr_session.by_path[place - 1];
    place--;
  }
  csr_session.by_path[place] = task;
}

csr_task *csr_prepare(uint32_t slot, uint64_t path) {
  csr_task *task = csr_stack(slot);
  if (!task) return NULL;
  csr_session.tasks[slot] = task;
  task->state = CSR_TASK_FREE;
  task->path = path;
  task->waits_for = NULL;
  task->timed_out = false;
  task->ends_idle = false;
  task->is_driver = slot == 0;
  task->ignore_depth = 0;
  task->spawned = 0;
  task->queue = NULL;
  task->frame_count = 0;
  memset(&task->clock, 0, sizeof task->clock);
  memset(&task->released, 0, sizeof task->released);
  memset(&task->seen, 0, sizeof task->seen);
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
  set_pending(task, CSR_OP_START, 0, NULL, 0, false, NULL);
  set_state(task, CSR_TASK_READY);
}

// Whoever is next after the one that ran, in the order of paths: each gets its turn.
static uint32_t take_turns(const csr_op *pending, uint32_t count, const csr_task *running) {
  for (uint32_t index = 0; running && index < count; index++)
    if (pending[index].path > running->path) return index;
  return 0;
}

static uint32_t decide(csr_task *last, const csr_op *pending, uint32_t count) {
  csr_result *result = &csr_session.result;
  int32_t running = -1;
  for (uint32_t index = 0; last && last->state == CSR_TASK_READY && index < count; index++)
    if (pending[index].task == last->id) running = (int32_t)index;
  uint32_t choice;
  if (result->steps > csr_session.config.fair_after) {
    choice = take_turns(pending, count, last);
  } else {
    csr_decision decision = {pending, count, running, result->steps};
    // The caller's code must not be controlled itself.
    csr_task *caller = csr_current;
    csr_current = NULL;
    choice = csr_session.config.choose(csr_session.config.context, &decision);
    csr_current = caller;
    if (choice >= count) choice = 0;
  }
  if (count > 1) result->decisions++;
  if (running >= 0 && choice != (uint32_t)running) result->preemptions++;
  const csr_op *op = &pending[choice];
  result->trace_hash = mix(mix(result->trace_hash, op->path), (uint64_t)op->kind << 32 ^ op->object);
  return choice;
}

// Who goes on; null where nobody can. Time passes here: the clock has no thread of its own.
static csr_task *choose(csr_task *last) {
  for (;;) {
    bool is_wanted = csr_session.ready_count + csr_session.blocked_count > 0;
    uint64_t timer = is_wanted ? csr_time_next() : 0;
    if (csr_session.ready_count == 0 && timer == 0) return NULL;
    bool is_forced = csr_session.ready_count + (timer != 0) == 1;
    bool goes_on = is_forced && timer == 0 && last && last->state == CSR_TASK_READY;
    if (goes_on && !csr_session.config.reports_forced) return last;
    csr_op pending[CSR_TASKS_MAX];
    csr_task *enabled[CSR_TASKS_MAX];
    uint32_t count = 0;
    for (uint32_t index = 0; index < csr_session.task_count; index++) {
      csr_task *task = csr_session.by_path[index];
      if (task->state != CSR_TASK_READY) continue;
      enabled[count] = task;
      pending[count++] = task->pending;
    }
    if (timer != 0) {
      enabled[count] = NULL;
      pending[count++] = (csr_op){
          .task = CSR_CLOCK_TASK, .kind = CSR_OP_TIMER, .path = UINT64_MAX, .object = timer,
          .writes = true};
    }
    csr_task *next = enabled[is_forced && !csr_session.config.reports_forced ? 0 : decide(last, pending, count)];
    if (next) return next;
    csr_session.result.steps++;
    csr_time_fire();
    if (csr_session.has_failed) return NULL;
  }
}

static void reschedule(csr_task *task) {
  csr_task *next = choose(task);
  if (next == task) return;
  if (!next) return csr_fail(CSR_DEADLOCK);
  csr_session.result.switches++;
  csr_switch(task, next);
}

void csr_point(
    csr_task *task, csr_op_kind kind, uint64_t object, const void *address, uint32_t size,
    bool writes, void *pc) {
  csr_session.result.steps++;
  if (task->is_driver) return;
  if (csr_session.result.steps > csr_session.config.steps_max) csr_fail(CSR_LIVELOCK);
  set_pending(task, kind, object, address, size, writes, pc);
  reschedule(task);
}

void csr_sync_point(csr_task *task, csr_op_kind kind, csr_sync *sync, void *pc) {
  csr_point(task, kind, sync->object, sync->key, 0, true, pc);
}

void csr_block(csr_task *task, csr_op_kind kind, csr_sync *sync, void *pc) {
  // The driver runs alone, so nobody is left who could wake it.
  if (task->is_driver) return;
  csr_session.result.steps++;
  set_pending(task, kind, sync->object, sync->key, 0, true, pc);
  task->waits_for = sync;
  task->wait_turn = ++csr_session.turns;
  task->timed_out = false;
  set_state(task, CSR_TASK_BLOCKED);
  reschedule(task);
}

bool csr_block_until(
    csr_task *task, csr_op_kind kind, csr_sync *sync, void *pc, uint64_t deadline) {
  if (task->is_driver) return false;
  csr_time_wake_at(task, deadline);
  csr_block(task, kind, sync, pc);
  if (!task->timed_out) csr_time_cancel_wake(task);
  return !task->timed_out;
}

void csr_wake_task(csr_task *task, bool timed_out) {
  if (task->state != CSR_TASK_BLOCKED) return;
  task->waits_for = NULL;
  task->timed_out = timed_out;
  set_state(task, CSR_TASK_READY);
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

void csr_hold(csr_task *task, csr_sync *sync) {
  sync->holder = task;
  sync->holds++;
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
  csr_wake(sync, CSR_TASKS_MAX);
}

csr_task *csr_finish(csr_task *task) {
  // A queue's worker is idle already, or has been given its next call.
  if (!task->ends_idle) set_state(task, CSR_TASK_DONE);
  task->ends_idle = false;
  csr_task *next = choose(NULL);
  if (next) {
    if (next != task) csr_session.result.switches++;
    return next;
  }
  if (csr_session.blocked_count > 0 && !csr_session.has_failed) {
    csr_describe_stuck();
    csr_session.result.outcome = CSR_DEADLOCK;
    csr_session.has_failed = true;
  }
  return csr_session.tasks[0];
}

void csr_idle(csr_task *task) {
  task->ends_idle = true;
  set_state(task, CSR_TASK_IDLE);
}

csr_task *csr_first(void) { return choose(NULL); }

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
#endif
