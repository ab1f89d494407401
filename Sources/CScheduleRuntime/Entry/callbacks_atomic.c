// The atomic entry points of ThreadSanitizer's instrumentation; see callbacks.c.
//
// On x86-64 every read-modify-write and every load is sequentially consistent at no extra cost, so only stores
// look at the order that was asked for. The memory orders of the interface are those of __ATOMIC_*.
#include "../Objects/happens_before.h"
#include "../Objects/shadow.h"
#include "../Objects/weak_memory.h"
#include "../Platform/stall.h"

#if CSR_EXPLORE

static void weak_point(csr_task *task, csr_op_kind kind, const volatile void *address, uint32_t size, int order, void *pc) {
  uint64_t steps = csr_session.result.steps;
  task->orders_all = csr_weak_orders_all(kind, order);
  csr_atomic_point(task, kind, address, size, pc);
  task->orders_all = false;
  task->is_at_point = csr_session.result.steps != steps;
}

// A point before the operation, its order after it. The order is that of the operation as performed: a
// comparison that failed only reads.
#define POINT(kind, size, order) \
  void *pc_ = CSR_CALLER; \
  csr_task *task_ = csr_current; \
  if (CSR_UNLIKELY(task_ != NULL)) { \
    if (csr_is_weak()) \
      weak_point(task_, kind, address, size, order, pc_); \
    else \
      csr_atomic_point(task_, kind, address, size, pc_); \
  }
#define ORDER(kind, order) \
  if (CSR_UNLIKELY(task_ != NULL)) \
    csr_atomic_order(task_, kind, address, order); \
  else \
    csr_synchronised(CSR_AFTER_ATOMIC, address)
// Where memory is weak: `body`, with `op` for the operation, instead of all that follows.
#define WEAK(kind, size, order, body) \
  if (CSR_UNLIKELY(task_ != NULL) && csr_is_weak()) { \
    csr_weak_op op = csr_weak_op_at(task_, kind, address, size, order, pc_); \
    if (op.history) body \
  }

#define FETCH(bits, type, name, operation, result) \
  CSR_EXPORT type __tsan_atomic##bits##_fetch_##name(volatile type *address, type value, int order) { \
    POINT(CSR_OP_ATOMIC_RMW, bits / 8, order) \
    WEAK(CSR_OP_ATOMIC_RMW, bits / 8, order, { \
      type old = (type)csr_weak_read(&op); \
      csr_weak_change(&op, (type)(result)); \
      return old; \
    }) \
    type old = operation(address, value); \
    ORDER(CSR_OP_ATOMIC_RMW, order); \
    return old; \
  }

#define COMPARE(bits, type, strength) \
  CSR_EXPORT int __tsan_atomic##bits##_compare_exchange_##strength( \
      volatile type *address, type *expected, type value, int order, int failure_order) { \
    POINT(CSR_OP_CAS, bits / 8, order) \
    WEAK(CSR_OP_CAS, bits / 8, order, { \
      type seen = (type)csr_weak_compare(&op, *expected, failure_order); \
      bool changes = seen == *expected; \
      if (changes) csr_weak_change(&op, value); \
      if (!changes) *expected = seen; \
      return changes; \
    }) \
    type old = compare_exchange##bits(address, *expected, value); \
    int exchanged = old == *expected; \
    ORDER(exchanged ? CSR_OP_CAS : CSR_OP_ATOMIC_LOAD, exchanged ? order : failure_order); \
    if (!exchanged) *expected = old; \
    return exchanged; \
  }

#define FAMILY(bits, type) \
  CSR_EXPORT type __tsan_atomic##bits##_load(const volatile type *address, int order) { \
    POINT(CSR_OP_ATOMIC_LOAD, bits / 8, order) \
    WEAK(CSR_OP_ATOMIC_LOAD, bits / 8, order, { return (type)csr_weak_load(&op); }) \
    type value = load##bits(address); \
    ORDER(CSR_OP_ATOMIC_LOAD, order); \
    return value; \
  } \
  CSR_EXPORT void __tsan_atomic##bits##_store(volatile type *address, type value, int order) { \
    POINT(CSR_OP_ATOMIC_STORE, bits / 8, order) \
    WEAK(CSR_OP_ATOMIC_STORE, bits / 8, order, { \
      csr_weak_store(&op, value); \
      return; \
    }) \
    store##bits(address, value, order); \
    ORDER(CSR_OP_ATOMIC_STORE, order); \
  } \
  CSR_EXPORT type __tsan_atomic##bits##_compare_exchange_val( \
      volatile type *address, type expected, type value, int order, int failure_order) { \
    POINT(CSR_OP_CAS, bits / 8, order) \
    WEAK(CSR_OP_CAS, bits / 8, order, { \
      type seen = (type)csr_weak_compare(&op, expected, failure_order); \
      if (seen == expected) csr_weak_change(&op, value); \
      return seen; \
    }) \
    type old = compare_exchange##bits(address, expected, value); \
    bool exchanged = old == expected; \
    ORDER(exchanged ? CSR_OP_CAS : CSR_OP_ATOMIC_LOAD, exchanged ? order : failure_order); \
    return old; \
  } \
  COMPARE(bits, type, strong) \
  COMPARE(bits, type, weak) \
  FETCH(bits, type, add, add##bits, old + value) \
  FETCH(bits, type, sub, sub##bits, old - value) \
  FETCH(bits, type, and, and##bits, old & value) \
  FETCH(bits, type, or, or##bits, old | value) \
  FETCH(bits, type, xor, xor##bits, old ^ value) \
  FETCH(bits, type, nand, nand##bits, ~(old & value)) \
  CSR_EXPORT type __tsan_atomic##bits##_exchange(volatile type *address, type value, int order) { \
    POINT(CSR_OP_ATOMIC_RMW, bits / 8, order) \
    WEAK(CSR_OP_ATOMIC_RMW, bits / 8, order, { \
      type old = (type)csr_weak_read(&op); \
      csr_weak_change(&op, value); \
      return old; \
    }) \
    type old = exchange##bits(address, value); \
    ORDER(CSR_OP_ATOMIC_RMW, order); \
    return old; \
  }

#define BUILTIN(bits, type, name, builtin) \
  static inline type name##bits(volatile type *address, type value) { \
    return builtin(address, value, __ATOMIC_SEQ_CST); \
  }

#define BUILTINS(bits, type) \
  static inline type load##bits(const volatile type *address) { \
    return __atomic_load_n(address, __ATOMIC_SEQ_CST); \
  } \
  static inline void store##bits(volatile type *address, type value, int order) { \
    if (order == __ATOMIC_SEQ_CST) \
      __atomic_store_n(address, value, __ATOMIC_SEQ_CST); \
    else \
      __atomic_store_n(address, value, __ATOMIC_RELEASE); \
  } \
  static inline type compare_exchange##bits(volatile type *address, type expected, type value) { \
    __atomic_compare_exchange_n(address, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    return expected; \
  } \
  BUILTIN(bits, type, exchange, __atomic_exchange_n) \
  BUILTIN(bits, type, add, __atomic_fetch_add) \
  BUILTIN(bits, type, sub, __atomic_fetch_sub) \
  BUILTIN(bits, type, and, __atomic_fetch_and) \
  BUILTIN(bits, type, or, __atomic_fetch_or) \
  BUILTIN(bits, type, xor, __atomic_fetch_xor) \
  BUILTIN(bits, type, nand, __atomic_fetch_nand)

BUILTINS(8, uint8_t)
BUILTINS(16, uint16_t)
BUILTINS(32, uint32_t)
BUILTINS(64, uint64_t)

// Sixteen bytes: the instructions that can, spelt out, because the compiler uses them only where the whole target
// is built for them. The memory is written to even by a load, as everywhere on these processors.
typedef unsigned __int128 uint128;

static inline uint128 compare_exchange128(volatile uint128 *address, uint128 expected, uint128 value) {
#if defined(__x86_64__)
  uint64_t low = (uint64_t)expected, high = (uint64_t)(expected >> 64);
  __asm__ volatile("lock cmpxchg16b %2"
                   : "+a"(low), "+d"(high), "+m"(*address)
                   : "b"((uint64_t)value), "c"((uint64_t)(value >> 64))
                   : "cc", "memory");
#else
  uint64_t low, high;
  uint32_t failed;
  // What was read is only known to have been there at once where it has been written back.
  __asm__ volatile(
      "1: ldaxp %0, %1, %3\n"
      "  cmp %0, %4\n"
      "  ccmp %1, %5, #0, eq\n"
      "  b.ne 2f\n"
      "  stlxp %w2, %6, %7, %3\n"
      "  cbnz %w2, 1b\n"
      "  b 3f\n"
      "2: stlxp %w2, %0, %1, %3\n"
      "  cbnz %w2, 1b\n"
      "3:\n"
      : "=&r"(low), "=&r"(high), "=&r"(failed), "+Q"(*address)
      : "r"((uint64_t)expected), "r"((uint64_t)(expected >> 64)), "r"((uint64_t)value),
        "r"((uint64_t)(value >> 64))
      : "cc", "memory");
#endif
  return (uint128)high << 64 | low;
}

static inline uint128 load128(const volatile uint128 *address) {
  return compare_exchange128((volatile uint128 *)address, 0, 0);
}

#define LOOP128(name, result) \
  static inline uint128 name##128(volatile uint128 *address, uint128 value) { \
    uint128 old = load128(address); \
    for (;;) { \
      uint128 seen = compare_exchange128(address, old, result); \
      if (seen == old) return old; \
      old = seen; \
    } \
  }

LOOP128(exchange, value)
LOOP128(add, old + value)
LOOP128(sub, old - value)
LOOP128(and, old &value)
LOOP128(or, old | value)
LOOP128(xor, old ^ value)
LOOP128(nand, ~(old & value))

static inline void store128(volatile uint128 *address, uint128 value, int order) {
  (void)order;
  exchange128(address, value);
}

FAMILY(8, uint8_t)
FAMILY(16, uint16_t)
FAMILY(32, uint32_t)
FAMILY(64, uint64_t)
FAMILY(128, uint128)
#endif
