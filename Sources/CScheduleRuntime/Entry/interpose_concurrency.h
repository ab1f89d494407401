// Swift's concurrency runtime, as a session begins and ends with it.
#pragma once
#include "../Platform/support.h"

#if CSR_EXPLORE

void csr_concurrency_begin(void);
/// Runs what is due still; what has not come to its end then never will.
void csr_concurrency_settle(void);
void csr_concurrency_end(void);

#endif
