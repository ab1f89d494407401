// A strategy that goes on with a spinning task sees nothing new until `fair_after`, and a schedule takes a hundred times as long.
// What a task does again and again while nobody else goes on is no more than a wait for others.
#include "spins.h"

#if CSR_EXPLORE
#include <string.h>

// REPEATS_MAX: the same operation on an unchanged value, one after the other, or where schedules are counted the same few of them in
// turn. LOOP_STEPS: operations of one task in a row, of which
// no more than CSR_SPIN_PLACES differ. REST_BITS_MAX: of the steps that others get, four times as many each time.
enum { REPEATS_MAX = 8, LOOP_STEPS = 128, REST_BITS_MAX = 12 };

static uint32_t resting;
static uint32_t generation;

static void forget(csr_spin *spin) {
  spin->repeats = 0;
  spin->read_count = spin->period = spin->circled = 0;
  spin->steps = 0;
  spin->place_count = 0;
}

void csr_spin_begin(csr_task *task) {
  if (generation != csr_session.generation) resting = 0;
  generation = csr_session.generation;
  task->spin = (csr_spin){.pc = NULL};
}

static uint64_t value_at(const void *address, uint32_t size) {
  uint64_t value = 0;
  memcpy(&value, address, size);
  return value;
}

static void note_repeat(csr_spin *spin, uint64_t object, const void *address, uint32_t size, void *pc) {
  bool has_value = address && size > 0 && size <= sizeof(uint64_t);
  uint64_t value = has_value ? value_at(address, size) : 0;
  bool is_same = has_value && spin->pc == pc && spin->object == object && spin->value == value;
  spin->repeats = is_same ? spin->repeats + 1 : 0;
  spin->pc = has_value ? pc : NULL;
  spin->object = object;
  spin->value = value;
}

/// Several reads in turn, such as of a flag and of whose turn it is.
static void note_circle(csr_spin *spin) {
  if (!spin->pc) {
    spin->read_count = spin->period = spin->circled = 0;
    return;
  }
  uint64_t read = csr_mix(csr_mix((uintptr_t)spin->pc, spin->object), spin->value);
  uint32_t most = spin->read_count < CSR_SPIN_READS ? spin->read_count : CSR_SPIN_READS;
  uint32_t period = spin->period ? spin->period : 2;
  while (period <= most && spin->reads[(spin->read_count - period) % CSR_SPIN_READS] != read) period++;
  if (period > most) period = 0;
  spin->circled = period && period == spin->period ? spin->circled + 1 : 0;
  spin->period = period;
  spin->reads[spin->read_count++ % CSR_SPIN_READS] = read;
}

static void note_place(csr_spin *spin, uint64_t place) {
  spin->steps++;
  if (spin->place_count > CSR_SPIN_PLACES) return;
  for (uint32_t index = 0; index < spin->place_count; index++)
    if (spin->places[index] == place) return;
  if (spin->place_count < CSR_SPIN_PLACES) spin->places[spin->place_count] = place;
  spin->place_count++;
}

void csr_spin_note(csr_task *task, csr_op_kind kind, uint64_t object, const void *address, uint32_t size, void *pc) {
  if (csr_session.config.gives_way == CSR_GIVES_WAY_NEVER) return;
  bool is_access = kind == CSR_OP_READ || kind == CSR_OP_ATOMIC_LOAD || kind == CSR_OP_ATOMIC_RMW || kind == CSR_OP_CAS;
  note_repeat(&task->spin, object, is_access ? address : NULL, size, pc);
  if (csr_session.config.gives_way == CSR_GIVES_WAY_REPEATING) note_circle(&task->spin);
  if (csr_session.config.gives_way == CSR_GIVES_WAY_LOOPING) note_place(&task->spin, csr_mix((uintptr_t)pc, object));
}

void csr_spin_judge(csr_task *last) {
  csr_spin *spin = &last->spin;
  bool repeats = spin->repeats >= REPEATS_MAX || (spin->period && spin->circled >= REPEATS_MAX * spin->period);
  bool loops = spin->steps >= LOOP_STEPS && spin->place_count <= CSR_SPIN_PLACES;
  if (spin->steps >= LOOP_STEPS) spin->steps = spin->place_count = 0;
  if (!repeats && !loops) return;
  forget(spin);
  spin->rest = 1u << spin->rest_bits;
  if (spin->rest_bits < REST_BITS_MAX) spin->rest_bits += 2;
  resting++;
}

void csr_spin_chosen(const csr_task *last, csr_task *next) {
  if (next && next != last) forget(&next->spin);
  if (CSR_LIKELY(resting == 0)) return;
  for (uint32_t index = 0; index < csr_session.task_count; index++) {
    csr_task *task = csr_session.by_path[index];
    if (task != next && task->spin.rest > 0 && --task->spin.rest == 0) resting--;
  }
}

bool csr_spin_rests(const csr_task *task) { return CSR_UNLIKELY(resting > 0) && task->spin.rest > 0; }

void csr_spin_wake(void) {
  for (uint32_t index = 0; index < csr_session.task_count; index++) csr_session.by_path[index]->spin.rest = 0;
  resting = 0;
}
#endif
