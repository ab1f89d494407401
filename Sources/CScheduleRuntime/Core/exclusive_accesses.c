#include "exclusive_accesses.h"

#if CSR_EXPLORE

// How much room a value takes, of which a part may be touched. Of a larger one the rest is taken for another one.
enum { VALUE_MAX = 256 };

// What others did meanwhile may come after the access itself: then nothing is certain.
static void finish(csr_task *task, csr_exclusive access) {
  if (access.switches == csr_session.result.switches) csr_session.on_access_over(task, &access);
}

void csr_exclusive_settle(csr_task *task) {
  while (task->exclusive_count > 0 && !task->exclusives[task->exclusive_count - 1].buffer)
    finish(task, task->exclusives[--task->exclusive_count]);
}

void csr_exclusive_begin(csr_task *task, uintptr_t address, const void *buffer, bool writes, void *pc) {
  csr_exclusive_settle(task);
  if (task->exclusive_count == CSR_EXCLUSIVES_MAX) return;
  task->exclusives[task->exclusive_count++] =
      (csr_exclusive){
          .address = address, .buffer = buffer, .pc = pc, .epoch = task->clock.epochs[task->id],
          .switches = csr_session.result.switches, .writes = writes};
}

void csr_exclusive_end(csr_task *task, const void *buffer) {
  csr_exclusive_settle(task);
  for (uint32_t index = task->exclusive_count; index > 0; index--) {
    if (task->exclusives[index - 1].buffer != buffer) continue;
    csr_exclusive access = task->exclusives[index - 1];
    // Accesses may overlap without one being inside the other.
    for (uint32_t later = index; later < task->exclusive_count; later++)
      task->exclusives[later - 1] = task->exclusives[later];
    task->exclusive_count--;
    return finish(task, access);
  }
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
