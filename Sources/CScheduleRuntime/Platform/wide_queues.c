// Swift's concurrency runtime has a dispatch queue of its own, with a width, on which all tasks run.
#define _GNU_SOURCE
#include "wide_queues.h"
#include "csr_attributes.h"
#include "csr_wide_queues.h"
#include "support.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__linux__)
#include <dlfcn.h>

/// Makes a thread wherever work waits; null where the queues are as they are.
static void *wide;

static const char *label_of(void *queue) {
  CSR_REAL(const char *, "dispatch_queue_get_label", void *);
  return real(queue);
}

CSR_UNINSTRUMENTED void *csr_wide_queue(void *queue) {
  void *instead = __atomic_load_n(&wide, __ATOMIC_ACQUIRE);
  if (CSR_LIKELY(!instead) || !queue || queue == instead) return queue;
  const char *label = label_of(queue);
  return label && strcmp(label, "Swift global concurrent queue") == 0 ? instead : queue;
}

CSR_UNINSTRUMENTED void csr_wide_queues_begin(void) {
  void *(*global_queue)(intptr_t, uintptr_t);
  *(void **)&global_queue = dlsym(RTLD_DEFAULT, "dispatch_get_global_queue");
  enum { DEFAULT = 0, OVERCOMMIT = 2 };
  if (global_queue) __atomic_store_n(&wide, global_queue(DEFAULT, OVERCOMMIT), __ATOMIC_RELEASE);
}

CSR_UNINSTRUMENTED void csr_wide_queues_end(void) { __atomic_store_n(&wide, NULL, __ATOMIC_RELEASE); }

#if !CSR_EXPLORE
// Where schedules can be controlled, the functions that do so ask for the queue.

/// Weak, for libdispatch may be linked into the program itself, which then keeps its queues as they are.
#define REPLACING __attribute__((weak)) CSR_EXPORT CSR_UNINSTRUMENTED

REPLACING void dispatch_async_f(void *queue, void *context, void (*function)(void *)) {
  CSR_REAL(void, "dispatch_async_f", void *, void *, void (*)(void *));
  real(csr_wide_queue(queue), context, function);
}

REPLACING void dispatch_after_f(
    uint64_t when, void *queue, void *context, void (*function)(void *)) {
  CSR_REAL(void, "dispatch_after_f", uint64_t, void *, void *, void (*)(void *));
  real(when, csr_wide_queue(queue), context, function);
}

REPLACING void *dispatch_source_create(
    const void *type, uintptr_t handle, uintptr_t mask, void *queue) {
  CSR_REAL(void *, "dispatch_source_create", const void *, uintptr_t, uintptr_t, void *);
  return real(type, handle, mask, csr_wide_queue(queue));
}
#endif

#else
void csr_wide_queues_begin(void) {}
void csr_wide_queues_end(void) {}
void *csr_wide_queue(void *queue) { return queue; }
#endif
