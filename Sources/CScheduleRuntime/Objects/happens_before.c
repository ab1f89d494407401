#include "happens_before.h"

#if CSR_EXPLORE
#include <string.h>

// Synchronisation objects of one session, found by address. A session that has more than fit shares one.
enum { SYNCS_MAX = 4096 };
static csr_sync syncs[SYNCS_MAX];
static uint32_t syncs_used;

void csr_order_begin(void) { syncs_used = 0; }

static uint32_t place_of(const void *key) { return (uint32_t)(((uintptr_t)key >> 2) * 0x9E3779B1u) % SYNCS_MAX; }

bool csr_sync_is_known(const void *key) {
  uint32_t place = place_of(key);
  for (; syncs[place].generation == csr_session.generation; place = (place + 1) % SYNCS_MAX)
    if (syncs[place].key == key) return true;
  return false;
}

csr_sync *csr_sync_of(const void *key) {
  uint32_t place = place_of(key);
  for (;; place = (place + 1) % SYNCS_MAX) {
    csr_sync *sync = &syncs[place];
    bool is_free = sync->generation != csr_session.generation;
    if (!is_free && (sync->key == key || syncs_used >= SYNCS_MAX - 1)) return sync;
    if (!is_free) continue;
    memset(sync, 0, sizeof *sync);
    sync->generation = csr_session.generation;
    sync->key = key;
    sync->object = csr_new_object();
    syncs_used++;
    return sync;
  }
}

void csr_acquire(csr_task *task, const csr_sync *sync) { csr_clock_join(&task->clock, &sync->clock); }

void csr_release(csr_task *task, csr_sync *sync) {
  csr_clock_join(&sync->clock, &task->clock);
  task->clock.epochs[task->id]++;
}

static bool is_acquiring(int order) {
  return order == __ATOMIC_CONSUME || order == __ATOMIC_ACQUIRE || order == __ATOMIC_ACQ_REL
      || order == __ATOMIC_SEQ_CST;
}

static bool is_releasing(int order) {
  return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

// Most code has no fence. Until the first one is seen, what only fences could order is not kept.
static bool has_fences;

// A store replaces what was released before; a read-modify-write continues it.
void csr_atomic_order(csr_task *task, csr_op_kind kind, const volatile void *address, int order) {
  bool reads = kind != CSR_OP_ATOMIC_STORE;
  bool writes = kind != CSR_OP_ATOMIC_LOAD;
  bool orders = is_acquiring(order) || is_releasing(order) || !reads;
  if (!orders && !has_fences) return;
  csr_sync *sync = csr_sync_of((const void *)address);
  if (reads) csr_clock_join(is_acquiring(order) ? &task->clock : &task->seen, &sync->clock);
  if (!writes) return;
  if (!reads) memset(&sync->clock, 0, sizeof sync->clock);
  if (is_releasing(order)) {
    csr_release(task, sync);
  } else if (has_fences) {
    csr_clock_join(&sync->clock, &task->released);
  }
}

// A releasing fence publishes by the relaxed writes after it, an acquiring one takes from the relaxed reads
// before. The first fence of all did not have its reads kept, so it orders more than it should.
void csr_fence(csr_task *task, int order) {
  if (!has_fences) {
    has_fences = true;
    for (uint32_t place = 0; place < SYNCS_MAX; place++)
      if (syncs[place].generation == csr_session.generation)
        csr_clock_join(&task->seen, &syncs[place].clock);
  }
  if (is_acquiring(order)) csr_clock_join(&task->clock, &task->seen);
  if (is_releasing(order)) {
    task->released = task->clock;
    task->clock.epochs[task->id]++;
  }
}
#endif
