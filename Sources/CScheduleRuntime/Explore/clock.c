// Virtual time. It stands still until a timer is chosen to fire, or until nothing else can happen.
#define _GNU_SOURCE
#include "csr_support.h"

#if CSR_EXPLORE
#include "csr_core.h"
#include <dlfcn.h>
#include <time.h>

/// Something that happens at a moment of virtual time.
typedef struct {
  uint64_t deadline;
  uint64_t turn;
  uint64_t object;
  void (*fire)(void *);
  void *context;
} timer;

enum { TIMERS_MAX = 128 };
// Every session starts at the same moment, some days after the epoch.
static const uint64_t START_NANOSECONDS = 1000000ull * 1000000000u;

static timer timers[TIMERS_MAX];
static uint32_t timer_count;
static uint32_t firings;
static uint64_t now;

void csr_time_begin(void) {
  timer_count = 0;
  firings = 0;
  now = START_NANOSECONDS;
}

uint64_t csr_time_now(void) { return now; }

static timer *earliest(void) {
  timer *first = NULL;
  for (uint32_t index = 0; index < timer_count; index++) {
    timer *other = &timers[index];
    bool is_earlier = !first || other->deadline < first->deadline
        || (other->deadline == first->deadline && other->turn < first->turn);
    if (is_earlier) first = other;
  }
  return first;
}

uint64_t csr_time_next(void) {
  if (timer_count == 0 || firings >= csr_session.config.timer_firings_max) return 0;
  return earliest()->object;
}

void csr_time_fire(void) {
  timer *first = earliest();
  timer fired = *first;
  *first = timers[--timer_count];
  firings++;
  if (fired.deadline > now) now = fired.deadline;
  fired.fire(fired.context);
}

void csr_time_at(uint64_t deadline, uint64_t object, void (*fire)(void *), void *context) {
  if (timer_count == TIMERS_MAX) return csr_fail(CSR_EXHAUSTED);
  timers[timer_count++] = (timer){
      .deadline = deadline, .turn = ++csr_session.turns, .object = object, .fire = fire,
      .context = context};
}

void csr_time_cancel(void (*fire)(void *), void *context) {
  for (uint32_t index = 0; index < timer_count; index++) {
    if (timers[index].fire != fire || timers[index].context != context) continue;
    timers[index] = timers[--timer_count];
    return;
  }
}

static void time_out(void *task) { csr_wake_task(task, true); }

void csr_time_wake_at(csr_task *task, uint64_t deadline) {
  csr_time_at(deadline, csr_new_object(), time_out, task);
}

void csr_time_cancel_wake(csr_task *task) { csr_time_cancel(time_out, task); }

// All clocks show virtual time to a controlled thread, so that what it computes from them is the same every time.
CSR_EXPORT int clock_gettime(clockid_t clock, struct timespec *time) {
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task != NULL)) {
    time->tv_sec = (time_t)(now / 1000000000u);
    time->tv_nsec = (long)(now % 1000000000u);
    return 0;
  }
  CSR_REAL(int, "clock_gettime", clockid_t, struct timespec *);
  return real(clock, time);
}
#endif
