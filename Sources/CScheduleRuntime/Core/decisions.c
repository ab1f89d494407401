#include "decisions.h"
#include "spins.h"
#include "virtual_time.h"

#if CSR_EXPLORE

// Whoever is next after the one that ran, in the order of paths: each gets its turn.
static uint32_t take_turns(const csr_op *pending, uint32_t count, const csr_task *running) {
  for (uint32_t index = 0; running && index < count; index++)
    if (pending[index].path > running->path) return index;
  return 0;
}

// The caller's code must not be controlled itself.
static uint32_t ask(const csr_decision *decision) {
  csr_task *caller = csr_current;
  csr_current = NULL;
  uint32_t choice = csr_session.config.choose(csr_session.config.context, decision);
  csr_current = caller;
  return choice < decision->enabled_count ? choice : 0;
}

static uint32_t decide(const csr_task *last, const csr_op *pending, uint32_t count) {
  csr_result *result = &csr_session.result;
  int32_t running = -1;
  for (uint32_t index = 0; last && last->state == CSR_TASK_READY && index < count; index++)
    if (pending[index].task == last->id) running = (int32_t)index;
  uint32_t choice;
  if (csr_takes_turns()) {
    choice = take_turns(pending, count, last);
  } else {
    csr_decision decision = {pending, count, running, result->steps, false};
    choice = ask(&decision);
  }
  if (count > 1) result->decisions++;
  if (running >= 0 && choice != (uint32_t)running) result->preemptions++;
  const csr_op *op = &pending[choice];
  result->trace_hash = csr_mix(csr_mix(result->trace_hash, op->path), (uint64_t)op->kind << 32 ^ op->object);
  return choice;
}

// Once tasks take turns each sees what is newest: no store stays unseen for ever.
uint32_t csr_choose_value(csr_task *task, uint32_t count, csr_op_kind kind, uint64_t object, void *pc) {
  if (count < 2 || csr_takes_turns()) return 0;
  csr_op pending[CSR_TASKS_MAX];
  if (count > CSR_TASKS_MAX) count = CSR_TASKS_MAX;
  for (uint32_t index = 0; index < count; index++) {
    uint64_t path = csr_mix(csr_mix(0xA0761D6478BD642Fu, task->path), index);
    pending[index] = (csr_op){
        .task = CSR_VALUE_TASK + index, .kind = kind, .path = path | 1ull << 63, .object = object, .pc = pc};
  }
  csr_decision decision = {pending, count, 0, csr_session.result.steps, true};
  uint32_t choice = ask(&decision);
  csr_session.result.decisions++;
  csr_session.result.trace_hash = csr_mix(csr_session.result.trace_hash, choice + 1);
  return choice;
}

// Time passes here: the clock has no thread of its own.
csr_task *csr_choose(csr_task *last) {
  if (last && last->state == CSR_TASK_READY) csr_spin_judge(last);
  for (;;) {
    uint32_t waiting = csr_session.blocked_count + csr_session.expected + csr_session.wanted_timers;
    bool is_wanted = csr_session.ready_count + waiting > 0 || csr_session.passes_time;
    uint64_t due = is_wanted ? csr_time_next() : 0, timer = due && !csr_time_stands() ? due : 0;
    if (csr_session.ready_count == 0 && timer == 0) return NULL;
    bool is_forced = csr_session.ready_count + (timer != 0) == 1;
    bool goes_on = is_forced && due == 0 && last && last->state == CSR_TASK_READY;
    if (goes_on && !csr_session.config.reports_forced) return last;
    csr_op pending[CSR_TASKS_MAX];
    csr_task *enabled[CSR_TASKS_MAX];
    uint32_t count = 0;
    for (uint32_t index = 0; index < csr_session.task_count; index++) {
      csr_task *task = csr_session.by_path[index];
      if (task->state != CSR_TASK_READY || csr_spin_rests(task)) continue;
      enabled[count] = task;
      pending[count++] = task->pending;
    }
    if (timer != 0 || (due != 0 && count == 0)) {
      enabled[count] = NULL;
      pending[count++] = (csr_op){
          .task = CSR_CLOCK_TASK, .kind = CSR_OP_TIMER, .path = UINT64_MAX, .object = due,
          .writes = true};
    }
    if (count == 0) {
      csr_spin_wake();
      continue;
    }
    csr_task *next = enabled[is_forced && !csr_session.config.reports_forced ? 0 : decide(last, pending, count)];
    csr_spin_chosen(last, next);
    if (next) return next;
    csr_session.result.steps++;
    csr_time_fire();
    if (csr_session.has_failed) return NULL;
  }
}
#endif
