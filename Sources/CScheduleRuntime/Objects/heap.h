// The counting of a thread's allocations, as the interposed functions see it.
#pragma once
#include "csr_heap.h"
#include "../Core/session.h"

#if CSR_EXPLORE

/// What the calling thread has counted.
extern __thread csr_heap csr_heap_of_thread;

static inline bool csr_heap_counts(void) { return csr_heap_of_thread.is_counting; }

#endif
