// Virtual dispatch queues: what runs on them, and when.
#pragma once
#include "queue_registry.h"

#if CSR_EXPLORE

csr_item *csr_item_make(void (*function)(void *), void *context, void *leaf);
/// Puts the call on its queue.
void csr_enqueue(csr_item *item);
/// Starts whatever the queues' rules let start now, after one of them was resumed.
void csr_queues_advance(void);
/// Puts a call on the queue on behalf of `task`.
void csr_queue_async(
    csr_task *task, void *queue, void (*function)(void *), void *context, bool is_barrier, void *pc);
/// The same; afterwards `finished` is called with its context.
void csr_queue_async_then(
    csr_task *task, void *queue, void (*function)(void *), void *context,
    void (*finished)(csr_task *, void *), void *finished_context, void *pc);
/// Runs the call on the calling task as soon as the queue lets it.
void csr_run_in_queue(
    csr_task *task, void *leaf, void (*function)(void *), void *context, bool is_barrier, void *pc);

#endif
