#include "stall.h"
#include "csr_platform.h"
#include "csr_trace.h"

#if CSR_EXPLORE || defined(CSR_REAL_SANITIZER) && defined(__linux__)
#include <pthread.h>

__thread csr_stall csr_own_stall __attribute__((tls_model("initial-exec")));

CSR_UNINSTRUMENTED
void csr_stall_after(csr_stall_kind kind, uint32_t count, uint64_t ticks) {
  csr_stall stall = {.ticks = ticks};
  stall.left[kind] = stall.count[kind] = count;
  csr_own_stall = stall;
}

CSR_UNINSTRUMENTED
uint32_t csr_stall_count(csr_stall_kind kind) {
  return (uint32_t)(csr_own_stall.count[kind] - csr_own_stall.left[kind]);
}

// Where the program's own variables begin and end, as the linker says.
extern const char __executable_start[] __attribute__((weak)), _end[] __attribute__((weak));

// Not inlined: the operations that synchronise are to stay short. What the compiler keeps for itself, such as the
// metadata of types, are variables of the program; what racers share is on the heap.
__attribute__((noinline)) CSR_UNINSTRUMENTED
void csr_stall_now(csr_stall_kind kind, const volatile void *address) {
  const volatile char *place = address;
  if (place >= __executable_start && place < _end) {
    csr_own_stall.left[kind] = 1;
    csr_own_stall.count[kind]++;
    return;
  }
  csr_spin_until(csr_ticks() + csr_own_stall.ticks);
}

#if !CSR_EXPLORE
// ThreadSanitizer's own function gives way to one of the program's, and can be called by this name.
int __interceptor_pthread_mutex_unlock(pthread_mutex_t *mutex);

CSR_EXPORT CSR_UNINSTRUMENTED int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  int result = __interceptor_pthread_mutex_unlock(mutex);
  csr_synchronised(CSR_AFTER_UNLOCK, mutex);
  return result;
}
#endif

#else

void csr_stall_after(csr_stall_kind kind, uint32_t count, uint64_t ticks) {
  (void)kind;
  (void)count;
  (void)ticks;
}

uint32_t csr_stall_count(csr_stall_kind kind) {
  (void)kind;
  return 0;
}

#endif
