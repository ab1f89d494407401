// Virtual dispatch queues: what the files about libdispatch share.
#pragma once
#include "csr_core.h"

#if CSR_EXPLORE

/// A call that waits on a queue.
typedef struct csr_item {
  struct csr_item *next;
  void (*function)(void *);
  void *context;
  /// The queue it was given to, which may be above the one that runs it.
  void *leaf;
  /// The group to leave afterwards, or null.
  void *group;
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
  bool has_barrier;
  uint32_t running;
  csr_item *head, *tail;
  /// Where workers sit; a serial queue uses the first one only.
  struct csr_seat {
    struct csr_queue *queue;
    csr_task *worker;
    csr_item *item;
  } seats[CSR_SEATS_MAX];
} csr_queue;

// queue_registry.c: which queues there are.

/// The queue that runs what `queue` is given.
csr_queue *csr_queue_of(void *queue);
/// What the queue hands its calls to, or null where that is nothing of interest.
void *csr_queue_target(void *queue);
/// Notes that the queue has another target from now on.
void csr_queue_retarget(void *queue, void *target);

// queues.c: what they do.

csr_item *csr_item_make(void (*function)(void *), void *context, void *leaf);
/// Puts the call on its queue.
void csr_enqueue(csr_item *item);
/// Runs the call on the calling task as soon as the queue lets it.
void csr_run_in_queue(
    csr_task *task, void *leaf, void (*function)(void *), void *context, bool is_barrier, void *pc);

// interpose_groups.c
void csr_groups_begin(void);
void csr_group_enter(void *group);
void csr_group_leave(csr_task *task, void *group, void *pc);

// Blocks, without the compiler's support for them.

struct csr_block {
  void *isa;
  int32_t flags, reserved;
  void (*invoke)(void *);
};
/// One that is called with an index.
struct csr_block_of_index {
  void *isa;
  int32_t flags, reserved;
  void (*invoke)(void *, size_t);
};
void *_Block_copy(const void *block);
void _Block_release(const void *block);
/// Calls the block and lets go of it.
void csr_block_run(void *block);

/// A deadline of libdispatch as virtual nanoseconds.
static inline uint64_t csr_deadline(uint64_t when) {
  // Wall-clock times are negative.
  return when >> 62 == 3 ? (uint64_t)-(int64_t)when : when & ~(1ull << 63);
}
static const uint64_t CSR_DISPATCH_FOREVER = ~0ull;

#endif
