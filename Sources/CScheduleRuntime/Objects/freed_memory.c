#include "freed_memory.h"

#if CSR_EXPLORE
#include <string.h>

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

bool csr_memory_keep(void *memory, size_t size, csr_free by) {
  if (freed_count == FREED_MAX) return false;
  mark_lines((uintptr_t)memory, size);
  freed[freed_count].memory = memory;
  freed[freed_count].size = size;
  freed[freed_count++].by = by;
  return true;
}

void csr_memory_release_kept(void (*release)(void *)) {
  for (uint32_t index = 0; index < freed_count; index++) release(freed[index].memory);
  if (freed_count > 0) memset(freed_lines, 0, sizeof freed_lines);
  freed_count = 0;
}
#endif
