#include "csr_stall.h"
#include "csr_platform.h"
#include "csr_support.h"
#include "csr_trace.h"

#if CSR_EXPLORE
#include "csr_stalls.h"

__thread csr_stall csr_own_stall __attribute__((tls_model("initial-exec")));

void csr_stall_after(uint32_t count, uint64_t ticks) {
  csr_own_stall = (csr_stall){.left = count, .count = count, .ticks = ticks};
}

uint32_t csr_stall_count(void) { return (uint32_t)(csr_own_stall.count - csr_own_stall.left); }

// Where the program's own variables begin and end, as the linker says.
extern const char __executable_start[] __attribute__((weak)), _end[] __attribute__((weak));

// Not inlined: the operations that synchronise are to stay short. What the compiler keeps for itself, such as the
// metadata of types, are variables of the program; what racers share is on the heap.
__attribute__((noinline)) void csr_stall_now(const volatile void *address) {
  const volatile char *place = address;
  if (place >= __executable_start && place < _end) {
    csr_own_stall.left = 1;
    csr_own_stall.count++;
    return;
  }
  csr_spin_until(csr_ticks() + csr_own_stall.ticks);
}

#else

void csr_stall_after(uint32_t count, uint64_t ticks) {
  (void)count;
  (void)ticks;
}

uint32_t csr_stall_count(void) { return 0; }

#endif
