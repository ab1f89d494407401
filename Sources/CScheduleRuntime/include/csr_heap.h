#pragma once

#include <stdbool.h>
#include <stdint.h>

/// What the calling thread has allocated and not freed since it began to count. Only of use where the thread frees what it
/// allocates by itself.
typedef struct {
  int64_t objects;
  int64_t bytes;
  bool is_counting;
  /// It is a task of a controlled schedule.
  bool is_task;
} csr_heap;

/// Begins to count on this thread, from zero. False where the process's allocations cannot be seen.
bool csr_heap_begin(void);
/// What was counted so far.
csr_heap csr_heap_read(void);
/// Counts no more.
void csr_heap_end(void);
