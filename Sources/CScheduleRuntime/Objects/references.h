// What reference counts order: who gave a reference up happens before whoever sees that none, or no other, is left.
#pragma once
#include "../Core/session.h"

#if CSR_EXPLORE

/// The session begins: nobody has given anything up.
void csr_references_begin(void);
/// What the task did with the object happens before its end, and before whoever finds itself the only owner.
void csr_reference_given_up(csr_task *task, const void *object);
/// The task holds the only reference, which it is about to give up, or may change the object now. `size`: of the object, 0 where
/// that is not known.
void csr_reference_is_last(csr_task *task, const void *object, uint32_t size);
/// All that tasks have done so far happens before what the task does next.
void csr_all_is_over(csr_task *task);

#endif
