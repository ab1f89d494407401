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
// Not controlled: dispatch work items' wait and notify, suspended queues, sources other than timers, and Swift
// concurrency. Memory is sequentially consistent.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Most tasks that one session can have, the driver and the clock included.
enum { CSR_TASKS_MAX = 32 };
/// The task that stands for the passage of time: choosing it makes the earliest timer fire.
enum { CSR_CLOCK_TASK = CSR_TASKS_MAX - 1 };

/// What a task is about to do.
typedef enum {
  CSR_OP_START,
  CSR_OP_READ,
  CSR_OP_WRITE,
  CSR_OP_ATOMIC_LOAD,
  CSR_OP_ATOMIC_STORE,
  CSR_OP_ATOMIC_RMW,
  CSR_OP_CAS,
  CSR_OP_FENCE,
  CSR_OP_LOCK,
  CSR_OP_UNLOCK,
  CSR_OP_WAIT,
  CSR_OP_SIGNAL,
  CSR_OP_SPAWN,
  CSR_OP_ONCE,
  CSR_OP_TIMER,
  CSR_OP_YIELD,
  CSR_OP_USER,
} csr_op_kind;

/// The next operation of one task.
typedef struct {
  /// Small number of the task within the session, in the order of spawning: 0 is the driver, the functions
  /// of the first `csr_explore_race` follow, `CSR_CLOCK_TASK` is the clock.
  uint32_t task;
  /// A `csr_op_kind`.
  uint32_t kind;
  /// The task's spawn path: the same in every schedule of a scenario and in every process.
  uint64_t path;
  /// The object it touches, numbered in the order of first touch within the session; 0 is none.
  uint64_t object;
  /// Where that object lies. Never to be decided upon.
  uintptr_t address;
  /// The instruction after the one that called.
  void *pc;
  /// Bytes touched; 0 where that means nothing.
  uint32_t size;
  /// Whether it may change the object: two operations on one object depend on each other if either writes.
  bool writes;
} csr_op;

/// A choice between the enabled tasks: two or more, or only one where `reports_forced` asks for that.
typedef struct {
  /// One for each enabled task, ascending by path.
  const csr_op *pending;
  uint32_t enabled_count;
  /// Index in `pending` of the task that ran up to now, or -1 if it is blocked or has ended.
  int32_t running;
  /// Number of operations performed before this one.
  uint64_t step;
} csr_decision;

/// Chooses who performs its pending operation: returns an index in `pending`; one out of range means 0.
/// Called on the thread of the task that ran, which is not controlled meanwhile.
typedef uint32_t (*csr_choose_fn)(void *context, const csr_decision *decision);

typedef struct {
  csr_choose_fn choose;
  void *context;
  /// Operations after which the session ends as a livelock.
  uint64_t steps_max;
  /// Operations after which tasks take turns instead of being chosen, so that a livelock is a true one.
  uint64_t fair_after;
  /// How often timers may fire in one session; what is due after that never is.
  uint32_t timer_firings_max;
  /// Whether accesses are checked for races and for use after free.
  bool detect_races;
  /// Whether every access is a decision, or only those that `csr_sites` knows to matter.
  bool all_points;
  /// Whether `choose` is told of operations before which only one task is enabled, too.
  bool reports_forced;
} csr_config;

/// How a session went.
typedef enum {
  /// All tasks have ended.
  CSR_COMPLETED,
  /// Tasks are blocked, none is enabled, and no timer is left. They were abandoned.
  CSR_DEADLOCK,
  /// `steps_max` was reached. The tasks were abandoned.
  CSR_LIVELOCK,
  /// More tasks, timers or queues than there is room for. The tasks were abandoned.
  CSR_EXHAUSTED,
  /// This build or platform cannot control schedules; nothing was run.
  CSR_UNSUPPORTED,
} csr_outcome;

typedef struct {
  /// A `csr_outcome`.
  uint32_t outcome;
  uint64_t steps;
  uint64_t decisions;
  /// Hand-offs from one task to another.
  uint64_t switches;
  /// Of those, the ones that took the turn from a task that could have gone on.
  uint64_t preemptions;
  /// Accesses that instrumented code announced; 0 where the code under test is not instrumented, so that what
  /// orders its accesses was not seen either.
  uint64_t accesses;
  /// A fingerprint of every decision: who ran, and what it did to which object.
  uint64_t trace_hash;
  /// Accesses and objects that turned out to matter and were no points yet; see `csr_sites_adopt`.
  uint32_t sites_new;
  /// Objects and code addresses that were points.
  uint32_t sites_adopted;
  /// Plain and atomic accesses of tasks that were no points, because nothing is known to share what they touch with a
  /// write among its accesses. Stacks do not count.
  uint64_t accesses_passed;
  /// Accesses that there was no room to watch: what they touch may be shared, and nobody would know.
  uint64_t accesses_unwatched;
  /// Distinct pairs of sites that raced, of which `csr_explore_report` keeps the first.
  uint32_t reports;
} csr_result;

/// What a report is about.
typedef enum {
  /// Two accesses, one of them a write, that nothing orders.
  CSR_REPORT_RACE,
  /// An access to memory that was freed before, whoever freed it.
  CSR_REPORT_USE_AFTER_FREE,
} csr_report_kind;

enum { CSR_REPORTS_MAX = 16, CSR_REPORT_FRAMES_MAX = 12 };

typedef struct {
  /// A `csr_report_kind`.
  uint32_t kind;
  uint32_t size;
  uint64_t object;
  /// The earlier access first; of a freed object, the free.
  uint32_t tasks[2];
  bool writes[2];
  bool atomic[2];
  void *pcs[2];
  /// Callers of the later access, the innermost first; null where they end.
  void *frames[CSR_REPORT_FRAMES_MAX];
} csr_report;

/// Whether this build and platform can control schedules. Any thread.
bool csr_explore_supported(void);

/// Opens a session. Until `csr_explore_end`, the driver's own operations are seen but never decided upon,
/// queues and timers are virtual, time stands still, and what is freed stays allocated.
void csr_explore_begin(const csr_config *config);

/// Runs the functions as tasks, and what is on the queues, until all has ended. Each task has a stack and thread-local
/// storage of its own; the thread that runs them is the driver's. Timers fire when chosen, or when
/// nothing else could go on and something waits. May be called several times in a session, also with no functions.
/// After any outcome but `CSR_COMPLETED`, the only thing left to do is to end the session.
csr_outcome csr_explore_race(
    uint32_t count, void (*const *functions)(void *), void *const *arguments);

/// Closes the session and frees what was freed in it.
void csr_explore_end(csr_result *result);

/// A session with one race.
void csr_explore_run(
    const csr_config *config, uint32_t count, void (*const *functions)(void *),
    void *const *arguments, csr_result *result);

/// Whether the calling thread is controlled. Any thread.
bool csr_explore_is_controlled(void);
/// A point of choice without an operation. Any thread; nothing happens where it is not controlled.
void csr_explore_yield(void);
/// A point of choice before the caller's own synchronised operation on an object, for code that is
/// not instrumented: what was published there before is ordered before what the caller does next, and, if it
/// `writes`, the other way round. Any thread.
void csr_explore_touch(const void *object, bool writes);
/// Whether the virtual clock has timers left that may fire. The driver.
bool csr_explore_has_timers(void);

/// The report of that index, below `csr_result.reports` and `CSR_REPORTS_MAX`; of the last session.
bool csr_explore_report(uint32_t index, csr_report *report);
/// Writes who is blocked, on what, who holds it, and where, one task a line; of the last session that got
/// stuck, or the empty text. Returns the length without the end.
uint32_t csr_explore_describe(char *text, uint32_t text_size);
/// Writes "function (image+offset)" for a code address, the name demangled. Any thread.
void csr_explore_symbolise(const void *pc, char *text, uint32_t text_size);

/// What is known to matter: objects made before the race, by their number, and code addresses, as offsets in
/// their image, that touch memory which two tasks share and one writes. Sessions learn; what they learn
/// becomes a point only when it is adopted, so that a session depends on nothing that it finds itself.
enum { CSR_SITES_MAX = 4096 };
/// Forgets everything, for another scenario.
void csr_sites_clear(void);
/// Makes points of all that was learned; returns how much that was.
uint32_t csr_sites_adopt(void);
/// Copies what is adopted, in ascending order, to `sites` (of `CSR_SITES_MAX`); returns the count.
uint32_t csr_sites_export(uint64_t *sites);
/// Adopts what `csr_sites_export` gave, here or in another process of the same executable.
void csr_sites_import(const uint64_t *sites, uint32_t count);
