// Stalls in free races: who is held up just after it has synchronised shows what others can do there.
#pragma once
#include <stdint.h>

/// What a thread does that synchronises.
typedef enum {
  /// An atomic operation. Seen where schedules can be controlled.
  CSR_AFTER_ATOMIC,
  /// It gives a mutex back. Seen there and under ThreadSanitizer on Linux.
  CSR_AFTER_UNLOCK,
} csr_stall_kind;

/// Lets the calling thread spin for that many ticks of the cycle counter once it has synchronised that way `count` more times (at
/// least 1). 0: it is not held up. Takes the place of an earlier call.
void csr_stall_after(csr_stall_kind kind, uint32_t count, uint64_t ticks);
/// How often the calling thread has synchronised that way since it last called `csr_stall_after`; 0 where nothing is seen of
/// what it does.
uint32_t csr_stall_count(csr_stall_kind kind);
