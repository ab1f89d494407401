// What tasks run on.
#pragma once
#include "session.h"

#if CSR_EXPLORE

/// The task of that slot with a stack to run on, made when first wanted; null where the system gives none. What its stack
/// begins with is `run`, which never returns.
csr_task *csr_stack(uint32_t slot, void (*run)(void *));
/// Leaves the stacks of these slots as they are for ever.
void csr_stacks_abandon(void);
/// Runs the function on a stack of the driver's own, on the calling thread; returns when it has returned or was left. Where the
/// system gives no such stack, runs it on the caller's.
void csr_drive(csr_task *driver, void (*function)(void *), void *argument);
/// Whether the driver has such a stack now.
bool csr_driver_can_be_left(void);
/// Leaves the driver's function as it is for ever, so that `csr_drive` returns; does nothing where it has no stack of its own.
void csr_leave_driver(void);
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
/// Whether a stack could not be had because the system had no memory or thread left for it.
bool csr_stacks_were_refused(void);

#endif
