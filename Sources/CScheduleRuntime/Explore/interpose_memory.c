// What a session frees stays allocated until it ends: an address means one object, so an access to it afterwards
// is seen for what it is, and nothing is mistaken for the object that lay there before.
#define _GNU_SOURCE
#include "csr_support.h"

#if CSR_EXPLORE
#include "csr_core.h"
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

extern void __libc_free(void *memory);
extern void *__libc_realloc(void *memory, size_t size);

enum { FREED_MAX = 1 << 15 };
static void *freed[FREED_MAX];
static uint32_t freed_count;

static void put_off(csr_task *task, void *memory, void *pc) {
  if (freed_count == FREED_MAX) {
    // Addresses may come again from here on, so that shadows would mislead.
    csr_session.config.detect_races = false;
    csr_queue_freed(memory);
    __libc_free(memory);
    return;
  }
  csr_memory_freed(task, (uintptr_t)memory, malloc_usable_size(memory), pc);
  freed[freed_count++] = memory;
}

void csr_memory_end(void) {
  for (uint32_t index = 0; index < freed_count; index++) {
    csr_queue_freed(freed[index]);
    __libc_free(freed[index]);
  }
  freed_count = 0;
}

CSR_EXPORT void free(void *memory) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task && memory)) {
    put_off(task, memory, pc);
  } else {
    csr_queue_freed(memory);
    __libc_free(memory);
  }
}

CSR_EXPORT void *realloc(void *memory, size_t size) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_LIKELY(!task || !memory || size == 0)) return __libc_realloc(memory, size);
  size_t old_size = malloc_usable_size(memory);
  void *moved = malloc(size);
  if (!moved) return NULL;
  memcpy(moved, memory, old_size < size ? old_size : size);
  put_off(task, memory, pc);
  return moved;
}
#endif
