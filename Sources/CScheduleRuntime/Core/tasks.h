// Tasks: how they come to be, wait, wake each other, and hand over. All of it is for the task that runs.
#pragma once
#include "session.h"
#include "virtual_time.h"

#if CSR_EXPLORE

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
/// Whether the calling task can wait by `csr_block`: the driver cannot where it has no stack that could be left, or when the session has
/// failed.
bool csr_may_block(const csr_task *task);
/// Waits until `csr_wake` names the object; returns when the pending operation was chosen. The driver meanwhile lets everything else go on
/// as far as it can; where nobody has woken it then, the session has failed, and the driver is left.
void csr_block(csr_task *task, csr_op_kind kind, csr_sync *sync, void *pc);
/// The same until a deadline in virtual nanoseconds; returns whether it was woken before.
bool csr_block_until(csr_task *task, csr_op_kind kind, csr_sync *sync, void *pc, uint64_t deadline);
/// Readies up to `count` of those that wait for the object, in the order in which they came.
void csr_wake(csr_sync *sync, uint32_t count);
/// Readies this one.
void csr_wake_task(csr_task *task, bool timed_out);
/// Notes that the task holds the object: whoever was about to lock it is not enabled any more.
void csr_hold(csr_task *task, csr_sync *sync, const void *caller);
/// Gives it back and readies those that want it.
void csr_unhold(csr_task *task, csr_sync *sync);
/// Says that the task, a queue's worker, ends for now but will be resumed.
void csr_idle(csr_task *task);
/// Calls `fire` at that virtual time, as `csr_time_add` says; the session fails where there is no room.
void csr_call_at(uint64_t deadline, uint64_t object, csr_timer_kind kind, void (*fire)(void *), void *context);
/// What it is that nothing can go on: a deadlock, unless something sleeps still.
csr_outcome csr_outcome_of_rest(void);
/// Gives up: hands over to the driver for good. Returns only on the driver, and on a thread without a task.
void csr_fail(csr_outcome outcome);
/// What the driver does to wait: runs the functions as new tasks, and all others, until nothing is left that could go on.
csr_outcome csr_race(uint32_t count, void (*const *functions)(void *), void *const *arguments);
/// The same of the others alone; that somebody waits in vain is not told, for the driver may wake them later.
void csr_let_others_go_on(void);
/// The run has come to its end: what waits still does so for ever.
void csr_end_of_run(void);

#endif
