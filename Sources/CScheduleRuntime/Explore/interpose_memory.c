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
static struct {
  void *memory;
  size_t size;
  csr_free by;
} freed[FREED_MAX];
static uint32_t freed_count;

// Which lines of memory may hold something freed: most questions are answered by one bit.
enum { LINE_SHIFT = 6, LINES = 1 << 13 };
static uint64_t freed_lines[LINES / 64];

static uint32_t line_of(uintptr_t address) {
  return (uint32_t)(((address >> LINE_SHIFT) * 0x9E3779B97F4A7C15u) >> 51);
}

static void mark_lines(uintptr_t address, size_t size) {
  uintptr_t count = (size >> LINE_SHIFT) + 2;
  if (count > LINES) {
    memset(freed_lines, 0xFF, sizeof freed_lines);
    return;
  }
  for (uintptr_t index = 0; index < count; index++) {
    uint32_t line = line_of(address + (index << LINE_SHIFT));
    freed_lines[line / 64] |= 1ull << line % 64;
  }
}

const csr_free *csr_memory_was_freed(uintptr_t address) {
  uint32_t line = line_of(address);
  if (CSR_LIKELY(!(freed_lines[line / 64] >> line % 64 & 1))) return NULL;
  for (uint32_t index = 0; index < freed_count; index++)
    if (address - (uintptr_t)freed[index].memory < freed[index].size) return &freed[index].by;
  return NULL;
}

static void put_off(csr_task *task, void *memory, void *pc) {
  if (freed_count == FREED_MAX) {
    // Addresses may come again from here on, so that shadows would mislead.
    csr_session.config.detect_races = false;
    csr_queue_freed(memory);
    __libc_free(memory);
    return;
  }
  size_t size = malloc_usable_size(memory);
  csr_memory_freed(task, (uintptr_t)memory, size, pc);
  mark_lines((uintptr_t)memory, size);
  freed[freed_count].memory = memory;
  freed[freed_count].size = size;
  freed[freed_count++].by = (csr_free){.task = task->id, .pc = pc};
}

void csr_memory_end(void) {
  for (uint32_t index = 0; index < freed_count; index++) {
    csr_queue_freed(freed[index].memory);
    __libc_free(freed[index].memory);
  }
  if (freed_count > 0) memset(freed_lines, 0, sizeof freed_lines);
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
