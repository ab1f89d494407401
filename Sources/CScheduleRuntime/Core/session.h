// The session in progress, its tasks, and what they meet at: the data that every other file of the explore runtime works on.
#pragma once
#include "../Platform/support.h"
#include "csr_schedule.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if CSR_EXPLORE

/// A moment in the happens-before order: for each task, how many of its epochs are known.
typedef struct {
  uint32_t epochs[CSR_TASKS_MAX];
} csr_clock;

enum { CSR_TAKEN_FRAMES = 3 };

/// What several tasks meet at: a lock, a queue, an atomic. Lives until the session ends.
typedef struct {
  const void *key;
  uint32_t generation;
  /// Its number among the session's objects.
  uint32_t object;
  csr_clock clock;
  /// The task that holds it, and how often; meaningful for locks and queues.
  struct csr_task *holder;
  uint32_t holds;
  /// Of a lock that is held: where it was taken, and what had called that; null where they end.
  void *taken_at;
  /// The code that called the lock's own, be it of a library.
  const void *taken_by;
  void *taken_from[CSR_TAKEN_FRAMES];
} csr_sync;

typedef enum { CSR_TASK_FREE, CSR_TASK_READY, CSR_TASK_BLOCKED, CSR_TASK_IDLE, CSR_TASK_DONE } csr_task_state;

enum { CSR_FRAMES_MAX = 128 };

/// What a task has done since somebody else went on last; see `spins.h`.
enum { CSR_SPIN_PLACES = 16, CSR_SPIN_READS = 4 };
typedef struct {
  /// The last operation that reads, and what it found; `pc` is null where it was none.
  void *pc;
  uint64_t object;
  uint64_t value;
  uint32_t repeats;
  /// The last reads in a row, each with what it found; how long ago the last one was made before, 0 where it was not; and how many in a
  /// row were made as long before.
  uint64_t reads[CSR_SPIN_READS];
  uint32_t read_count;
  uint32_t period;
  uint32_t circled;
  /// Operations, and the different ones among them; more than there is room for are one more.
  uint32_t steps;
  uint32_t place_count;
  uint64_t places[CSR_SPIN_PLACES];
  /// Steps of others before the task goes on, and the logarithm of their number at the next time.
  uint32_t rest;
  uint32_t rest_bits;
} csr_spin;

/// How often a load has read an older value than that of one store.
enum { CSR_UNSEEN_MAX = 8 };
typedef struct {
  uint64_t key;
  uint32_t times;
} csr_unseen;

/// An access that Swift has announced, and whether anything was seen of it.
enum { CSR_EXCLUSIVES_MAX = 8 };
typedef struct {
  uintptr_t address;
  /// Names its end; null where that is not announced.
  const void *buffer;
  void *pc;
  /// When and where it began: by the task's clock, by the points of the session, and by the functions that were called.
  uint32_t epoch;
  uint64_t steps;
  uint32_t depth;
  bool writes;
  bool is_shown;
  /// The value is lent to a call.
  bool is_lent;
} csr_exclusive;

/// What runs under control like a thread. Whoever runs owns all of it; a hand-off passes ownership on.
typedef struct csr_task {
  uint32_t id;
  csr_task_state state;
  uint64_t path;
  csr_op pending;
  /// What a blocked task waits for, and its turn among those that wait for the same.
  csr_sync *waits_for;
  uint64_t wait_turn;
  /// Whether its wait ends by a deadline, and whether the last one did.
  bool has_deadline;
  bool timed_out;
  bool is_driver;
  /// Whether it is there to run jobs and calls of queues, each of which comes to its end there.
  bool is_worker;
  /// The Swift task that it runs, or 0; of workers only.
  uint32_t swift_task;
  /// Its function, about to return, has called `csr_idle`.
  bool ends_idle;
  /// Whether the operation that it is about to be at depends on all atomic operations.
  bool orders_all;
  /// Whether its last atomic operation was a point, where memory is weak.
  bool is_at_point;
  /// The object of which it gives up the last reference at the moment, the innermost of several.
  const void *ending;
  /// Above zero, plain accesses are neither points nor checked.
  uint32_t ignore_depth;
  uint32_t spawned;
  void (*function)(void *);
  void *argument;
  /// The dispatch queue whose call it runs, or null.
  void *queue;
  uintptr_t stack_low, stack_high;
  csr_clock clock;
  /// What its fences order; see `csr_fence`.
  csr_clock released, seen;
  /// Under total store order: of the stores of all tasks, in the order in which they came, how many it has surely seen.
  uint64_t stores_seen;
  /// Of loads that read older values; the last ones, in a ring.
  csr_unseen unseen[CSR_UNSEEN_MAX];
  uint32_t unseen_count;
  csr_spin spin;
  /// The innermost is last.
  csr_exclusive exclusives[CSR_EXCLUSIVES_MAX];
  uint32_t exclusive_count;
  uint32_t frame_count;
  void *frames[CSR_FRAMES_MAX];
  /// Where its stack was left, and the thread whose storage it runs with.
  void *stack_pointer;
  uintptr_t thread_pointer;
  /// 1 once that thread is parked for good.
  uint32_t is_parked;
} csr_task;

/// The session in progress. Owned by whoever runs.
typedef struct {
  bool is_open;
  bool has_failed;
  uint32_t generation;
  csr_config config;
  csr_result result;
  csr_task *tasks[CSR_TASKS_MAX];
  /// The tasks in use, ascending by path.
  csr_task *by_path[CSR_TASKS_MAX];
  uint32_t task_count;
  uint32_t ready_count;
  uint32_t blocked_count;
  /// Functions raced so far; their paths count on from one race to the next.
  uint32_t functions_raced;
  /// Objects touched so far, and those of them that the first race found there.
  uint32_t object_count;
  uint32_t objects_before;
  uint64_t turns;
  /// Atomic stores so far, where memory is weak.
  uint64_t stores;
  /// What must come to its end though no task stands for it now: Swift code that the driver has said it waits for.
  uint32_t expected;
  /// Whether the driver waits for something: it goes on where nobody else can, though others wait still.
  bool driver_waits;
  /// Whether a race is over once what it runs has come to its end, though others wait still; and how much of it has not.
  bool leaves_others;
  uint32_t functions_running;
  /// Swift tasks seen so far.
  uint32_t swift_tasks;
  /// Timers for which time passes although nobody else is left.
  uint32_t wanted_timers;
  /// Time passes though nobody waits for it, until nothing is left that fires once.
  bool passes_time;
  /// Called when an access is over that Swift has announced.
  void (*on_access_over)(csr_task *task, const csr_exclusive *access);
  /// Called when the session is stuck; reports to `csr_describe_suspended` who else waits.
  void (*on_stuck)(void);
} csr_session_state;

extern csr_session_state csr_session;
/// The task that the calling thread is, or null where it is not controlled.
extern __thread csr_task *csr_current __attribute__((tls_model("initial-exec")));

/// Whether tasks take turns by now, instead of being chosen.
static inline bool csr_takes_turns(void) { return csr_session.result.steps > csr_session.config.fair_after; }

/// A new number for an object.
static inline uint32_t csr_new_object(void) { return ++csr_session.object_count; }

static inline void csr_clock_join(csr_clock *into, const csr_clock *from) {
  // Slots that no task of the session has had are zero everywhere.
  for (uint32_t slot = 0; slot < csr_session.task_count; slot++)
    if (from->epochs[slot] > into->epochs[slot]) into->epochs[slot] = from->epochs[slot];
}

/// Whether a frame of the task's own stack may lie there: two words, the caller's frame and where it returns to.
static inline bool csr_is_frame(const csr_task *task, uintptr_t place) {
  return place % sizeof(void *) == 0 && place >= task->stack_low && place + 2 * sizeof(void *) <= task->stack_high;
}

/// What instrumented code the task has called, the innermost first: at most `max`; returns how many. None where there are more than
/// the task has kept.
static inline uint32_t csr_callers(const csr_task *task, void **frames, uint32_t max) {
  if (task->frame_count > CSR_FRAMES_MAX) return 0;
  uint32_t count = task->frame_count < max ? task->frame_count : max;
  for (uint32_t depth = 0; depth < count; depth++) frames[depth] = task->frames[task->frame_count - 1 - depth];
  return count;
}

/// One more value in a fingerprint.
static inline uint64_t csr_mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0xD6E8FEB86659FD93u;
  return hash ^ hash >> 32;
}

#endif
