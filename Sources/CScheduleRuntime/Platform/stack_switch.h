// How one stack is left for another.
#pragma once
#include "support.h"
#include <stdint.h>

#if CSR_EXPLORE

/// Puts what a call must preserve on the stack, leaves that stack in `*from`, and goes on where `to` was left, as the thread of
/// `thread_pointer`.
void csr_stack_switch(void **from, void *to, uintptr_t thread_pointer);
/// What to go on with on a stack below `high` that nobody has used: `run` with that argument, which never returns.
void *csr_stack_fresh(uintptr_t high, void (*run)(void *), void *argument);

#endif
