// Work items of libdispatch: which are barriers, to cancel one, and to ask for it. To wait for one and to be notified of its end is a matter of groups,
// which libdispatch makes them of by calls that come here, too.
#define _GNU_SOURCE
#include "interpose_work_items.h"
#include "../Core/tasks.h"
#include "../Objects/happens_before.h"
#include "dispatch_types.h"

#if CSR_EXPLORE
#include <dlfcn.h>

// Items that are barriers, the latest last. An item's address may be that of an earlier one, or of a block of another kind.
enum { BARRIERS_MAX = 64 };
static struct {
  const void *block;
  void (*invoke)(void *);
} barriers[BARRIERS_MAX];
static uint32_t barrier_count, generation;
static const uintptr_t BARRIER_FLAG = 1;

static void note_item(const void *block, uintptr_t flags) {
  if (generation != csr_session.generation) barrier_count = 0;
  generation = csr_session.generation;
  for (uint32_t place = 0; place < BARRIERS_MAX; place++)
    if (barriers[place].block == block) barriers[place].block = NULL;
  if (!block || !(flags & BARRIER_FLAG)) return;
  uint32_t place = barrier_count++ % BARRIERS_MAX;
  barriers[place].block = block;
  barriers[place].invoke = ((const struct csr_block *)block)->invoke;
}

bool csr_block_is_barrier(const void *block) {
  if (generation != csr_session.generation) return false;
  uint32_t count = barrier_count < BARRIERS_MAX ? barrier_count : BARRIERS_MAX;
  for (uint32_t place = 0; place < count; place++)
    if (barriers[place].block == block) return barriers[place].invoke == ((const struct csr_block *)block)->invoke;
  return false;
}

CSR_EXPORT void *dispatch_block_create(uintptr_t flags, void *block) {
  CSR_REAL(void *, "dispatch_block_create", uintptr_t, void *);
  void *item = real(flags, block);
  if (CSR_UNLIKELY(csr_current != NULL)) note_item(item, flags);
  return item;
}

CSR_EXPORT void *dispatch_block_create_with_qos_class(uintptr_t flags, unsigned qos, int priority, void *block) {
  CSR_REAL(void *, "dispatch_block_create_with_qos_class", uintptr_t, unsigned, int, void *);
  void *item = real(flags, qos, priority, block);
  if (CSR_UNLIKELY(csr_current != NULL)) note_item(item, flags);
  return item;
}

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
