// Jobs of Swift's concurrency runtime: what is left of a Swift task, or of an actor's queue, until it next gives its thread up.
//
// A job that is due is a task of the session, so that who goes on is a choice. A Swift task keeps the task in which it ran first
// wherever that is free when it is resumed.
#pragma once
#include "../Core/session.h"
#include "csr_reports.h"

#if CSR_EXPLORE

typedef enum { CSR_CONTINUATION_NONE, CSR_CONTINUATION_OPEN, CSR_CONTINUATION_RESUMED } csr_continuation;

/// A job of the session.
typedef struct csr_job {
  /// The runtime's.
  void *key;
  uint32_t generation;
  uint32_t object;
  /// Its number among the session's Swift tasks, or 0.
  uint32_t number;
  /// Whether it is a Swift task, which is over once the runtime says so.
  bool is_swift_task;
  bool is_complete;
  /// Whether it waits for its turn.
  bool is_due;
  /// Whether it has made itself due and is about to leave its seat.
  bool comes_back;
  /// Of the Swift task's last unchecked continuation.
  csr_continuation continuation;
  void *resumed_by;
  csr_who resumed_in;
  uint64_t path;
  struct csr_seat_of_jobs *seat;
  /// The number of the actor that the Swift task entered last and has not left since, as an object; or 0.
  uint32_t actor;
  /// The task that runs it, or ran it last.
  csr_task *runner;
  struct csr_job *next;
  void (*run)(void *key);
  /// What happened before it became due.
  csr_clock clock;
} csr_job;

/// `place` says where the code of a suspended Swift task will go on.
void csr_jobs_begin(void *(*place)(void *key));
/// The job with that key, new where there was none; null, and the session failed, where there is no room.
csr_job *csr_job_of(void *key);
/// The same, or null where there is none.
csr_job *csr_job_find(const void *key);
/// It can go on from now on, by `run`. On behalf of `task`.
void csr_job_enqueue(csr_task *task, csr_job *job, void (*run)(void *key));
/// The same from that virtual time on.
void csr_job_enqueue_at(csr_task *task, csr_job *job, void (*run)(void *key), uint64_t deadline);
/// The task begins to run a job, on the seat of another one where that has given up an actor.
void csr_job_starts(csr_task *task, const void *key);
/// Whether any job waits for its turn, or for time to pass.
bool csr_jobs_are_due(void);
/// Whether any Swift task of the session has not come to its end.
bool csr_jobs_are_unfinished(void);
/// What was published there happens before what the task does next; and the other way round. For the runtime's own
/// synchronisation, which is not instrumented.
void csr_job_acquire(csr_task *task, const void *key);
void csr_job_release(csr_task *task, const void *key);

#endif
