// What the Swift runtime and its Synchronization library would block in: lazy globals, and the slow paths of Mutex, whose fast
// paths are inlined into the code under test as atomics. What it does to memory on behalf of that code: weak references. And
// what it draws by chance: how collections hash.
#define _GNU_SOURCE
#include "interpose_swift.h"
#include "../Core/tasks.h"
#include "../Objects/happens_before.h"
#include "../Objects/shadow.h"

#if CSR_EXPLORE
#include <dlfcn.h>

#define SWIFT_CALL __attribute__((swiftcall))
#define SWIFT_SELF __attribute__((swift_context)) void *word
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

/// The Swift runtime's own, which it has filled when it was loaded.
typedef struct {
  uint64_t seeds[2];
  bool is_deterministic;
} hashing_parameters;

// By default each process hashes by seeds of its own, and each collection by its address, so that the same schedule would
// touch other places of it. Set before any code of the process has made a collection.
__attribute__((constructor)) static void hash_alike_everywhere(void) {
  hashing_parameters *parameters = dlsym(RTLD_DEFAULT, "_swift_stdlib_Hashing_parameters");
  if (parameters) *parameters = (hashing_parameters){.is_deterministic = true};
}

// The word of a Mutex is that of a priority-inheriting futex: the owner's thread, and a flag for waiters, which
// sends the owner's unlock to the slow path.
enum { WAITERS_BIT = 31 };
static const uint32_t OWNER_MASK = 0x3FFFFFFF;

SWIFT_CALL CSR_EXPORT void csr_mutex_lock_slow(uint32_t thread, SWIFT_SELF) __asm__(LOCK_SLOW);
SWIFT_CALL CSR_EXPORT void csr_mutex_unlock_slow(SWIFT_SELF) __asm__(UNLOCK_SLOW);

SWIFT_CALL CSR_EXPORT void csr_mutex_lock_slow(uint32_t thread, SWIFT_SELF) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_LIKELY(!task || !csr_may_block(task))) {
    static SWIFT_CALL void (*real)(uint32_t, SWIFT_SELF);
    if (!real) real = (SWIFT_CALL void (*)(uint32_t, SWIFT_SELF))dlsym(RTLD_NEXT, LOCK_SLOW);
    return real(thread, word);
  }
  csr_sync *sync = csr_sync_of(word);
  uint32_t *state = word;
  for (;;) {
    uint32_t seen = 0;
    if (__atomic_compare_exchange_n(state, &seen, thread, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) break;
    // A task that finds itself the owner waits for itself: the deadlock that it is.
    if ((seen & OWNER_MASK) == thread) sync->holder = task;
    __atomic_fetch_or(state, 1u << WAITERS_BIT, __ATOMIC_RELAXED);
    csr_block(task, CSR_OP_LOCK, sync, pc);
  }
  csr_acquire(task, sync);
}

SWIFT_CALL CSR_EXPORT void csr_mutex_unlock_slow(SWIFT_SELF) {
  csr_task *task = csr_current;
  if (CSR_LIKELY(!task || (task->is_driver && !csr_sync_is_known(word)))) {
    static SWIFT_CALL void (*real)(SWIFT_SELF);
    if (!real) real = (SWIFT_CALL void (*)(SWIFT_SELF))dlsym(RTLD_NEXT, UNLOCK_SLOW);
    return real(word);
  }
  csr_sync *sync = csr_sync_of(word);
  csr_release(task, sync);
  __atomic_store_n((uint32_t *)word, 0, __ATOMIC_RELEASE);
  sync->holder = NULL;
  csr_wake(sync, CSR_TASKS_MAX);
}

// Weak references are read and written by the runtime, whose accesses are not seen. What two tasks do to one must be ordered.
CSR_EXPORT void *swift_weakAssign(void *reference, void *object) {
  void *pc = CSR_CALLER;
  CSR_REAL(void *, "swift_weakAssign", void *, void *);
  if (CSR_UNLIKELY(csr_current != NULL)) csr_access_lent(csr_current, (uintptr_t)reference, true, pc);
  return real(reference, object);
}

CSR_EXPORT void *swift_weakLoadStrong(void *reference) {
  void *pc = CSR_CALLER;
  CSR_REAL(void *, "swift_weakLoadStrong", void *);
  csr_task *task = csr_current;
  if (CSR_LIKELY(!task)) return real(reference);
  csr_weak_point(task, (uintptr_t)reference, pc);
  csr_access_lent(task, (uintptr_t)reference, false, pc);
  void *object = real(reference);
  if (object) csr_weak_seen(task, (uintptr_t)reference, (uintptr_t)object, pc);
  return object;
}

// Initialisers that are running now: a task may have to wait for one that another has begun.
enum { ONCES_MAX = 64 };
static const void *running[ONCES_MAX];
static uint32_t running_count;

void csr_once_begin(void) { running_count = 0; }

static bool is_running(const void *token) {
  for (uint32_t index = 0; index < running_count; index++)
    if (running[index] == token) return true;
  return false;
}

static void leave(const void *token) {
  for (uint32_t index = 0; index < running_count; index++)
    if (running[index] == token) running[index] = running[--running_count];
}

// What an initialiser does happens before everyone's use of it, by a check that is not instrumented; so its
// accesses are not watched.
CSR_EXPORT void swift_once(void *token, void (*function)(void *), void *context) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  CSR_REAL(void, "swift_once", void *, void (*)(void *), void *);
  if (CSR_LIKELY(!task || task->is_driver || running_count == ONCES_MAX)) return real(token, function, context);
  csr_sync *sync = csr_sync_of(token);
  while (is_running(token)) csr_block(task, CSR_OP_ONCE, sync, pc);
  running[running_count++] = token;
  task->ignore_depth++;
  real(token, function, context);
  task->ignore_depth--;
  leave(token);
  csr_release(task, sync);
  csr_wake(sync, CSR_TASKS_MAX);
}
#endif
