// Blocks that run under control, dispatch's work items among them.
#pragma once
#include "../Platform/support.h"

#if CSR_EXPLORE

void csr_work_items_begin(void);
/// Calls the block and lets go of it.
void csr_block_run(void *block);
/// Calls it only.
void csr_block_run_in_place(void *block);

#endif
