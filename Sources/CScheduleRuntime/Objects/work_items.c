#include "work_items.h"
#include "../Core/session.h"
#include "../Platform/dispatch_types.h"

#if CSR_EXPLORE

// Items that are barriers, the latest last. An item's address may be that of an earlier one, or of a block of another kind.
enum { BARRIERS_MAX = 64 };
static struct {
  const void *block;
  void (*invoke)(void *);
} barriers[BARRIERS_MAX];
static uint32_t barrier_count, generation;
static const uintptr_t BARRIER_FLAG = 1;

static void (*invoke_of(const void *block))(void *) { return ((const struct csr_block *)block)->invoke; }

void csr_item_noted(const void *block, uintptr_t flags) {
  if (generation != csr_session.generation) barrier_count = 0;
  generation = csr_session.generation;
  for (uint32_t place = 0; place < BARRIERS_MAX; place++)
    if (barriers[place].block == block) barriers[place].block = NULL;
  if (!block || !(flags & BARRIER_FLAG)) return;
  uint32_t place = barrier_count++ % BARRIERS_MAX;
  barriers[place].block = block;
  barriers[place].invoke = invoke_of(block);
}

bool csr_is_barrier_item(const void *context) {
  if (!context || generation != csr_session.generation) return false;
  uint32_t count = barrier_count < BARRIERS_MAX ? barrier_count : BARRIERS_MAX;
  for (uint32_t place = 0; place < count; place++)
    if (barriers[place].block == context) return barriers[place].invoke == invoke_of(context);
  return false;
}
#endif
