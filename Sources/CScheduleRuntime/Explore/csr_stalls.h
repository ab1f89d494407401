// The stalls of free races, as the interposed functions see them.
#pragma once
#include "csr_support.h"
#include <stdint.h>

typedef struct {
  /// Operations until the thread stalls; below zero when it has, or never will.
  int64_t left;
  int64_t count;
  uint64_t ticks;
} csr_stall;

extern __thread csr_stall csr_own_stall __attribute__((tls_model("initial-exec")));

/// Spins as long as was asked for, or at the next operation where this one was of no interest.
void csr_stall_now(const volatile void *address);

/// The calling thread, which is not controlled, has synchronised through what lies at that address.
static inline void csr_synchronised(const volatile void *address) {
  if (CSR_UNLIKELY(--csr_own_stall.left == 0)) csr_stall_now(address);
}
