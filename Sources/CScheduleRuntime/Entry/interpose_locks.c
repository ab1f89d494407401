// pthread mutexes, conditions and read-write locks, and the slow paths of Swift's own mutex. Foundation's locks are made of these.
//
// A controlled task never blocks in the system: it tries, and waits under the session's control where it must.
// The real lock is taken all the same, by the task's own thread, so recursion and error checks are the system's.
#define _GNU_SOURCE
#include "../Core/places.h"
#include "../Core/tasks.h"
#include "../Core/virtual_time.h"
#include "../Objects/happens_before.h"
#include "../Platform/processor.h"
#include "../Platform/stall.h"

#if CSR_EXPLORE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int try_mutex(pthread_mutex_t *mutex) {
  CSR_REAL(int, "pthread_mutex_trylock", pthread_mutex_t *);
  return real(mutex);
}

static int unlock_mutex(pthread_mutex_t *mutex) {
  CSR_REAL(int, "pthread_mutex_unlock", pthread_mutex_t *);
  return real(mutex);
}

// Waits until nobody else holds it. A task that holds it itself goes on: the system says what recursion means.
static void await_holder(csr_task *task, csr_sync *sync, void *pc) {
  if (sync->holder && sync->holder != task)
    csr_block(task, CSR_OP_LOCK, sync, pc);
  else
    csr_sync_point(task, CSR_OP_LOCK, sync, pc);
}

// What the driver locks is not noted, since it mostly runs alone: the lock knows its owner. Tasks run on the driver's thread, but own
// what they lock by the numbers of others.
static void find_driver_as_holder(const pthread_mutex_t *mutex, csr_sync *sync) {
  if (sync->holder || mutex->__data.__owner != (int)csr_system_call(SYS_gettid, (const long[6]){0})) return;
  sync->holder = csr_session.tasks[0];
  sync->holds = mutex->__data.__count > 1 ? mutex->__data.__count : 1;
}

// A lock that no task holds is held by a thread outside the session, which lets go of it soon and wakes nobody here.
// That takes real time, but is no decision. After some 0.4 s it counts as held for ever.
static int try_until_released(pthread_mutex_t *mutex, csr_sync *sync) {
  enum { ATTEMPTS_MAX = 4000 };
  const struct timespec pause = {.tv_nsec = 50000};
  int status = try_mutex(mutex);
  if (status == EBUSY) find_driver_as_holder(mutex, sync);
  for (int attempt = 0; status == EBUSY && !sync->holder && attempt < ATTEMPTS_MAX; attempt++) {
    syscall(SYS_nanosleep, &pause, NULL);
    status = try_mutex(mutex);
  }
  return status;
}

// `caller` is who calls it, which may be a library that is not instrumented; `pc` is the place that is told.
static int lock_mutex(csr_task *task, pthread_mutex_t *mutex, void *pc, const void *caller) {
  csr_sync *sync = csr_sync_of(mutex);
  await_holder(task, sync, pc);
  int status;
  while ((status = try_until_released(mutex, sync)) == EBUSY) csr_block(task, CSR_OP_LOCK, sync, pc);
  if (status != 0) return status;
  csr_acquire(task, sync);
  csr_hold(task, sync, caller);
  return 0;
}

static int release_mutex(csr_task *task, pthread_mutex_t *mutex) {
  csr_sync *sync = csr_sync_of(mutex);
  csr_release(task, sync);
  int status = unlock_mutex(mutex);
  if (status == 0) csr_unhold(task, sync);
  return status;
}

static int lock_by_driver(csr_task *driver, pthread_mutex_t *mutex, void *pc) {
  if (try_mutex(mutex) == 0) return 0;
  csr_sync *sync = csr_sync_of(mutex);
  int kind = mutex->__data.__kind & 3;
  bool is_plain = kind != PTHREAD_MUTEX_RECURSIVE_NP && kind != PTHREAD_MUTEX_ERRORCHECK_NP;
  if (is_plain) find_driver_as_holder(mutex, sync);
  while (sync->holder && csr_may_block(driver)) {
    csr_block(driver, CSR_OP_LOCK, sync, pc);
    if (try_mutex(mutex) == 0) return 0;
  }
  CSR_REAL(int, "pthread_mutex_lock", pthread_mutex_t *);
  return real(mutex);
}

CSR_EXPORT int pthread_mutex_lock(pthread_mutex_t *mutex) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task != NULL))
    return task->is_driver ? lock_by_driver(task, mutex, CSR_PLACE(task, pc))
                           : lock_mutex(task, mutex, CSR_PLACE(task, pc), pc);
  CSR_REAL(int, "pthread_mutex_lock", pthread_mutex_t *);
  return real(mutex);
}

CSR_EXPORT int pthread_mutex_trylock(pthread_mutex_t *mutex) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_LIKELY(!task || task->is_driver)) return try_mutex(mutex);
  csr_sync *sync = csr_sync_of(mutex);
  csr_sync_point(task, CSR_OP_USER, sync, CSR_PLACE(task, pc));
  int status = try_mutex(mutex);
  if (status != 0) return status;
  csr_acquire(task, sync);
  csr_hold(task, sync, pc);
  return 0;
}

CSR_EXPORT int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *deadline) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_LIKELY(!task || !csr_may_block(task))) {
    CSR_REAL(int, "pthread_mutex_timedlock", pthread_mutex_t *, const struct timespec *);
    return real(mutex, deadline);
  }
  csr_sync *sync = csr_sync_of(mutex);
  pc = CSR_PLACE(task, pc);
  csr_sync_point(task, CSR_OP_LOCK, sync, pc);
  int status;
  while ((status = try_mutex(mutex)) == EBUSY)
    if (!csr_block_until(task, CSR_OP_LOCK, sync, pc, csr_nanoseconds(deadline))) return ETIMEDOUT;
  if (status != 0) return status;
  csr_acquire(task, sync);
  csr_hold(task, sync, pc);
  return 0;
}

// No point after it: nothing that follows at once can be distinguished from what precedes the next operation.
CSR_EXPORT int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task && (!task->is_driver || csr_sync_is_known(mutex)))) return release_mutex(task, mutex);
  int status = unlock_mutex(mutex);
  csr_synchronised(CSR_AFTER_UNLOCK, mutex);
  return status;
}

static int wait_condition(
    csr_task *task, pthread_cond_t *condition, pthread_mutex_t *mutex,
    const struct timespec *deadline, void *pc) {
  csr_sync *sync = csr_sync_of(condition);
  csr_sync_point(task, CSR_OP_WAIT, sync, pc);
  int status = release_mutex(task, mutex);
  if (status != 0) return status;
  bool was_woken = true;
  if (deadline)
    was_woken = csr_block_until(task, CSR_OP_WAIT, sync, pc, csr_nanoseconds(deadline));
  else
    csr_block(task, CSR_OP_WAIT, sync, pc);
  if (was_woken) csr_acquire(task, sync);
  status = lock_mutex(task, mutex, pc, pc);
  return status != 0 ? status : was_woken ? 0 : ETIMEDOUT;
}

CSR_EXPORT int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task && csr_may_block(task))) return wait_condition(task, condition, mutex, NULL, CSR_PLACE(task, pc));
  CSR_REAL(int, "pthread_cond_wait", pthread_cond_t *, pthread_mutex_t *);
  return real(condition, mutex);
}

CSR_EXPORT int pthread_cond_timedwait(
    pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *deadline) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task && csr_may_block(task)))
    return wait_condition(task, condition, mutex, deadline, CSR_PLACE(task, pc));
  CSR_REAL(int, "pthread_cond_timedwait", pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
  return real(condition, mutex, deadline);
}

static int signal_condition(pthread_cond_t *condition, uint32_t count, void *pc) {
  csr_task *task = csr_current;
  csr_sync *sync = csr_sync_of(condition);
  csr_sync_point(task, CSR_OP_SIGNAL, sync, pc);
  csr_release(task, sync);
  csr_wake(sync, count);
  return 0;
}

CSR_EXPORT int pthread_cond_signal(pthread_cond_t *condition) {
  void *pc = CSR_CALLER;
  if (CSR_UNLIKELY(csr_current != NULL)) return signal_condition(condition, 1, CSR_PLACE(csr_current, pc));
  CSR_REAL(int, "pthread_cond_signal", pthread_cond_t *);
  return real(condition);
}

CSR_EXPORT int pthread_cond_broadcast(pthread_cond_t *condition) {
  void *pc = CSR_CALLER;
  if (CSR_UNLIKELY(csr_current != NULL))
    return signal_condition(condition, CSR_TASKS_MAX, CSR_PLACE(csr_current, pc));
  CSR_REAL(int, "pthread_cond_broadcast", pthread_cond_t *);
  return real(condition);
}

static int try_shared(pthread_rwlock_t *lock) {
  CSR_REAL(int, "pthread_rwlock_tryrdlock", pthread_rwlock_t *);
  return real(lock);
}

static int try_exclusive(pthread_rwlock_t *lock) {
  CSR_REAL(int, "pthread_rwlock_trywrlock", pthread_rwlock_t *);
  return real(lock);
}

// What readers have done: before the next writer, and not before other readers.
static csr_sync *readers_of(pthread_rwlock_t *lock) { return csr_sync_of((const char *)lock + sizeof(int)); }

static void took_rwlock(csr_task *task, pthread_rwlock_t *lock, csr_sync *sync, bool is_exclusive) {
  csr_acquire(task, sync);
  if (!is_exclusive) return;
  csr_acquire(task, readers_of(lock));
  sync->holder = task;
}

typedef int attempt_function(pthread_rwlock_t *);

// Readers do not exclude each other, so only a writer is noted as the holder: whoever comes in vain waits for an unlock.
static int lock_rwlock(
    csr_task *task, pthread_rwlock_t *lock, attempt_function *attempt, const struct timespec *deadline, void *pc) {
  csr_sync *sync = csr_sync_of(lock);
  csr_sync_point(task, CSR_OP_LOCK, sync, pc);
  int status;
  while ((status = attempt(lock)) == EBUSY) {
    if (!deadline)
      csr_block(task, CSR_OP_LOCK, sync, pc);
    else if (!csr_block_until(task, CSR_OP_LOCK, sync, pc, csr_nanoseconds(deadline)))
      return ETIMEDOUT;
  }
  if (status == 0) took_rwlock(task, lock, sync, attempt == try_exclusive);
  return status;
}

static int try_rwlock(csr_task *task, pthread_rwlock_t *lock, attempt_function *attempt, void *pc) {
  csr_sync *sync = csr_sync_of(lock);
  csr_sync_point(task, CSR_OP_USER, sync, pc);
  int status = attempt(lock);
  if (status == 0) took_rwlock(task, lock, sync, attempt == try_exclusive);
  return status;
}

#define RWLOCK(kind, attempt) \
  CSR_EXPORT int pthread_rwlock_##kind##lock(pthread_rwlock_t *lock) { \
    void *pc = CSR_CALLER; \
    csr_task *task = csr_current; \
    if (CSR_UNLIKELY(task && csr_may_block(task))) return lock_rwlock(task, lock, attempt, NULL, CSR_PLACE(task, pc)); \
    CSR_REAL(int, "pthread_rwlock_" #kind "lock", pthread_rwlock_t *); \
    return real(lock); \
  } \
  CSR_EXPORT int pthread_rwlock_try##kind##lock(pthread_rwlock_t *lock) { \
    void *pc = CSR_CALLER; \
    csr_task *task = csr_current; \
    if (CSR_UNLIKELY(task && !task->is_driver)) return try_rwlock(task, lock, attempt, CSR_PLACE(task, pc)); \
    return attempt(lock); \
  } \
  CSR_EXPORT int pthread_rwlock_timed##kind##lock(pthread_rwlock_t *lock, const struct timespec *deadline) { \
    void *pc = CSR_CALLER; \
    csr_task *task = csr_current; \
    if (CSR_UNLIKELY(task && csr_may_block(task))) return lock_rwlock(task, lock, attempt, deadline, CSR_PLACE(task, pc)); \
    CSR_REAL(int, "pthread_rwlock_timed" #kind "lock", pthread_rwlock_t *, const struct timespec *); \
    return real(lock, deadline); \
  }

RWLOCK(rd, try_shared)
RWLOCK(wr, try_exclusive)

CSR_EXPORT int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
  csr_task *task = csr_current;
  CSR_REAL(int, "pthread_rwlock_unlock", pthread_rwlock_t *);
  if (CSR_LIKELY(!task || (task->is_driver && !csr_sync_is_known(lock)))) return real(lock);
  csr_sync *sync = csr_sync_of(lock);
  csr_release(task, sync->holder == task ? sync : readers_of(lock));
  int status = real(lock);
  if (status != 0) return status;
  if (sync->holder == task) sync->holder = NULL;
  csr_wake(sync, CSR_TASKS_MAX);
  return 0;
}
#endif
