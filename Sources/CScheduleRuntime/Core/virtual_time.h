// Virtual time. It stands still until a timer is chosen to fire, or until nothing else can happen.
#pragma once
#include "../Platform/support.h"
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#if CSR_EXPLORE

/// What a timer is to the run.
typedef enum {
  /// It fires once, as long as anybody can go on or waits.
  CSR_TIMER_ONCE,
  /// The same for one firing of many, without an end.
  CSR_TIMER_REPEATS,
  /// It fires once, and time passes for it although nobody else is left.
  CSR_TIMER_WANTED,
  /// The driver waits until then, which the steps of a run bound and no number of firings.
  CSR_TIMER_OF_DRIVER,
} csr_timer_kind;

void csr_time_begin(void);
/// Virtual nanoseconds.
uint64_t csr_time_now(void);
/// A span, or a deadline by any clock: virtual clocks all show the same.
static inline uint64_t csr_nanoseconds(const struct timespec *time) {
  return (uint64_t)time->tv_sec * 1000000000u + (uint64_t)time->tv_nsec;
}
/// Number of the timer that fires next, or 0 where none may.
uint64_t csr_time_next(void);
/// Whether none fires as long as somebody can go on who does not spin: once tasks take turns, time passes more and more slowly.
bool csr_time_stands(void);
/// Lets the earliest timer fire.
void csr_time_fire(void);
/// Calls `fire` at that time, from whichever task runs; it must not block. One for each pair of
/// function and context, but for those that have fired. False where there is no room.
bool csr_time_add(uint64_t deadline, uint64_t object, csr_timer_kind kind, void (*fire)(void *), void *context);
/// Whether something is still to come that fires once and may not, for too much has fired.
bool csr_time_is_cut(void);
/// Forgets that call if it is still to come.
void csr_time_remove(void (*fire)(void *), void *context);

#endif
