// What was stored in each atomic of a session: messages, in the order of modification.
#pragma once
#include "../Core/session.h"

#if CSR_EXPLORE

/// Messages that are kept of one atomic; older ones cannot be read any more, which leaves out behaviour and adds none.
enum { CSR_MESSAGES_MAX = 8 };

typedef unsigned __int128 csr_value;

/// What one store has left.
typedef struct {
  csr_value value;
  /// What reading it orders before the reader, where the reader acquires.
  csr_clock clock;
  /// For each task 1 more than the epoch in which it wrote or first read this; 0 where it did not.
  uint32_t met[CSR_TASKS_MAX];
  /// Which of the session's atomic stores it was; 0 where it was there before.
  uint64_t store;
  uint32_t writer;
  /// A read-modify-write that has read it stands right behind it, and nothing comes in between.
  bool is_taken;
  /// A sequentially consistent operation has written or read it.
  bool is_sequential;
} csr_message;

/// An atomic. Memory holds the value of its last message.
typedef struct {
  uintptr_t address;
  uint32_t generation;
  uint32_t size;
  uint32_t count;
  /// In the order of modification.
  csr_message *order[CSR_MESSAGES_MAX];
  csr_message messages[CSR_MESSAGES_MAX];
} csr_history;

void csr_history_begin(void);
/// The atomic at that address. Null where there is no room, after the session was marked as failed.
csr_history *csr_history_of(const volatile void *address, uint32_t size);
/// A new message at that place, which may be the end; the oldest goes where there are too many. Fills in the value alone, and memory
/// where it is the last.
csr_message *csr_history_insert(csr_history *history, uint32_t place, csr_value value);
/// The index of the first message that may still be read by whoever knows what `clock` says.
uint32_t csr_history_floor(const csr_history *history, const csr_clock *clock);
/// Plain code writes there: what was stored before cannot be read any more.
void csr_history_forget(uintptr_t address, size_t size);

#endif
