// Which dispatch queues there are.
#pragma once
#include "../Core/session.h"

#if CSR_EXPLORE

/// A call that waits on a queue.
typedef struct csr_item {
  struct csr_item *next;
  void (*function)(void *);
  void *context;
  /// The queue it was given to, which may be above the one that runs it.
  void *leaf;
  /// Called with `finished_context` by the task that has run the call; or null.
  void (*finished)(csr_task *task, void *finished_context);
  void *finished_context;
  /// The task that waits to run the call itself, or null.
  csr_task *caller;
  bool is_granted;
  bool is_barrier;
  /// What happened before the call was given.
  csr_clock clock;
} csr_item;

enum { CSR_SEATS_MAX = 6 };

/// A queue of the session that runs calls: a serial one, or a concurrent one with its workers.
typedef struct csr_queue {
  const void *real;
  csr_sync *sync;
  uint64_t path;
  bool is_concurrent;
  /// Whether it is one of the system's, which all of the process share: a barrier there is none.
  bool is_global;
  bool has_barrier;
  /// What calls that are no barriers have done: before the next barrier.
  csr_clock shared;
  uint32_t running;
  csr_item *head, *tail;
  /// Where workers sit; a serial queue uses the first one only.
  struct csr_seat {
    struct csr_queue *queue;
    csr_task *worker;
    csr_item *item;
  } seats[CSR_SEATS_MAX];
} csr_queue;

void csr_queues_begin(void);
/// Notes a new queue, and returns it. Any thread.
void *csr_queue_made(void *queue, const char *label, void *attributes, void *target);
/// Forgets the queue that lay there, if any. Any thread.
void csr_queue_freed(const void *memory);
/// The queue that runs what `queue` is given.
csr_queue *csr_queue_of(void *queue);
/// The session's queues, each by its place; null behind the last one.
csr_queue *csr_queue_at(uint32_t index);
/// Whether that is a queue that was made while this runtime looked on.
bool csr_queue_is_known(const void *object);
/// Whether a queue with these attributes is made inactive.
bool csr_queue_is_made_inactive(void *attributes);
/// What the queue hands its calls to, or null where that is nothing of interest.
void *csr_queue_target(void *queue);
/// Notes that the queue has another target from now on.
void csr_queue_retarget(void *queue, void *target);

#endif
