#include "virtual_time.h"
#include "session.h"

#if CSR_EXPLORE

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

bool csr_time_add(uint64_t deadline, uint64_t object, void (*fire)(void *), void *context) {
  if (timer_count == TIMERS_MAX) return false;
  timers[timer_count++] = (timer){
      .deadline = deadline, .turn = ++csr_session.turns, .object = object, .fire = fire,
      .context = context};
  return true;
}

void csr_time_remove(void (*fire)(void *), void *context) {
  for (uint32_t index = 0; index < timer_count; index++) {
    if (timers[index].fire != fire || timers[index].context != context) continue;
    timers[index] = timers[--timer_count];
    return;
  }
}
#endif
