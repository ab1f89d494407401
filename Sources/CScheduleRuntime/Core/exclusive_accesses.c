#include "exclusive_accesses.h"

#if CSR_EXPLORE

// How much room a value takes, of which a part may be touched. Of a larger one the rest is taken for another one.
enum { VALUE_MAX = 256 };

// Nothing is certain of one with a point in it: others may have come in between, and the optimiser announces some accesses sooner, even
// before a lock is taken that they are made under.
static void finish(csr_task *task, uint32_t index) {
  csr_exclusive access = task->exclusives[index];
  // Accesses may overlap without one being inside the other.
  task->exclusive_count--;
  for (; index < task->exclusive_count; index++) task->exclusives[index] = task->exclusives[index + 1];
  if (access.steps == csr_session.result.steps) csr_session.on_access_over(task, &access);
}

void csr_exclusive_settle(csr_task *task) {
  for (uint32_t index = task->exclusive_count; index > 0; index--) {
    const csr_exclusive *access = &task->exclusives[index - 1];
    if (!access->buffer && access->depth >= task->frame_count) finish(task, index - 1);
  }
}

void csr_exclusive_begin(csr_task *task, uintptr_t address, const void *buffer, bool writes, void *pc) {
  if (task->exclusive_count == CSR_EXCLUSIVES_MAX) return;
  task->exclusives[task->exclusive_count++] = (csr_exclusive){
      .address = address, .buffer = buffer, .pc = pc, .epoch = task->clock.epochs[task->id],
      .steps = csr_session.result.steps, .depth = task->frame_count, .writes = writes};
}

void csr_exclusive_end(csr_task *task, const void *buffer) {
  for (uint32_t index = task->exclusive_count; index > 0; index--)
    if (task->exclusives[index - 1].buffer == buffer) return finish(task, index - 1);
}

void csr_exclusive_show(csr_task *task, uintptr_t address) {
  for (uint32_t index = 0; index < task->exclusive_count; index++)
    if (address - task->exclusives[index].address < VALUE_MAX) task->exclusives[index].is_shown = true;
}

void csr_exclusive_lend(csr_task *task, uintptr_t address) {
  for (uint32_t index = 0; index < task->exclusive_count; index++)
    if (task->exclusives[index].address == address) task->exclusives[index].is_lent = true;
}
#endif
