// Semaphores and spin locks of POSIX. The real object keeps the count or the owner; waiting for it is the session's.
#define _GNU_SOURCE
#include "../Core/places.h"
#include "../Core/tasks.h"
#include "../Core/virtual_time.h"
#include "../Objects/happens_before.h"
#include "interpose_threads.h"

#if CSR_EXPLORE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static bool waits_here(const csr_task *task, const void *pc) { return csr_may_block(task) && !csr_is_dispatch(pc); }

static bool try_semaphore(sem_t *semaphore) {
  CSR_REAL(int, "sem_trywait", sem_t *);
  return real(semaphore) == 0;
}

// Without a deadline where that is null; 0, or an error's number.
static int await_semaphore(csr_task *task, sem_t *semaphore, const struct timespec *deadline, void *pc) {
  csr_sync *sync = csr_sync_of(semaphore);
  csr_sync_point(task, CSR_OP_WAIT, sync, pc);
  while (!try_semaphore(semaphore)) {
    if (!deadline)
      csr_block(task, CSR_OP_WAIT, sync, pc);
    else if (!csr_block_until(task, CSR_OP_WAIT, sync, pc, csr_nanoseconds(deadline)))
      return ETIMEDOUT;
  }
  csr_acquire(task, sync);
  return 0;
}

CSR_EXPORT int sem_wait(sem_t *semaphore) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task && waits_here(task, pc))) return await_semaphore(task, semaphore, NULL, CSR_PLACE(task, pc));
  CSR_REAL(int, "sem_wait", sem_t *);
  return real(semaphore);
}

CSR_EXPORT int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict deadline) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task && waits_here(task, pc))) {
    int status = await_semaphore(task, semaphore, deadline, CSR_PLACE(task, pc));
    if (status != 0) errno = status;
    return status == 0 ? 0 : -1;
  }
  CSR_REAL(int, "sem_timedwait", sem_t *, const struct timespec *);
  return real(semaphore, deadline);
}

CSR_EXPORT int sem_trywait(sem_t *semaphore) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  CSR_REAL(int, "sem_trywait", sem_t *);
  if (CSR_LIKELY(!task) || !waits_here(task, pc)) return real(semaphore);
  csr_sync *sync = csr_sync_of(semaphore);
  csr_sync_point(task, CSR_OP_USER, sync, CSR_PLACE(task, pc));
  int status = real(semaphore);
  if (status == 0) csr_acquire(task, sync);
  return status;
}

CSR_EXPORT int sem_post(sem_t *semaphore) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  CSR_REAL(int, "sem_post", sem_t *);
  if (CSR_LIKELY(!task) || csr_is_dispatch(pc)) return real(semaphore);
  csr_sync *sync = csr_sync_of(semaphore);
  csr_sync_point(task, CSR_OP_SIGNAL, sync, CSR_PLACE(task, pc));
  csr_release(task, sync);
  int status = real(semaphore);
  csr_wake(sync, 1);
  return status;
}

static int try_spin(pthread_spinlock_t *lock) {
  CSR_REAL(int, "pthread_spin_trylock", pthread_spinlock_t *);
  return real(lock);
}

static void took_spin(csr_task *task, csr_sync *sync, void *pc) {
  csr_acquire(task, sync);
  csr_hold(task, sync, pc);
}

static csr_sync *sync_of_spin(pthread_spinlock_t *lock) { return csr_sync_of((const void *)lock); }

CSR_EXPORT int pthread_spin_lock(pthread_spinlock_t *lock) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task && csr_may_block(task))) {
    csr_sync *sync = sync_of_spin(lock);
    pc = CSR_PLACE(task, pc);
    csr_sync_point(task, CSR_OP_LOCK, sync, pc);
    while (try_spin(lock) != 0) csr_block(task, CSR_OP_LOCK, sync, pc);
    took_spin(task, sync, pc);
    return 0;
  }
  CSR_REAL(int, "pthread_spin_lock", pthread_spinlock_t *);
  return real(lock);
}

CSR_EXPORT int pthread_spin_trylock(pthread_spinlock_t *lock) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_LIKELY(!task || !csr_may_block(task))) return try_spin(lock);
  csr_sync *sync = sync_of_spin(lock);
  pc = CSR_PLACE(task, pc);
  csr_sync_point(task, CSR_OP_USER, sync, pc);
  int status = try_spin(lock);
  if (status == 0) took_spin(task, sync, pc);
  return status;
}

CSR_EXPORT int pthread_spin_unlock(pthread_spinlock_t *lock) {
  csr_task *task = csr_current;
  CSR_REAL(int, "pthread_spin_unlock", pthread_spinlock_t *);
  if (CSR_LIKELY(!task || (task->is_driver && !csr_sync_is_known((const void *)lock)))) return real(lock);
  csr_sync *sync = sync_of_spin(lock);
  csr_release(task, sync);
  int status = real(lock);
  csr_unhold(task, sync);
  return status;
}
#endif
