// Barriers of POSIX. The real object keeps how many it waits for; who has come is the session's.
#define _GNU_SOURCE
#include "interpose_barriers.h"
#include "../Core/places.h"
#include "../Core/tasks.h"
#include "../Objects/happens_before.h"

#if CSR_EXPLORE
#include <dlfcn.h>
#include <pthread.h>

enum { BARRIERS_MAX = 64 };

typedef struct {
  const void *object;
  uint32_t arrived;
  uint64_t round;
} barrier;

static barrier barriers[BARRIERS_MAX];
static uint32_t barrier_count;

void csr_barriers_begin(void) { barrier_count = 0; }

enum { PARTIES_PLACE = 2 };

static bool keeps_parties_there(void) {
  enum { PROBE = 77 };
  pthread_barrier_t probe;
  if (sizeof probe <= PARTIES_PLACE * sizeof(uint32_t) || pthread_barrier_init(&probe, NULL, PROBE) != 0) return false;
  uint32_t probed = ((const uint32_t *)&probe)[PARTIES_PLACE];
  pthread_barrier_destroy(&probe);
  return probed == PROBE;
}

// Nobody can be asked for it, so it is read where glibc keeps it; 0 where that is not so, which is tried out once.
static uint32_t parties(const pthread_barrier_t *object) {
  static enum { UNTRIED, KNOWN, UNKNOWN } place;
  if (place == UNTRIED) place = keeps_parties_there() ? KNOWN : UNKNOWN;
  return place == KNOWN ? ((const uint32_t *)object)[PARTIES_PLACE] : 0;
}

static barrier *barrier_of(const void *object) {
  for (uint32_t index = 0; index < barrier_count; index++)
    if (barriers[index].object == object) return &barriers[index];
  if (barrier_count == BARRIERS_MAX) {
    csr_fail(CSR_EXHAUSTED);
    return NULL;
  }
  barriers[barrier_count] = (barrier){object, 0, 0};
  return &barriers[barrier_count++];
}

// Who comes last lets all go on, as one of them.
static int arrive(csr_task *task, barrier *at, uint32_t needed, void *pc) {
  csr_sync *sync = csr_sync_of(at->object);
  csr_sync_point(task, CSR_OP_WAIT, sync, pc);
  csr_release(task, sync);
  uint64_t round = at->round;
  bool is_last = ++at->arrived >= needed;
  if (is_last) {
    at->arrived = 0;
    at->round++;
    csr_wake(sync, CSR_TASKS_MAX);
  } else {
    while (at->round == round) csr_block(task, CSR_OP_WAIT, sync, pc);
  }
  csr_acquire(task, sync);
  return is_last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

CSR_EXPORT int pthread_barrier_wait(pthread_barrier_t *object) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task && csr_may_block(task))) {
    uint32_t needed = parties(object);
    barrier *at = needed > 0 ? barrier_of(object) : NULL;
    if (at) return arrive(task, at, needed, CSR_PLACE(task, pc));
  }
  CSR_REAL(int, "pthread_barrier_wait", pthread_barrier_t *);
  return real(object);
}
#endif
