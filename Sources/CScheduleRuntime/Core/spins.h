// Tasks that wait by repeating themselves, and give way to those for whom they wait.
#pragma once
#include "session.h"

#if CSR_EXPLORE

/// A task that begins.
void csr_spin_begin(csr_task *task);
/// The task is at that operation.
void csr_spin_note(csr_task *task, csr_op_kind kind, uint64_t object, const void *address, uint32_t size, void *pc);
/// Before a choice: whether the task that ran gives way now.
void csr_spin_judge(csr_task *last);
/// After a choice: `next` goes on, or time passes where it is null.
void csr_spin_chosen(const csr_task *last, csr_task *next);
/// Whether the task has given way to others and they have not gone on for long enough.
bool csr_spin_rests(const csr_task *task);
/// Nobody rests any more.
void csr_spin_wake(void);

#endif
