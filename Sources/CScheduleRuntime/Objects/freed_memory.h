// What a session has freed, which stays allocated until it ends.
#pragma once
#include "../Platform/support.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if CSR_EXPLORE

/// Who freed a piece of memory, and where.
typedef struct {
  uint32_t task;
  void *pc;
} csr_free;
/// The free in this session of what holds that address; null where there was none.
const csr_free *csr_memory_was_freed(uintptr_t address);
/// Keeps the piece until the session ends; false where there is no room, and nothing was kept.
bool csr_memory_keep(void *memory, size_t size, csr_free by);
/// Hands everything that was kept to `release`.
void csr_memory_release_kept(void (*release)(void *));

#endif
