// What libdispatch's calls are given: blocks, without the compiler's support for them, and deadlines.
#pragma once
#include "support.h"
#include <stddef.h>
#include <stdint.h>

#if CSR_EXPLORE

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
static inline void csr_block_run(void *block) {
  ((struct csr_block *)block)->invoke(block);
  _Block_release(block);
}

/// A deadline of libdispatch as virtual nanoseconds.
static inline uint64_t csr_deadline(uint64_t when) {
  // Wall-clock times are negative.
  return when >> 62 == 3 ? (uint64_t)-(int64_t)when : when & ~(1ull << 63);
}
static const uint64_t CSR_DISPATCH_FOREVER = ~0ull;

#endif
