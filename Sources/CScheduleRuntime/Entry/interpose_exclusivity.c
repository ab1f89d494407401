// What Swift announces of accesses to variables that others may reach.
#define _GNU_SOURCE
#include "../Core/exclusive_accesses.h"
#include "../Objects/shadow.h"

#if CSR_EXPLORE
#include <dlfcn.h>

// As the runtime reads them.
enum { MODIFIES = 1, TRACKED = 0x20 };

// Whether the caller of the function with that frame is instrumented: then it was the last that has announced itself, by the place
// that it returns to. What is not orders its accesses by means that may not be seen.
static bool is_called_by_instrumented(const csr_task *task, const void *frame) {
  if (task->frame_count == 0 || task->frame_count > CSR_FRAMES_MAX) return false;
  uintptr_t caller = *(const uintptr_t *)frame;
  return csr_is_frame(task, caller) && ((void *const *)caller)[1] == task->frames[task->frame_count - 1];
}

CSR_EXPORT void swift_beginAccess(void *address, void *buffer, uintptr_t flags, void *caller) {
  void *pc = CSR_CALLER;
  CSR_REAL(void, "swift_beginAccess", void *, void *, uintptr_t, void *);
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task != NULL) && is_called_by_instrumented(task, __builtin_frame_address(0))) {
    bool writes = (flags & MODIFIES) != 0;
    csr_exclusive_settle(task);
    csr_access_announced_point(task, (uintptr_t)address, writes, pc);
    csr_exclusive_begin(task, (uintptr_t)address, flags & TRACKED ? buffer : NULL, writes, pc);
  }
  real(address, buffer, flags, caller ? caller : pc);
}

CSR_EXPORT void swift_endAccess(void *buffer) {
  CSR_REAL(void, "swift_endAccess", void *);
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task != NULL) && task->exclusive_count > 0) csr_exclusive_end(task, buffer);
  real(buffer);
}
#endif
