// Which dispatch queues are suspended, or not yet active, in the session.
#pragma once
#include "queue_registry.h"

#if CSR_EXPLORE

void csr_suspensions_begin(void);
/// The queue was made so that it waits until it is activated.
void csr_queue_made_inactive(void *queue);
/// False where the session has not made it so, or it was activated before.
bool csr_queue_activated(void *queue);
/// What is on the queue, and on those that hand theirs to it, waits from now on.
void csr_queue_suspend(void *queue);
/// It starts once for each time it was suspended; false where the session has not suspended it.
bool csr_queue_unsuspend(void *queue);
/// Whether what this queue is given waits.
bool csr_queue_is_suspended(void *queue);

#endif
