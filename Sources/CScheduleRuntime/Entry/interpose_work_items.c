// Work items of libdispatch: to cancel one, and to ask for it. To wait for one and to be notified of its end is a matter of groups,
// which libdispatch makes them of by calls that come here, too.
#define _GNU_SOURCE
#include "../Core/tasks.h"
#include "../Objects/happens_before.h"

#if CSR_EXPLORE
#include <dlfcn.h>

CSR_EXPORT void dispatch_block_cancel(void *block) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task != NULL)) {
    csr_sync *sync = csr_sync_of(block);
    csr_sync_point(task, CSR_OP_SIGNAL, sync, pc);
    csr_release(task, sync);
  }
  CSR_REAL(void, "dispatch_block_cancel", void *);
  real(block);
}

CSR_EXPORT intptr_t dispatch_block_testcancel(void *block) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task != NULL)) {
    csr_sync *sync = csr_sync_of(block);
    csr_point(task, CSR_OP_ATOMIC_LOAD, sync->object, block, 0, false, pc);
    csr_acquire(task, sync);
  }
  CSR_REAL(intptr_t, "dispatch_block_testcancel", void *);
  return real(block);
}
#endif
