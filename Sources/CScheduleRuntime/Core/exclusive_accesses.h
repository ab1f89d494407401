// Accesses that no instrumentation shows: a value of generic type is copied by functions of its type, which the Swift runtime
// finds. What shows is that the compiler announces each access to a variable that others may reach, for the runtime to check
// that it is exclusive.
#pragma once
#include "session.h"

#if CSR_EXPLORE

/// An access has been announced.
/// - buffer: what names it when it ends; null where that is not announced, and it lasts until the function announces another one or
///   returns.
void csr_exclusive_begin(csr_task *task, uintptr_t address, const void *buffer, bool writes, void *pc);
/// It is over: `csr_session.on_access_over` is told.
void csr_exclusive_end(csr_task *task, const void *buffer);
/// The innermost function announces another access or returns: what it has announced without an end is over.
void csr_exclusive_settle(csr_task *task);
/// Instrumentation has shown an access of the task there.
void csr_exclusive_show(csr_task *task, uintptr_t address);
/// The value has been lent to a call there.
void csr_exclusive_lend(csr_task *task, uintptr_t address);

#endif
