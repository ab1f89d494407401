// Runs code under a controlled schedule: one task at a time, every switch decided by the caller.
//
// The code under test is compiled with ThreadSanitizer's instrumentation and linked against this runtime, so
// each of its memory accesses and atomics calls in here; locks, queues, semaphores and timers are
// interposed. While no session is open, or on a thread that a session does not control, everything is
// forwarded to the system.
//
// A session belongs to the thread that opens it, the driver. One session at a time in a process; its
// functions are called by the driver only, and those marked so by any thread.
//
// Not controlled: sources other than timers and those of user data. Memory is sequentially consistent unless the configuration
// asks for a weaker model.
#pragma once
#include "csr_reports.h"
#include "csr_schedule.h"
#include "csr_sites.h"
#include <stdbool.h>
#include <stdint.h>

/// Whether this build and platform can control schedules. Any thread.
bool csr_explore_supported(void);

/// Opens a session. Until `csr_explore_end`, the driver's own operations are seen but never decided upon,
/// queues and timers are virtual, time stands still, and what is freed stays allocated.
void csr_explore_begin(const csr_config *config);

/// Runs the driver's part of the session: on a stack of its own, so that a driver that waits for ever for a lock, or crashes, is
/// left as it is, and this returns, with the outcome of the session saying so. To be called once, on the thread that has
/// opened the session.
void csr_explore_drive(void (*function)(void *), void *argument);

/// Runs the functions as tasks, and what is on the queues, until all has ended. Each task has a stack and thread-local
/// storage of its own; the thread that runs them is the driver's. Timers fire when chosen, or when
/// nothing else could go on and something waits. May be called several times in a session, also with no functions.
/// After any outcome but `CSR_COMPLETED`, the only thing left to do is to end the session.
csr_outcome csr_explore_race(
    uint32_t count, void (*const *functions)(void *), void *const *arguments);

/// Says that the driver waits for so many more asynchronous bodies, Swift tasks that it has made; less than zero where that many have
/// come to their end. A race is stuck where it cannot go on and some have not. Called by the driver and by tasks.
void csr_explore_expect(int32_t more);

/// From now on a race of the session is over once what it runs has come to its end, and what is expected, though others wait still,
/// whom the driver may wake later. Who waits when the session is closed is a deadlock. Called by the driver.
void csr_explore_leaves_others(void);

/// How many Swift tasks the session has seen; the last one that was made has that number.
uint32_t csr_explore_swift_tasks(void);

/// Runs what Swift tasks have left, closes the session and frees what was freed in it. A Swift task that has not come to its end
/// by then is a deadlock, whoever made it.
void csr_explore_end(csr_result *result);

/// A session with one race.
void csr_explore_run(
    const csr_config *config, uint32_t count, void (*const *functions)(void *),
    void *const *arguments, csr_result *result);

/// Says, in the handler of a signal that a crash has raised, that what runs on the calling thread cannot go on: the race ends with
/// `CSR_CRASHED`, and the task is left as it is, with all that it holds. Does not return then. Returns where the thread is not
/// controlled, and on the driver, whose stack nobody could leave. The handler must not block signals, since it never ends.
/// `context` is its `ucontext_t`.
void csr_explore_crash(int32_t signal, void *context);

/// Whether the calling thread is controlled. Any thread.
bool csr_explore_is_controlled(void);
/// A point of choice without an operation. Any thread; nothing happens where it is not controlled.
void csr_explore_yield(void);
/// A point of choice before the caller's own synchronised operation on an object, for code that is
/// not instrumented: what was published there before is ordered before what the caller does next, and, if it
/// `writes`, the other way round. Any thread.
void csr_explore_touch(const void *object, bool writes);
/// Takes the calling thread out of control until it is given back: what it does meanwhile is no point of choice, and not
/// seen. Returns what to give back; null where it was not controlled. Any thread.
void *csr_explore_leave(void);
/// Ends that, on the same thread.
void csr_explore_reenter(void *left);
/// Lets what was left to timers that fire once come, though nobody waits for it: from now on until the end. The driver, when all
/// else has ended.
csr_outcome csr_explore_pass_time(void);
/// Whether something is left to a timer that fires once and never comes, for too much has fired. The driver.
bool csr_explore_time_is_cut(void);

/// Whether a controlled schedule could not be run because the system had no memory or thread left for it. Any thread.
bool csr_explore_was_refused(void);
