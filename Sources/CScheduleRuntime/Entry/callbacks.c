// The entry points of ThreadSanitizer's instrumentation: what the compiler calls before each memory access and
// instead of each atomic operation.
//
// Every function may be called by any thread at any time. Where the thread is not controlled it does what the
// operation says and no more; an atomic is never weaker than the order that was asked for.
#define _GNU_SOURCE
#include "../Core/exclusive_accesses.h"
#include "../Core/tasks.h"
#include "../Objects/happens_before.h"
#include "../Objects/shadow.h"
#include "../Objects/weak_memory.h"
#include "../Platform/processor.h"
#include "interpose_references.h"

#if CSR_EXPLORE
#include <string.h>

#define ACCESS(address, size, writes, pc) \
  do { \
    csr_task *task_ = csr_current; \
    if (CSR_UNLIKELY(task_ != NULL)) csr_access(task_, (uintptr_t)(address), size, writes, pc); \
  } while (0)

#define PLAIN(name, size, writes) \
  CSR_EXPORT void name(void *address) { \
    void *pc = CSR_CALLER; \
    ACCESS(address, size, writes, pc); \
  }

#define PLAIN_AND_VOLATILE(size, suffix) \
  PLAIN(__tsan_read##suffix, size, false) \
  PLAIN(__tsan_write##suffix, size, true) \
  PLAIN(__tsan_read_write##suffix, size, true) \
  PLAIN(__tsan_volatile_read##suffix, size, false) \
  PLAIN(__tsan_volatile_write##suffix, size, true)

#define UNALIGNED(size) \
  PLAIN(__tsan_unaligned_read##size, size, false) \
  PLAIN(__tsan_unaligned_write##size, size, true) \
  PLAIN(__tsan_unaligned_read_write##size, size, true) \
  PLAIN(__tsan_unaligned_volatile_read##size, size, false) \
  PLAIN(__tsan_unaligned_volatile_write##size, size, true)

#define WITH_PC(size) \
  CSR_EXPORT void __tsan_read##size##_pc(void *address, void *pc) { ACCESS(address, size, false, pc); } \
  CSR_EXPORT void __tsan_write##size##_pc(void *address, void *pc) { ACCESS(address, size, true, pc); }

PLAIN_AND_VOLATILE(1, 1)
PLAIN_AND_VOLATILE(2, 2)
PLAIN_AND_VOLATILE(4, 4)
PLAIN_AND_VOLATILE(8, 8)
PLAIN_AND_VOLATILE(16, 16)
UNALIGNED(2)
UNALIGNED(4)
UNALIGNED(8)
UNALIGNED(16)
WITH_PC(1)
WITH_PC(2)
WITH_PC(4)
WITH_PC(8)
WITH_PC(16)

CSR_EXPORT void __tsan_init(void) {}

CSR_EXPORT void __tsan_func_entry(void *pc) {
  csr_task *task = csr_current;
  if (CSR_LIKELY(task == NULL)) return;
  csr_session.result.calls += !task->is_driver;
  if (task->frame_count < CSR_FRAMES_MAX) task->frames[task->frame_count] = pc;
  task->frame_count++;
}

CSR_EXPORT void __tsan_func_exit(void) {
  csr_task *task = csr_current;
  if (CSR_LIKELY(task == NULL)) return;
  if (CSR_UNLIKELY(task->exclusive_count > 0)) csr_exclusive_settle(task);
  if (task->frame_count > 0) task->frame_count--;
}

// Swift's compiler asks for what a deinit does to be ignored, since ThreadSanitizer does not see what reference counts order.
// Here that is seen, and the request says where a deinit begins.
CSR_EXPORT void __tsan_ignore_thread_begin(void) {
  const void *object = csr_swift_self();
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task != NULL)) csr_deinit_begins(task, object);
}

CSR_EXPORT void __tsan_ignore_thread_end(void) {}

CSR_EXPORT void __tsan_vptr_update(void **address, void *value) {
  void *pc = CSR_CALLER;
  if (*address != value) ACCESS(address, 8, true, pc);
}

CSR_EXPORT void __tsan_vptr_read(void **address) {
  void *pc = CSR_CALLER;
  ACCESS(address, 8, false, pc);
}

CSR_EXPORT void __tsan_read_range(void *address, unsigned long size) {
  void *pc = CSR_CALLER;
  ACCESS(address, size, false, pc);
}

CSR_EXPORT void __tsan_write_range(void *address, unsigned long size) {
  void *pc = CSR_CALLER;
  ACCESS(address, size, true, pc);
}

CSR_EXPORT void *__tsan_memcpy(void *to, const void *from, size_t size) {
  void *pc = CSR_CALLER;
  ACCESS(from, size, false, pc);
  ACCESS(to, size, true, pc);
  return memcpy(to, from, size);
}

CSR_EXPORT void *__tsan_memmove(void *to, const void *from, size_t size) {
  void *pc = CSR_CALLER;
  ACCESS(from, size, false, pc);
  ACCESS(to, size, true, pc);
  return memmove(to, from, size);
}

CSR_EXPORT void *__tsan_memset(void *address, int value, size_t size) {
  void *pc = CSR_CALLER;
  ACCESS(address, size, true, pc);
  return memset(address, value, size);
}

// Swift announces what it lends, as `inout`: all that is seen of a change by the standard library's own code.
CSR_EXPORT void __tsan_external_read(void *address, void *caller, void *tag) {
  (void)address;
  (void)caller;
  (void)tag;
}
CSR_EXPORT void __tsan_external_write(void *address, void *caller, void *tag) {
  void *pc = CSR_CALLER;
  (void)caller;
  (void)tag;
  csr_task *task = csr_current;
  if (CSR_LIKELY(task == NULL)) return;
  csr_exclusive_lend(task, (uintptr_t)address);
  csr_access_lent(task, (uintptr_t)address, true, pc);
}
CSR_EXPORT void *__tsan_external_register_tag(const char *name) {
  static char tag;
  (void)name;
  return &tag;
}
CSR_EXPORT void __tsan_external_register_header(void *tag, const char *header) {
  (void)tag;
  (void)header;
}
CSR_EXPORT void __tsan_external_assign_tag(void *address, void *tag) {
  (void)address;
  (void)tag;
}

CSR_EXPORT void __tsan_atomic_signal_fence(int order) {
  (void)order;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

CSR_EXPORT void __tsan_atomic_thread_fence(int order) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task != NULL)) {
    task->orders_all = csr_is_weak() && csr_weak_orders_all(CSR_OP_FENCE, order);
    csr_point(task, CSR_OP_FENCE, 0, NULL, 0, true, pc);
    task->orders_all = false;
    if (csr_is_weak())
      csr_weak_fence(task, order);
    else
      csr_fence(task, order);
  }
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
#endif
