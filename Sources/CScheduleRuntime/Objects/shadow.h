// What each piece of memory has seen.
#pragma once
#include "../Core/session.h"

#if CSR_EXPLORE

void csr_shadow_begin(void);
/// A plain access: a point where it matters, and then a check.
void csr_access(csr_task *task, uintptr_t address, size_t size, bool writes, void *pc);
/// A plain access of the kit's own: checked, but no point, and nothing is learned from it.
void csr_access_unchosen(csr_task *task, uintptr_t address, size_t size, bool writes, void *pc);
/// A value that is lent to a call, which may be of code that is not instrumented: an access to its first byte, checked, but no
/// point.
void csr_access_lent(csr_task *task, uintptr_t address, bool writes, void *pc);
/// A point before an access that Swift announces, where it was found before that nothing else will be seen of it, and it matters.
void csr_access_announced_point(csr_task *task, uintptr_t address, bool writes, void *pc);
/// A point before a weak variable is read, where that matters: where somebody else has let go of what it held.
void csr_weak_point(csr_task *task, uintptr_t reference, void *pc);
/// It was read there, and holds that object.
void csr_weak_seen(csr_task *task, uintptr_t reference, uintptr_t object, void *pc);
/// A point before an atomic operation, and a check of it against plain accesses.
void csr_atomic_point(csr_task *task, csr_op_kind kind, const volatile void *address, uint32_t size, void *pc);
/// Whether another task has touched that memory.
bool csr_is_shared_memory(const csr_task *task, uintptr_t address, size_t size);
/// Marks memory that was touched before as freed.
void csr_shadow_freed(csr_task *task, uintptr_t address, size_t size, void *pc);

#endif
