// What is ordered.
#pragma once
#include "../Core/session.h"

#if CSR_EXPLORE

/// The synchronisation object at that address.
csr_sync *csr_sync_of(const void *key);
/// Whether the session has one at that address.
bool csr_sync_is_known(const void *key);
/// What was released there happens before what the task does next.
void csr_acquire(csr_task *task, const csr_sync *sync);
/// What the task did happens before whoever acquires there next.
void csr_release(csr_task *task, csr_sync *sync);
void csr_order_begin(void);
void csr_fence(csr_task *task, int order);
/// The order that an atomic operation makes, after it was performed. `order`: as in __ATOMIC_*.
void csr_atomic_order(csr_task *task, csr_op_kind kind, const volatile void *address, int order);

#endif
