// Two models over the same histories. A store becomes a message at once, and weakness is that others go on reading older ones.
//
// Total store order: each task has seen the stores of all up to some moment; a load may let it see more, and never less. Only its own
// stores it sees at once. That is equivalent to buffers of stores. Source: Abdulla, Atig, Bouajjani, Ngo, "The benefits of duality in
// verifying concurrent programs under TSO", LMCS 2018.
//
// Relaxed: a load reads any message that is not older than what happens before it has written or read, a store takes any place among the
// messages behind those, and a read-modify-write stands right behind what it reads. Sequentially consistent operations take effect in the
// order in which they are performed. Source: Lahav, Vafeiadis, Kang, Hur, Dreyer, "Repairing sequential consistency in C/C++11", PLDI
// 2017, and Norris, Demsky, "CDSChecker", OOPSLA 2013.
#include "weak_memory.h"
#include "../Core/decisions.h"
#include "happens_before.h"

#if CSR_EXPLORE
#include <string.h>

// What a sequentially consistent fence has shown its task beyond what happens before it; whatever the fence happens before sees it, too.
typedef struct {
  uint32_t task;
  uint32_t epoch;
  csr_clock view;
} fence;

enum { FENCES_MAX = 128, UNSEEN_TIMES_MAX = 3 };
static fence fences[FENCES_MAX];
static uint32_t fences_used;
// What such fences have seen so far, and what such fences and all sequentially consistent accesses have.
static csr_clock fences_view, sequential_view;

void csr_weak_begin(void) {
  fences_used = 0;
  memset(&fences_view, 0, sizeof fences_view);
  memset(&sequential_view, 0, sizeof sequential_view);
  csr_history_begin();
}

static bool is_tso(void) { return csr_session.config.memory == CSR_MEMORY_TSO; }

static bool is_acquiring(int order) {
  return order == __ATOMIC_CONSUME || order == __ATOMIC_ACQUIRE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

static bool is_releasing(int order) {
  return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

bool csr_weak_orders_all(csr_op_kind kind, int order) {
  if (is_tso() && (kind == CSR_OP_ATOMIC_RMW || kind == CSR_OP_CAS)) return true;
  if (is_tso() && kind == CSR_OP_ATOMIC_STORE) return order == __ATOMIC_SEQ_CST;
  return kind == CSR_OP_FENCE && order == __ATOMIC_SEQ_CST;
}

csr_weak_op csr_weak_op_at(
    csr_task *task, csr_op_kind kind, const volatile void *address, uint32_t size, int order, void *pc) {
  return (csr_weak_op){
      .task = task, .kind = kind, .order = order, .pc = pc, .history = csr_history_of(address, size)};
}

// The driver runs alone. What is no point is no choice. And what ends an object's life comes after all its uses, by counts that are
// not instrumented.
static bool is_strict(const csr_task *task) { return task->is_driver || !task->is_at_point || task->ignore_depth > 0; }

static void meet(const csr_task *task, csr_message *message, int order) {
  if (message->met[task->id] == 0) message->met[task->id] = task->clock.epochs[task->id] + 1;
  if (order == __ATOMIC_SEQ_CST) message->is_sequential = true;
}

// What the task knows by what happens before, and by the fences among that.
static csr_clock view_of(const csr_task *task) {
  csr_clock view = task->clock;
  for (uint32_t index = 0; index < fences_used; index++)
    if (fences[index].epoch <= task->clock.epochs[fences[index].task]) csr_clock_join(&view, &fences[index].view);
  return view;
}

// The oldest message that the operation may read, and behind which it may write.
static uint32_t floor_of(const csr_weak_op *op) {
  const csr_history *history = op->history;
  uint32_t last = history->count - 1;
  if (is_strict(op->task)) return last;
  csr_clock view = view_of(op->task);
  if (op->order == __ATOMIC_SEQ_CST) csr_clock_join(&view, &fences_view);
  uint32_t floor = csr_history_floor(history, &view);
  if (is_tso()) {
    if (op->kind != CSR_OP_ATOMIC_LOAD) return last;
    for (uint32_t place = floor + 1; place <= last; place++) {
      const csr_message *message = history->order[place];
      if (message->store <= op->task->stores_seen || message->writer == op->task->id) floor = place;
    }
  } else if (op->order == __ATOMIC_SEQ_CST) {
    for (uint32_t place = floor + 1; place <= last; place++)
      if (history->order[place]->is_sequential) floor = place;
  }
  return floor;
}

static uint32_t choose(const csr_weak_op *op, uint32_t count) {
  if (count < 2) return 0;
  uint64_t object = csr_sync_of((const void *)op->history->address)->object;
  return csr_choose_value(op->task, count, op->kind, object, op->pc);
}

static void acquire(csr_task *task, const csr_clock *clock, int order) {
  csr_clock_join(is_acquiring(order) ? &task->clock : &task->seen, clock);
}

// An access of its own epoch, for the fences that come after it.
static void note_sequential(csr_task *task, int order) {
  if (order != __ATOMIC_SEQ_CST) return;
  uint32_t *epoch = &task->clock.epochs[task->id];
  if (sequential_view.epochs[task->id] < *epoch) sequential_view.epochs[task->id] = *epoch;
  ++*epoch;
}

static csr_value take(csr_weak_op *op, uint32_t place) {
  csr_message *message = op->history->order[place];
  op->place = place;
  meet(op->task, message, op->order);
  bool is_own = message->writer == op->task->id;
  if (!is_own && message->store > op->task->stores_seen) op->task->stores_seen = message->store;
  acquire(op->task, &message->clock, op->order);
  return message->value;
}

// Found by equality alone: addresses differ from process to process.
static csr_unseen *unseen_at(csr_task *task, uint64_t key) {
  for (uint32_t index = 0; index < CSR_UNSEEN_MAX && index < task->unseen_count; index++)
    if (task->unseen[index].key == key) return &task->unseen[index];
  return NULL;
}

// In a loop nobody can tell how often an older value was read, and each number of times would be schedules of their own: where they are
// counted, the same load reads past the same newest store a few times only.
static uint32_t choose_older(const csr_weak_op *op, uint32_t count) {
  if (csr_session.config.gives_way == CSR_GIVES_WAY_LOOPING) return choose(op, count);
  const csr_history *history = op->history;
  uint64_t key = csr_mix(csr_mix((uintptr_t)op->pc, history->address), history->order[history->count - 1]->store);
  csr_unseen *unseen = unseen_at(op->task, key);
  if (unseen && unseen->times >= UNSEEN_TIMES_MAX) return 0;
  uint32_t choice = choose(op, count);
  if (choice == 0) return choice;
  if (!unseen) {
    unseen = &op->task->unseen[op->task->unseen_count++ % CSR_UNSEEN_MAX];
    *unseen = (csr_unseen){.key = key};
  }
  unseen->times++;
  return choice;
}

csr_value csr_weak_load(csr_weak_op *op) {
  uint32_t last = op->history->count - 1;
  csr_value value = take(op, last - choose_older(op, last - floor_of(op) + 1));
  note_sequential(op->task, op->order);
  return value;
}

static void put(csr_weak_op *op, uint32_t place, csr_value value, const csr_clock *continued) {
  csr_task *task = op->task;
  bool is_last = place == op->history->count;
  csr_message *message = csr_history_insert(op->history, place, value);
  message->store = ++csr_session.stores;
  message->writer = task->id;
  meet(task, message, op->order);
  if (continued) message->clock = *continued;
  csr_clock_join(&message->clock, is_releasing(op->order) ? &task->clock : &task->released);
  // For what looks at the address without an atomic operation of instrumented code.
  if (is_last) csr_sync_of((const void *)op->history->address)->clock = message->clock;
  note_sequential(task, op->order);
  if (is_releasing(op->order)) task->clock.epochs[task->id]++;
  if (continued || op->order == __ATOMIC_SEQ_CST) task->stores_seen = csr_session.stores;
}

// Behind the floor, but never between a read-modify-write and what it has read.
void csr_weak_store(csr_weak_op *op, csr_value value) {
  uint32_t places[CSR_MESSAGES_MAX];
  uint32_t count = 0;
  uint32_t floor = floor_of(op);
  for (uint32_t place = op->history->count; place > floor; place--)
    if (!op->history->order[place - 1]->is_taken) places[count++] = place;
  put(op, places[choose(op, count)], value, NULL);
}

csr_value csr_weak_read(csr_weak_op *op) {
  uint32_t places[CSR_MESSAGES_MAX];
  uint32_t count = 0;
  uint32_t floor = floor_of(op);
  for (uint32_t place = op->history->count; place > floor; place--)
    if (!op->history->order[place - 1]->is_taken) places[count++] = place - 1;
  return take(op, places[choose(op, count)]);
}

void csr_weak_change(csr_weak_op *op, csr_value value) {
  csr_message *read = op->history->order[op->place];
  read->is_taken = true;
  csr_clock continued = read->clock;
  put(op, op->place + 1, value, &continued);
}

csr_value csr_weak_compare(csr_weak_op *op, csr_value expected, int failure_order) {
  uint32_t places[CSR_MESSAGES_MAX];
  uint32_t count = 0;
  uint32_t floor = floor_of(op);
  csr_weak_op failing = *op;
  failing.order = failure_order;
  uint32_t failing_floor = floor_of(&failing);
  uint32_t lowest = floor < failing_floor ? floor : failing_floor;
  for (uint32_t place = op->history->count; place > lowest; place--) {
    const csr_message *message = op->history->order[place - 1];
    bool succeeds = message->value == expected;
    if (succeeds ? place > floor && !message->is_taken : place > failing_floor) places[count++] = place - 1;
  }
  // Of several failures of equal values each is a choice, for what they order may differ.
  uint32_t place = places[choose(op, count)];
  if (op->history->order[place]->value == expected) return take(op, place);
  op->order = failure_order;
  csr_value value = take(op, place);
  if (is_tso()) op->task->stores_seen = csr_session.stores;
  note_sequential(op->task, op->order);
  return value;
}

static void sequential_fence(csr_task *task) {
  task->stores_seen = csr_session.stores;
  if (is_tso()) return;
  // What was published before does not know of this fence.
  task->clock.epochs[task->id]++;
  csr_clock view = view_of(task);
  csr_clock_join(&view, &sequential_view);
  csr_clock_join(&fences_view, &view);
  csr_clock_join(&sequential_view, &view);
  if (fences_used < FENCES_MAX)
    fences[fences_used++] = (fence){.task = task->id, .epoch = task->clock.epochs[task->id], .view = view};
  else
    csr_clock_join(&task->clock, &view);
}

void csr_weak_fence(csr_task *task, int order) {
  if (is_acquiring(order)) csr_clock_join(&task->clock, &task->seen);
  if (order == __ATOMIC_SEQ_CST) sequential_fence(task);
  if (is_releasing(order)) {
    task->released = task->clock;
    task->clock.epochs[task->id]++;
  }
}
#endif
