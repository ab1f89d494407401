#include "csr_canary.h"
#include "../Objects/shadow.h"

#if CSR_EXPLORE

void csr_canary_write(csr_canary *canary) {
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task != NULL))
    csr_access_unchosen(
        task, (uintptr_t)canary, sizeof canary->calls, true, (void *)(uintptr_t)csr_canary_write);
  canary->calls++;
}

#else

// Instrumented where the real ThreadSanitizer is, whose report then names this function.
__attribute__((noinline)) void csr_canary_write(csr_canary *canary) { canary->calls++; }

#endif

bool csr_canary_is_site(const void *pc) { return pc == (const void *)(uintptr_t)csr_canary_write; }
