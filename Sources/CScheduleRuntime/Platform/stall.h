// The stalls of free races, as the interposed functions see them.
#pragma once
#include "csr_attributes.h"
#include "csr_stall.h"
#include "support.h"
#include <stdint.h>

enum { CSR_STALL_KINDS = 2 };

typedef struct {
  /// Operations of each kind until the thread stalls; below zero when it has, or never will.
  int64_t left[CSR_STALL_KINDS];
  int64_t count[CSR_STALL_KINDS];
  uint64_t ticks;
} csr_stall;

extern __thread csr_stall csr_own_stall __attribute__((tls_model("initial-exec")));

/// Spins as long as was asked for, or at the next operation where this one was of no interest.
void csr_stall_now(csr_stall_kind kind, const volatile void *address);

/// The calling thread, which is not controlled, has synchronised through what lies at that address.
CSR_UNINSTRUMENTED static inline void csr_synchronised(csr_stall_kind kind, const volatile void *address) {
  if (CSR_UNLIKELY(--csr_own_stall.left[kind] == 0)) csr_stall_now(kind, address);
}
