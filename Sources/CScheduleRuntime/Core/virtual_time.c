#include "virtual_time.h"
#include "session.h"

#if CSR_EXPLORE

/// Something that happens at a moment of virtual time.
typedef struct {
  uint64_t deadline;
  uint64_t turn;
  uint64_t object;
  csr_timer_kind kind;
  void (*fire)(void *);
  void *context;
} timer;

enum { TIMERS_MAX = 128 };
// Every session starts at the same moment, some days after the epoch.
static const uint64_t START_NANOSECONDS = 1000000ull * 1000000000u;

static timer timers[TIMERS_MAX];
static uint32_t timer_count;
static uint32_t firings, firings_once;
static uint64_t now;
// Steps for which time stood still since it last passed beside others, and until which it does, once tasks take turns.
static uint64_t standstill, stands_until;
// Twice as many each time: whoever answers each timer with more work than the time between two of them allows gets done nevertheless.
enum { STANDSTILL_FIRST = 64 };

void csr_time_begin(void) {
  timer_count = 0;
  firings = 0;
  firings_once = 0;
  standstill = stands_until = 0;
  now = START_NANOSECONDS;
}

uint64_t csr_time_now(void) { return now; }

static bool may_fire(const timer *timer) {
  const csr_config *config = &csr_session.config;
  if (timer->kind == CSR_TIMER_OF_DRIVER) return true;
  if (timer->kind != CSR_TIMER_REPEATS) return firings_once < config->timer_firings_once_max;
  // It would go on without end.
  if (csr_session.passes_time && csr_session.ready_count == 0) return false;
  return firings < config->timer_firings_max
      || (csr_session.ready_count == 0 && firings < config->timer_firings_idle_max);
}

// Null where none may fire.
static timer *earliest(void) {
  timer *first = NULL;
  for (uint32_t index = 0; index < timer_count; index++) {
    timer *other = &timers[index];
    if (!may_fire(other)) continue;
    bool is_earlier = !first || other->deadline < first->deadline
        || (other->deadline == first->deadline && other->turn < first->turn);
    if (is_earlier) first = other;
  }
  return first;
}

uint64_t csr_time_next(void) {
  const timer *first = earliest();
  return first ? first->object : 0;
}

bool csr_time_stands(void) {
  return csr_takes_turns() && csr_session.ready_count > 0 && csr_session.result.steps < stands_until;
}

bool csr_time_is_cut(void) {
  for (uint32_t index = 0; index < timer_count; index++)
    if (timers[index].kind != CSR_TIMER_REPEATS && !may_fire(&timers[index])) return true;
  return false;
}

static void forget(timer *timer) {
  if (timer->kind == CSR_TIMER_WANTED) csr_session.wanted_timers--;
  *timer = timers[--timer_count];
}

void csr_time_fire(void) {
  timer *first = earliest();
  timer fired = *first;
  forget(first);
  if (fired.kind == CSR_TIMER_REPEATS)
    firings++;
  else if (fired.kind != CSR_TIMER_OF_DRIVER)
    firings_once++;
  if (csr_takes_turns() && csr_session.ready_count > 0) {
    standstill = standstill ? 2 * standstill : STANDSTILL_FIRST;
    stands_until = csr_session.result.steps + standstill;
  }
  if (fired.deadline > now) now = fired.deadline;
  fired.fire(fired.context);
}

bool csr_time_add(uint64_t deadline, uint64_t object, csr_timer_kind kind, void (*fire)(void *), void *context) {
  if (timer_count == TIMERS_MAX) return false;
  timers[timer_count++] = (timer){
      .deadline = deadline, .turn = ++csr_session.turns, .object = object,
      .kind = kind, .fire = fire, .context = context};
  if (kind == CSR_TIMER_WANTED) csr_session.wanted_timers++;
  return true;
}

void csr_time_remove(void (*fire)(void *), void *context) {
  for (uint32_t index = 0; index < timer_count; index++) {
    if (timers[index].fire != fire || timers[index].context != context) continue;
    return forget(&timers[index]);
  }
}
#endif
