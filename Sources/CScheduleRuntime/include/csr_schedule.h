// What a controlled schedule is made of: operations, the choices between them, and how it went.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Most tasks that one session can have, the driver and the clock included.
enum { CSR_TASKS_MAX = 32 };
/// The task that stands for the passage of time: choosing it makes the earliest timer fire.
enum { CSR_CLOCK_TASK = CSR_TASKS_MAX - 1 };

/// What values a load may take, and when a store is seen.
typedef enum {
  /// A load takes the last value that was stored.
  CSR_MEMORY_SC,
  /// Total store order, as on x86-64: a store stays in its task's buffer until something empties it.
  CSR_MEMORY_TSO,
  /// What C++ allows of atomic operations of each order, but for values out of thin air and stores before the loads of their task.
  CSR_MEMORY_RELAXED,
} csr_memory;

/// Choices of a value have tasks from this number on; see `csr_decision.is_value`.
enum { CSR_VALUE_TASK = 64 };

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
  /// Whether it orders other objects, too: it depends on every atomic operation.
  bool orders_all;
  /// The Swift task that the task runs, by its number in the order of creation; 0 where it runs none. Never to be decided upon.
  uint32_t swift_task;
} csr_op;

/// A choice between the enabled tasks: two or more, or only one where `reports_forced` asks for that. Or a choice of the running
/// task's own, where its operation may take several values or places.
typedef struct {
  /// One for each enabled task, ascending by path.
  const csr_op *pending;
  uint32_t enabled_count;
  /// Index in `pending` of the task that ran up to now, or -1 if it is blocked or has ended.
  int32_t running;
  /// Number of operations performed before this one.
  uint64_t step;
  /// Whether the atomic operation that the running task is at may take one of several values, or a store one of several places
  /// among the others: one of `pending` for each, the newest first, with tasks from `CSR_VALUE_TASK` on.
  bool is_value;
} csr_decision;

/// Chooses who performs its pending operation: returns an index in `pending`; one out of range means 0.
/// Called on the thread of the task that ran, which is not controlled meanwhile.
typedef uint32_t (*csr_choose_fn)(void *context, const csr_decision *decision);

/// Whether a task that spins gives way: is not among those that may go on until others have gone on, or nobody else can.
typedef enum {
  CSR_GIVES_WAY_NEVER,
  /// One that repeats an operation which leaves its object as it was.
  CSR_GIVES_WAY_REPEATING,
  /// One that goes in a small circle, too.
  CSR_GIVES_WAY_LOOPING,
} csr_gives_way;

typedef struct {
  csr_choose_fn choose;
  void *context;
  /// Operations after which the session ends as a livelock.
  uint64_t steps_max;
  /// Operations after which tasks take turns instead of being chosen, so that a livelock is a true one.
  uint64_t fair_after;
  /// How often timers that repeat may fire in one session while others could go on, and in all, where nobody can.
  uint32_t timer_firings_max, timer_firings_idle_max;
  /// How often those that fire once may, sleeps and time-outs among them: a chain of them without an end has one.
  uint32_t timer_firings_once_max;
  /// Whether accesses are checked for races and for use after free.
  bool detect_races;
  /// Whether every access is a decision, or only those that `csr_sites` knows to matter.
  bool all_points;
  /// Whether `choose` is called for operations before which only one task is enabled, too.
  bool reports_forced;
  /// A `csr_memory`.
  uint32_t memory;
  csr_gives_way gives_way;
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
  /// A task has crashed, as `csr_explore_crash` was told. The tasks were abandoned.
  CSR_CRASHED,
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
  /// Calls of instrumented functions by tasks: 0 where none of what raced was instrumented.
  uint64_t calls;
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
  /// The signal that a task has crashed by, or 0.
  int32_t crash_signal;
} csr_result;
