// Stalls in free races: who is held up just after it has synchronised shows what others can do there.
#pragma once
#include <stdint.h>

/// Lets the calling thread spin for that many ticks of the cycle counter once it has synchronised `count` more times (at least
/// 1), which is to give a mutex back or to do an atomic operation. 0: it is not held up. Takes the place of an earlier call.
void csr_stall_after(uint32_t count, uint64_t ticks);
/// How often the calling thread has synchronised since it last called `csr_stall_after`; 0 where schedules cannot be
/// controlled, for there nothing is seen of what it does.
uint32_t csr_stall_count(void);
