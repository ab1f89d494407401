// Who is inside something that admits one thread at a time.
//
// It lives in C so that ThreadSanitizer sees no edge in it: to look must not order what is looked at.
#pragma once
#include "csr_attributes.h"
#include <stdbool.h>
#include <stdint.h>

/// The thread that is inside, or 0.
typedef struct {
  uint64_t holder;
} csr_occupancy;

/// What an attempt to enter met.
typedef enum {
  /// Nobody was inside; the caller is, until it leaves.
  CSR_ENTERED,
  /// The caller was inside already, and need not leave.
  CSR_NESTED,
  /// Another thread was inside.
  CSR_OVERLAPPED,
} csr_entry;

/// A number that no other thread that is alive has; never 0.
uint64_t csr_thread_identity(void);

/// Any thread; never blocks. Relaxed on purpose, see above.
CSR_UNINSTRUMENTED static inline csr_entry csr_occupancy_enter(csr_occupancy *occupancy) {
  uint64_t self = csr_thread_identity(), holder = 0;
  if (__atomic_compare_exchange_n(
          &occupancy->holder, &holder, self, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    return CSR_ENTERED;
  return holder == self ? CSR_NESTED : CSR_OVERLAPPED;
}

/// Ends what `csr_occupancy_enter` answered with `CSR_ENTERED`, on the same thread.
CSR_UNINSTRUMENTED static inline void csr_occupancy_leave(csr_occupancy *occupancy) {
  __atomic_store_n(&occupancy->holder, 0, __ATOMIC_RELAXED);
}
