// Atomic operations where memory is weaker than sequentially consistent: which values they may take, and what they order.
//
// Each operation has had its point before. `order` is as in __ATOMIC_*.
#pragma once
#include "message_history.h"

#if CSR_EXPLORE

/// An operation that is performed.
typedef struct {
  csr_task *task;
  csr_op_kind kind;
  int order;
  void *pc;
  csr_history *history;
  /// Where the message lies that a read-modify-write has read.
  uint32_t place;
} csr_weak_op;

/// Whether the operations of the session's tasks are performed here.
static inline bool csr_is_weak(void) { return CSR_UNLIKELY(csr_session.config.memory != CSR_MEMORY_SC); }

void csr_weak_begin(void);
/// Whether an operation of that order depends on all others, whatever they touch.
bool csr_weak_orders_all(csr_op_kind kind, int order);
/// An operation on that atomic; its `history` is null where there is no room for it.
csr_weak_op csr_weak_op_at(
    csr_task *task, csr_op_kind kind, const volatile void *address, uint32_t size, int order, void *pc);
csr_value csr_weak_load(csr_weak_op *op);
void csr_weak_store(csr_weak_op *op, csr_value value);
/// The value that a read-modify-write changes; `csr_weak_change` follows.
csr_value csr_weak_read(csr_weak_op *op);
void csr_weak_change(csr_weak_op *op, csr_value value);
/// The value that a comparison finds: where it is the expected one, `csr_weak_change` follows.
csr_value csr_weak_compare(csr_weak_op *op, csr_value expected, int failure_order);
void csr_weak_fence(csr_task *task, int order);

#endif
