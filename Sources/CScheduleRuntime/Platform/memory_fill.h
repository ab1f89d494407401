// The filling of memory, as the interposed functions see it.
#pragma once
#include "csr_memory_fill.h"
#include "support.h"

#if CSR_EXPLORE

/// Whether memory is filled now; relaxed, because a block that is freed just then may be treated either way.
extern bool csr_memory_fill_is_on;

static inline bool csr_memory_fills(void) { return __atomic_load_n(&csr_memory_fill_is_on, __ATOMIC_RELAXED); }

/// Fills a block that the system has just given.
void csr_memory_fill_fresh(void *memory, size_t size);
/// Fills a block that is being freed, and keeps it. Null, or what the system is to get back now: that block, or an older one.
void *csr_memory_fill_freed(void *memory, size_t room);

#endif
