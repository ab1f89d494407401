#define _GNU_SOURCE
#include "../Core/session.h"
#include "../Core/virtual_time.h"

#if CSR_EXPLORE
#include <dlfcn.h>
#include <time.h>

// All clocks show virtual time to a controlled thread, so that what it computes from them is the same every time.
CSR_EXPORT int clock_gettime(clockid_t clock, struct timespec *time) {
  if (CSR_UNLIKELY(csr_current != NULL)) {
    uint64_t now = csr_time_now();
    time->tv_sec = (time_t)(now / 1000000000u);
    time->tv_nsec = (long)(now % 1000000000u);
    return 0;
  }
  CSR_REAL(int, "clock_gettime", clockid_t, struct timespec *);
  return real(clock, time);
}
#endif
