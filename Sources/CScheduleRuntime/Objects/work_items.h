// Which blocks are work items that were made as barriers.
#pragma once
#include "../Platform/support.h"
#include <stdbool.h>
#include <stdint.h>

#if CSR_EXPLORE

/// Notes a work item that the session has made, with the flags of libdispatch.
void csr_item_noted(const void *block, uintptr_t flags);
/// Whether a call with that context is such an item, and a barrier. The context may be anything.
bool csr_is_barrier_item(const void *context);

#endif
