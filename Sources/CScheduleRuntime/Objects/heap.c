#include "heap.h"

#if CSR_EXPLORE

__thread csr_heap csr_heap_of_thread;

bool csr_heap_begin(void) {
  csr_heap_of_thread = (csr_heap){.is_counting = true, .is_task = csr_current != NULL};
  return true;
}
csr_heap csr_heap_read(void) { return csr_heap_of_thread; }
void csr_heap_end(void) { csr_heap_of_thread.is_counting = false; }

#else

// Without an interposer nobody sees what is allocated.
bool csr_heap_begin(void) { return false; }
csr_heap csr_heap_read(void) { return (csr_heap){0}; }
void csr_heap_end(void) {}

#endif
