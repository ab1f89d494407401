#include "allocation_count.h"

#include <stdlib.h>

// Measured on one thread, so the counter needs no order and no lock; a lost count of another thread is of no matter.
static unsigned long count;

unsigned long allocation_count(void) { return count; }

#if defined(__GLIBC__)
extern void *__libc_malloc(size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

// Swift asks for all its memory here; the other entrances of the C library are left as they are.
void *malloc(size_t size) {
  ++count;
  return __libc_malloc(size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  ++count;
  return __libc_memalign(alignment, size);
}
#endif
