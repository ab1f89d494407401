// Who goes on: the strategy is asked, and virtual time passes.
#pragma once
#include "session.h"

#if CSR_EXPLORE

/// Who goes on after `last`, the task that ran, or null where that has ended; null where nobody can.
csr_task *csr_choose(csr_task *last);
/// Which of so many values or places the operation takes that the task is at: 0 is the newest. `kind` and `pc` are those of the
/// operation.
uint32_t csr_choose_value(csr_task *task, uint32_t count, csr_op_kind kind, uint64_t object, void *pc);

#endif
