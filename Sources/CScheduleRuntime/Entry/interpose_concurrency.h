// Swift's concurrency runtime, as a session begins and ends with it.
#pragma once
#include "../Platform/support.h"
#include <stdbool.h>

#if CSR_EXPLORE

void csr_concurrency_begin(void);
/// Runs what is due still; what has not come to its end then never will.
void csr_concurrency_settle(void);
void csr_concurrency_end(void);
/// Whether that is a place in the runtime: what it leaves to a timer is a task that sleeps.
bool csr_concurrency_calls(const void *pc);

#endif
