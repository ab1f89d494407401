#define _GNU_SOURCE
#include "shadow.h"
#include "../Core/exclusive_accesses.h"
#include "../Core/reports.h"
#include "../Core/stacks.h"
#include "../Core/tasks.h"
#include "freed_memory.h"
#include "happens_before.h"
#include "message_history.h"
#include "sites.h"

#if CSR_EXPLORE
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

// Memory is watched in pieces of eight bytes. Where a session touches more than fit, the rest goes unwatched.
enum { CELLS_MAX = 1 << 14, PIECES_MAX = 64, SHARED_READS_MAX = 512, NOBODY = 255 };
enum { WRITE_ATOMIC = 1, READ_ATOMIC = 2, FREED = 4, READS_SHARED = 8, BY_SEVERAL = 16, WRITTEN = 32 };
// Whether an object of before the race is a point, once that was looked up.
enum { POINT_KNOWN = 64, POINT = 128 };

// Accesses that Swift announces have pieces and numbers of their own, so that everything else keeps its numbers, and are known by
// the code that makes them. Those of which something was seen are told apart as atomic ones are: they are not checked against each
// other. A value that takes no room is left out.
#define ANNOUNCED (1ull << 61)
enum { ANNOUNCED_OBJECTS = 1 << 30, TAKES_NO_ROOM = POINT };
static uint32_t announced_objects;

/// What one piece of memory has seen: its last write, its last reads, and whether tasks share it.
typedef struct {
  uintptr_t piece;
  uint32_t generation;
  uint32_t object;
  uint32_t write_epoch, read_epoch;
  uint8_t write_task, read_task;
  uint8_t write_bytes, read_bytes;
  uint8_t flags;
  /// The Swift tasks that these tasks ran, and who was the first: a task, or a Swift task, wherever it runs.
  uint16_t write_swift_task, read_swift_task, first_owner;
  /// Which of `shared_reads` holds the epochs of its readers, where there are several.
  uint16_t reads;
  void *write_pc, *read_pc;
  /// The newest of what has touched it in `touches`, while it was not known to be shared; 0: none.
  uint32_t newest_touch;
} cell;

/// Code that has touched a piece which only one task knew so far, in a run that learns. Where another task comes to it later, all of that
/// could come at another time.
enum { TOUCHES_MAX = 1 << 14, TOUCHES_OF_PIECE_MAX = 16 };
static struct {
  void *pc;
  uint32_t before;
} touches[TOUCHES_MAX];
static uint32_t touches_used;

static cell cells[CELLS_MAX];
static uint32_t cells_used;
static csr_clock shared_reads[SHARED_READS_MAX];
static void *shared_read_pcs[SHARED_READS_MAX][CSR_TASKS_MAX];
static uint32_t shared_reads_used;

/// Objects that weak variables were seen to hold: that they are freed is a change of the variable.
enum { WEAK_MAX = 128 };
static struct {
  uintptr_t object, reference;
} weak[WEAK_MAX];
static uint32_t weak_count;

static void check_announced(csr_task *task, const csr_exclusive *access);

void csr_shadow_begin(void) {
  weak_count = 0;
  cells_used = 0;
  announced_objects = 0;
  csr_session.on_access_over = check_announced;
  shared_reads_used = 0;
  touches_used = 0;
}

static void mark_freed(cell *cell, uint32_t task, void *pc) {
  cell->flags |= FREED;
  cell->write_task = (uint8_t)task;
  cell->write_swift_task = 0;
  cell->write_pc = pc;
}

static cell *find(uintptr_t piece, bool creates) {
  uint32_t place = (uint32_t)((piece * 0x9E3779B97F4A7C15u) >> 50);
  for (;; place = (place + 1) % CELLS_MAX) {
    cell *found = &cells[place];
    if (found->generation != csr_session.generation) {
      if (!creates || cells_used >= CELLS_MAX / 4 * 3) return NULL;
      cells_used++;
      uint32_t object = piece & ANNOUNCED ? ANNOUNCED_OBJECTS + ++announced_objects : csr_new_object();
      *found = (cell){
          .piece = piece, .generation = csr_session.generation, .object = object,
          .write_task = NOBODY, .read_task = NOBODY, .first_owner = NOBODY};
      const csr_free *by = csr_memory_was_freed(piece * 8);
      if (CSR_UNLIKELY(by != NULL)) mark_freed(found, by->task, by->pc);
      return found;
    }
    if (found->piece == piece) return found;
  }
}

static csr_who who(const cell *cell, uint32_t task, bool writes) {
  bool is_last = task == (writes ? cell->write_task : cell->read_task);
  uint32_t swift_task = !is_last ? 0 : writes ? cell->write_swift_task : cell->read_swift_task;
  return (csr_who){.task = task, .swift_task = swift_task, .path = csr_session.tasks[task]->path};
}

static void report(
    csr_task *task, const cell *cell, csr_report_kind kind, uint32_t earlier, bool earlier_writes,
    void *earlier_pc, bool writes, bool is_atomic, void *pc, uint32_t size) {
  csr_report found = {
      .kind = kind, .size = size, .object = cell->object, .who = {who(cell, earlier, earlier_writes), csr_who_is(task)},
      .writes = {earlier_writes, writes}, .pcs = {earlier_pc, pc}};
  bool is_announced = cell->object >= ANNOUNCED_OBJECTS;
  found.atomic[0] = !is_announced && (cell->flags & (earlier_writes ? WRITE_ATOMIC : READ_ATOMIC)) != 0;
  found.atomic[1] = !is_announced && is_atomic;
  csr_report_callers(&found, task);
  csr_report_add(&found);
}

static bool is_ordered(const csr_task *task, uint32_t other, uint32_t epoch) {
  return other == NOBODY || other == task->id || epoch <= task->clock.epochs[other];
}

static void check_reads(
    csr_task *task, cell *cell, uint8_t bytes, bool is_atomic, void *pc, uint32_t size) {
  if (!(cell->read_bytes & bytes) || (is_atomic && cell->flags & READ_ATOMIC)) return;
  if (!(cell->flags & READS_SHARED)) {
    if (!is_ordered(task, cell->read_task, cell->read_epoch))
      report(task, cell, CSR_REPORT_RACE, cell->read_task, false, cell->read_pc, true, is_atomic, pc, size);
    return;
  }
  const csr_clock *reads = &shared_reads[cell->reads];
  for (uint32_t other = 0; other < csr_session.task_count; other++) {
    if (is_ordered(task, other, reads->epochs[other])) continue;
    void *read_pc = shared_read_pcs[cell->reads][other];
    report(task, cell, CSR_REPORT_RACE, other, false, read_pc, true, is_atomic, pc, size);
    return;
  }
}

// Whether all that was done there comes before what the task does now.
static bool is_over(const csr_task *task, const cell *cell) {
  if (!is_ordered(task, cell->write_task, cell->write_epoch)) return false;
  if (!(cell->flags & READS_SHARED)) return is_ordered(task, cell->read_task, cell->read_epoch);
  for (uint32_t other = 0; other < csr_session.task_count; other++)
    if (!is_ordered(task, other, shared_reads[cell->reads].epochs[other])) return false;
  return true;
}

static void note_write(csr_task *task, cell *cell, uint8_t bytes, bool is_atomic, void *pc) {
  cell->write_task = (uint8_t)task->id;
  cell->write_swift_task = (uint16_t)task->swift_task;
  cell->write_epoch = task->clock.epochs[task->id];
  cell->write_bytes = bytes;
  cell->write_pc = pc;
  cell->read_task = NOBODY;
  cell->read_bytes = 0;
  cell->flags &= (uint8_t)~(READS_SHARED | READ_ATOMIC | WRITE_ATOMIC);
  if (is_atomic) cell->flags |= WRITE_ATOMIC;
}

static void note_read(csr_task *task, cell *cell, uint8_t bytes, bool is_atomic, void *pc) {
  uint32_t epoch = task->clock.epochs[task->id];
  bool replaces = !(cell->flags & READS_SHARED) && is_ordered(task, cell->read_task, cell->read_epoch);
  if (replaces) {
    cell->read_bytes = 0;
    cell->flags &= (uint8_t)~READ_ATOMIC;
    if (is_atomic) cell->flags |= READ_ATOMIC;
  } else if (!(cell->flags & READS_SHARED) && shared_reads_used < SHARED_READS_MAX) {
    cell->reads = (uint16_t)shared_reads_used++;
    memset(&shared_reads[cell->reads], 0, sizeof shared_reads[0]);
    shared_reads[cell->reads].epochs[cell->read_task] = cell->read_epoch;
    shared_read_pcs[cell->reads][cell->read_task] = cell->read_pc;
    cell->flags |= READS_SHARED;
  }
  if (cell->flags & READS_SHARED) {
    shared_reads[cell->reads].epochs[task->id] = epoch;
    shared_read_pcs[cell->reads][task->id] = pc;
  }
  // Several reads are atomic together only if each is.
  if (!replaces && !is_atomic) cell->flags &= (uint8_t)~READ_ATOMIC;
  cell->read_task = (uint8_t)task->id;
  cell->read_swift_task = (uint16_t)task->swift_task;
  cell->read_epoch = epoch;
  cell->read_bytes |= bytes;
  cell->read_pc = pc;
}

static void note_touch(cell *cell, void *pc) {
  uint32_t touch = cell->newest_touch, count = 0;
  for (; touch != 0; touch = touches[touch].before)
    if (touches[touch].pc == pc || ++count == TOUCHES_OF_PIECE_MAX) return;
  if (touches_used == TOUCHES_MAX - 1) return;
  touches[++touches_used].pc = pc;
  touches[touches_used].before = cell->newest_touch;
  cell->newest_touch = touches_used;
}

static void learn_touches(cell *cell) {
  for (uint32_t touch = cell->newest_touch; touch != 0; touch = touches[touch].before)
    csr_site_learn(cell->object, touches[touch].pc);
  cell->newest_touch = 0;
}

// Shared with a write among the accesses: worth a decision from the next session on. What one Swift task does in several
// places, such as on the executors of actors, comes one after the other.
static void learn(csr_task *task, cell *cell, bool writes, void *pc) {
  uint16_t owner = (uint16_t)(task->swift_task ? NOBODY + task->swift_task : task->id);
  if (cell->first_owner == NOBODY) cell->first_owner = owner;
  if (cell->first_owner != owner) cell->flags |= BY_SEVERAL;
  if (writes) cell->flags |= WRITTEN;
  if ((cell->flags & (BY_SEVERAL | WRITTEN)) != (BY_SEVERAL | WRITTEN)) {
    if (csr_session.config.all_points) note_touch(cell, pc);
    return;
  }
  learn_touches(cell);
  csr_site_learn(cell->object, pc);
  if (cell->write_pc) csr_site_learn(cell->object, cell->write_pc);
  if (cell->read_pc) csr_site_learn(cell->object, cell->read_pc);
}

static void check(
    csr_task *task, cell *cell, uint8_t bytes, uint32_t size, bool writes, bool is_atomic, void *pc) {
  if (cell->flags & FREED)
    report(task, cell, CSR_REPORT_USE_AFTER_FREE, cell->write_task, true, cell->write_pc, writes, is_atomic, pc, size);
  if (!csr_session.config.detect_races || cell->flags & FREED) return;
  bool meets_write = cell->write_bytes & bytes && !(is_atomic && cell->flags & WRITE_ATOMIC);
  if (meets_write && !is_ordered(task, cell->write_task, cell->write_epoch))
    report(task, cell, CSR_REPORT_RACE, cell->write_task, true, cell->write_pc, writes, is_atomic, pc, size);
  if (writes) {
    check_reads(task, cell, bytes, is_atomic, pc, size);
    note_write(task, cell, bytes, is_atomic, pc);
  } else {
    note_read(task, cell, bytes, is_atomic, pc);
  }
}

static uint8_t bytes_of(uintptr_t piece, uintptr_t address, size_t size) {
  uintptr_t low = address > piece * 8 ? address - piece * 8 : 0;
  uintptr_t high = address + size < piece * 8 + 8 ? address + size - piece * 8 : 8;
  return (uint8_t)((0xFFu >> (8 - (high - low))) << low);
}

// Stacks are private in Swift, but for what a caller lends to a call that it waits for.
static bool is_private(const csr_task *task, uintptr_t address) {
  return (address >= task->stack_low && address < task->stack_high) || csr_is_task_stack(address);
}

static bool is_point(cell *cell, const void *pc) {
  if (csr_session.config.all_points) return true;
  if (cell->object > csr_session.objects_before) return csr_site_is_point(cell->object, pc);
  if (!(cell->flags & POINT_KNOWN))
    cell->flags |= csr_site_is_point(cell->object, pc) ? POINT_KNOWN | POINT : POINT_KNOWN;
  return (cell->flags & POINT) != 0;
}

void csr_access(csr_task *task, uintptr_t address, size_t size, bool writes, void *pc) {
  if (CSR_UNLIKELY(csr_session.config.memory != CSR_MEMORY_SC) && writes) csr_history_forget(address, size);
  if (size == 0 || is_private(task, address)) return;
  if (CSR_UNLIKELY(task->exclusive_count > 0)) csr_exclusive_show(task, address);
  cell *first = find(address / 8, true);
  if (task->is_driver) return;
  csr_session.result.accesses++;
  if (!first) csr_session.result.accesses_unwatched++;
  if (!first || task->ignore_depth > 0) return;
  if (is_point(first, pc))
    csr_point(
        task, writes ? CSR_OP_WRITE : CSR_OP_READ, first->object, (void *)address, (uint32_t)size,
        writes, pc);
  else
    csr_session.result.accesses_passed++;
  uintptr_t last = (address + size - 1) / 8;
  bool is_cut = last - address / 8 >= PIECES_MAX;
  if (is_cut) last = address / 8 + PIECES_MAX - 1;
  csr_session.result.accesses_unwatched += is_cut;
  for (uintptr_t piece = address / 8; piece <= last; piece++) {
    cell *cell = piece == address / 8 ? first : find(piece, true);
    csr_session.result.accesses_unwatched += cell == NULL;
    if (!cell) return;
    learn(task, cell, writes, pc);
    check(task, cell, bytes_of(piece, address, size), (uint32_t)size, writes, false, pc);
  }
}

// A loop that touches nothing which matters has no points, and would never give way: after so many accesses one is a point,
// which weighs as many steps as make an endless loop a livelock within a second.
enum { PASSED_MAX = 16384, PASSED_STEPS = 100 };

static bool passes(void) {
  if (++csr_session.result.accesses_passed % PASSED_MAX != 0) return true;
  csr_session.result.steps += PASSED_STEPS - 1;
  return false;
}

void csr_atomic_point(
    csr_task *task, csr_op_kind kind, const volatile void *address, uint32_t size, void *pc) {
  uintptr_t place = (uintptr_t)address;
  if (is_private(task, place)) return;
  if (CSR_UNLIKELY(task->exclusive_count > 0)) csr_exclusive_show(task, place);
  cell *cell = find(place / 8, true);
  if (task->is_driver) return;
  csr_session.result.accesses++;
  bool writes = kind != CSR_OP_ATOMIC_LOAD;
  uint64_t object = cell ? cell->object : 0;
  csr_session.result.accesses_unwatched += cell == NULL;
  if (!cell || is_point(cell, pc) || !passes())
    csr_point(task, kind, object, (const void *)address, size, writes, pc);
  if (!cell || task->ignore_depth > 0) return;
  learn(task, cell, writes, pc);
  check(task, cell, bytes_of(place / 8, place, size), size, writes, true, pc);
}

void csr_access_unchosen(csr_task *task, uintptr_t address, size_t size, bool writes, void *pc) {
  if (task->is_driver) return;
  cell *cell = find(address / 8, true);
  if (cell)
    check(task, cell, bytes_of(address / 8, address, size), (uint32_t)size, writes, false, pc);
  else
    csr_session.result.accesses_unwatched++;
}

/// Whether an object of Swift begins there. No property does; but one that takes no room is lent at the place of the
/// object's type, which everybody reads.
static bool is_object_header(uintptr_t address) {
  const uintptr_t alignment = 16, smallest = 1 << 16, word_alignment = 8;
  if (address % alignment != 0) return false;
  uintptr_t type = *(const uintptr_t *)address, kind = 0;
  if (type < smallest || type % word_alignment != 0) return false;
  // It may be any word of the program.
  struct iovec to = {&kind, sizeof kind}, from = {(void *)type, sizeof kind};
  if (process_vm_readv(getpid(), &to, 1, &from, 1, 0) != sizeof kind) return false;
  const uintptr_t of_class = 0, of_box = 0x400, of_generic_box = 0x500;
  return kind == of_class || kind == of_box || kind == of_generic_box;
}

void csr_access_lent(csr_task *task, uintptr_t address, bool writes, void *pc) {
  // Locks of the system are lent to its functions, which keep calls apart by themselves.
  if (task->ignore_depth > 0 || is_private(task, address) || csr_sync_is_known((const void *)address)) return;
  if (is_object_header(address)) return;
  csr_access_unchosen(task, address, 1, writes, pc);
}

static bool is_watched(const csr_task *task, uintptr_t address) {
  return !task->is_driver && task->ignore_depth == 0 && !is_private(task, address);
}

/// What such accesses have touched there; null where they touch nothing, or something that is a lock.
static cell *find_announced(uintptr_t address) {
  cell *cell = find(address / 8 | ANNOUNCED, true);
  if (!cell) return NULL;
  if (!(cell->flags & POINT_KNOWN))
    cell->flags |= is_object_header(address) ? POINT_KNOWN | TAKES_NO_ROOM : POINT_KNOWN;
  return cell->flags & TAKES_NO_ROOM || csr_sync_is_known((const void *)address) ? NULL : cell;
}

void csr_access_announced_point(csr_task *task, uintptr_t address, bool writes, void *pc) {
  if (!csr_site_is_point(ANNOUNCED_OBJECTS, pc) || !is_watched(task, address)) return;
  const cell *cell = find_announced(address);
  if (cell)
    csr_point(
        task, writes ? CSR_OP_WRITE : CSR_OP_READ, cell->object, (void *)address, 1, writes, pc);
}

// Two of which something was seen are not checked against each other.
static void check_announced(csr_task *task, const csr_exclusive *access) {
  if (!is_watched(task, access->address)) return;
  cell *cell = find_announced(access->address);
  if (!cell) return;
  // What is lent may be changed by code that is not instrumented, and has been checked as that.
  if (!access->is_shown && !access->is_lent) {
    csr_session.result.accesses++;
    learn(task, cell, access->writes, access->pc);
  }
  // It may have been over for a while, in which the task has let others know of it.
  uint32_t epoch = task->clock.epochs[task->id];
  task->clock.epochs[task->id] = access->epoch;
  uint8_t bytes = bytes_of(access->address / 8, access->address, 1);
  check(task, cell, bytes, 1, access->writes, access->is_shown, access->pc);
  task->clock.epochs[task->id] = epoch;
}

void csr_weak_point(csr_task *task, uintptr_t reference, void *pc) {
  if (!is_watched(task, reference)) return;
  cell *cell = find(reference / 8, true);
  if (cell && is_point(cell, pc))
    csr_point(task, CSR_OP_READ, cell->object, (void *)reference, sizeof reference, false, pc);
}

void csr_weak_seen(csr_task *task, uintptr_t reference, uintptr_t object, void *pc) {
  if (!is_watched(task, reference)) return;
  cell *cell = find(reference / 8, true);
  if (!cell || weak_count == WEAK_MAX) return;
  learn(task, cell, false, pc);
  weak[weak_count].object = object;
  weak[weak_count++].reference = reference;
}

// The last strong reference is gone: from now on who reads the variable finds nothing.
static void note_weak(csr_task *task, uintptr_t object, void *pc) {
  for (uint32_t index = 0; index < weak_count; index++) {
    if (weak[index].object != object) continue;
    cell *cell = find(weak[index].reference / 8, false);
    if (cell && !task->is_driver) learn(task, cell, true, pc);
  }
}

static bool is_of_another(const csr_task *task, uint32_t other) { return other != NOBODY && other != task->id; }

bool csr_is_shared_memory(const csr_task *task, uintptr_t address, size_t size) {
  if (is_private(task, address)) return false;
  uintptr_t first = address / 8, end = first + (size < PIECES_MAX * 8 ? size / 8 : PIECES_MAX);
  for (uintptr_t piece = first; piece < end; piece++) {
    const cell *cell = find(piece, false);
    if (!cell) continue;
    if (cell->flags & (BY_SEVERAL | READS_SHARED)) return true;
    if (is_of_another(task, cell->write_task) || is_of_another(task, cell->read_task)) return true;
  }
  return false;
}

void csr_shadow_freed(csr_task *task, uintptr_t address, size_t size, void *pc) {
  note_weak(task, address, pc);
  uintptr_t last = (address + size - 1) / 8;
  if (size == 0 || last - address / 8 >= PIECES_MAX) return;
  for (uintptr_t piece = address / 8; piece <= last; piece++) {
    cell *cell = find(piece, false), *announced = announced_objects > 0 ? find(piece | ANNOUNCED, false) : NULL;
    // Whom nothing has kept from coming later could have come too late.
    if (cell && !task->is_driver && !is_over(task, cell)) learn(task, cell, true, pc);
    if (cell) mark_freed(cell, task->id, pc);
    if (announced) mark_freed(announced, task->id, pc);
  }
}
#endif
