#include "references.h"
#include "shadow.h"

#if CSR_EXPLORE
#include <string.h>

// What was known to those who gave up a reference, by object. What a session frees stays where it is, so an address means one
// object. A session that has more than fit shares one: then more seems ordered than is.
enum { OWNED_MAX = 1 << 13, OWNED_USED_MAX = OWNED_MAX / 4 * 3 };
typedef struct {
  const void *object;
  uint32_t generation;
  csr_clock clock;
} owned;

static owned all_owned[OWNED_MAX];
static owned rest;
static uint32_t owned_used;

void csr_references_begin(void) {
  owned_used = 0;
  rest.generation = 0;
}

static owned *start(owned *place, const void *object) {
  place->object = object;
  place->generation = csr_session.generation;
  memset(&place->clock, 0, sizeof place->clock);
  return place;
}

static owned *find(const void *object, bool creates) {
  uint32_t index = (uint32_t)(((uintptr_t)object >> 4) * 0x9E3779B97F4A7C15u >> 51);
  for (;; index = (index + 1) % OWNED_MAX) {
    owned *place = &all_owned[index];
    if (place->generation == csr_session.generation) {
      if (place->object == object) return place;
      continue;
    }
    if (owned_used == OWNED_USED_MAX) {
      if (rest.generation == csr_session.generation) return &rest;
      return creates ? start(&rest, NULL) : NULL;
    }
    if (!creates) return NULL;
    owned_used++;
    return start(place, object);
  }
}

void csr_reference_given_up(csr_task *task, const void *object) {
  csr_clock_join(&find(object, true)->clock, &task->clock);
  task->clock.epochs[task->id]++;
}

void csr_reference_is_last(csr_task *task, const void *object, uint32_t size) {
  const owned *known = find(object, false);
  if (known) csr_clock_join(&task->clock, &known->clock);
  // Somebody may have given it up where that is not seen.
  if (csr_is_shared_memory(task, (uintptr_t)object, size)) csr_all_is_over(task);
}

void csr_all_is_over(csr_task *task) {
  for (uint32_t slot = 0; slot < csr_session.task_count; slot++) {
    csr_task *other = csr_session.tasks[slot];
    if (!other || other == task) continue;
    csr_clock_join(&task->clock, &other->clock);
    other->clock.epochs[other->id]++;
  }
}
#endif
