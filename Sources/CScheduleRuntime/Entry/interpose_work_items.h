// What is known of work items.
#pragma once
#include "../Platform/support.h"
#include <stdbool.h>

#if CSR_EXPLORE

/// Whether it is a work item that was made as a barrier, in this session. Controlled threads only.
bool csr_block_is_barrier(const void *block);

#endif
