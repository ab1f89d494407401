// The heap, as a session begins and ends with it.
#pragma once
#include "../Platform/support.h"

#if CSR_EXPLORE

/// A session is about to begin.
void csr_memory_begin(void);
/// Frees for good what the session has freed.
void csr_memory_end(void);

#endif
