#define _GNU_SOURCE
#include "reports.h"
#include "../Platform/processor.h"
#include "csr_backtrace.h"
#include "csr_symbols.h"
#include "session.h"

#if CSR_EXPLORE
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static csr_report reports[CSR_REPORTS_MAX];

void csr_report_add(const csr_report *report) {
  uint32_t count = csr_session.result.reports;
  for (uint32_t index = 0; index < count && index < CSR_REPORTS_MAX; index++) {
    const csr_report *known = &reports[index];
    if (known->kind == report->kind && known->pcs[0] == report->pcs[0] && known->pcs[1] == report->pcs[1])
      return;
  }
  if (count == CSR_REPORTS_MAX) return;
  reports[count] = *report;
  csr_session.result.reports++;
}

// Puts what instrumented code has called behind the frames that are there, and returns how many there are then.
static uint32_t add_callers(const csr_task *task, void **frames, uint32_t count) {
  return count + csr_callers(task, frames + count, CSR_REPORT_FRAMES_MAX - count);
}

void csr_report_callers(csr_report *report, const csr_task *task) { add_callers(task, report->frames, 0); }

bool csr_explore_report(uint32_t index, csr_report *report) {
  if (index >= csr_session.result.reports) return false;
  *report = reports[index];
  return true;
}

/// Who was stuck when the last session failed; reported later, because to find names is slow and allocates.
typedef struct {
  csr_who who;
  uint32_t kind;
  uint64_t object;
  /// The task that holds it; the driver holds nothing.
  csr_who holder;
  void *pc;
  /// Of a lock that was taken: who called the lock's own code.
  const void *caller;
  uint32_t frame_count;
  void *frames[CSR_REPORT_FRAMES_MAX];
} stuck_task;

enum { STUCK_MAX = 2 * CSR_TASKS_MAX, SUSPENDED = 1000, CRASHED, TAKEN };
static stuck_task stuck[STUCK_MAX];
static uint32_t stuck_count;

void csr_reports_begin(void) { stuck_count = 0; }

csr_who csr_who_is(const csr_task *task) {
  return (csr_who){.task = task->id, .swift_task = task->swift_task, .path = task->path};
}

void csr_describe_suspended(uint32_t swift_task, void *place) {
  if (stuck_count == STUCK_MAX) return;
  stuck[stuck_count++] = (stuck_task){.who = {.swift_task = swift_task}, .kind = SUSPENDED, .pc = place};
}

// Where a lock was taken that somebody waits for, once.
static void describe_taking(const csr_sync *sync) {
  if (!sync->holder || !sync->taken_at || stuck_count == STUCK_MAX) return;
  for (uint32_t index = 0; index < stuck_count; index++)
    if (stuck[index].kind == TAKEN && stuck[index].object == sync->object) return;
  stuck_task *entry = &stuck[stuck_count++];
  *entry = (stuck_task){
      .who = csr_who_is(sync->holder), .kind = TAKEN, .object = sync->object, .pc = sync->taken_at,
      .caller = sync->taken_by};
  while (entry->frame_count < CSR_TAKEN_FRAMES && sync->taken_from[entry->frame_count]) {
    entry->frames[entry->frame_count] = sync->taken_from[entry->frame_count];
    entry->frame_count++;
  }
}

void csr_describe_stuck(void) {
  for (uint32_t index = 0; index < csr_session.task_count; index++) {
    csr_task *task = csr_session.by_path[index];
    if (task->state != CSR_TASK_BLOCKED && task->state != CSR_TASK_READY) continue;
    stuck_task *entry = &stuck[stuck_count++];
    *entry = (stuck_task){
        .who = csr_who_is(task), .kind = task->pending.kind, .object = task->pending.object,
        .pc = task->pending.pc};
    if (task->state == CSR_TASK_BLOCKED && task->waits_for && task->waits_for->holder)
      entry->holder = csr_who_is(task->waits_for->holder);
    entry->frame_count = add_callers(task, entry->frames, 0);
  }
  for (uint32_t index = 0; index < csr_session.task_count; index++) {
    const csr_task *task = csr_session.by_path[index];
    if (task->state == CSR_TASK_BLOCKED && task->waits_for) describe_taking(task->waits_for);
  }
  if (csr_session.on_stuck) csr_session.on_stuck();
}

// The callers are those that frame pointers name, as far as these lie on the task's own stack.
void csr_describe_crash(const csr_task *task, int32_t signal, const void *context) {
  csr_signal_place place = csr_signal_place_of(context);
  stuck_task *entry = &stuck[0];
  stuck_count = 1;
  *entry = (stuck_task){
      .who = csr_who_is(task), .kind = CRASHED, .object = (uint64_t)signal,
      // The instruction itself, where others are return addresses.
      .pc = (char *)place.instruction + 1};
  uintptr_t frame = place.frame;
  while (entry->frame_count < CSR_REPORT_FRAMES_MAX) {
    void **words = (void **)frame;
    if (frame < place.stack || !csr_is_frame(task, frame) || !words[1]) break;
    entry->frames[entry->frame_count++] = words[1];
    if ((uintptr_t)words[0] <= frame) break;
    frame = (uintptr_t)words[0];
  }
  // The C library keeps no frame pointers, and `abort` ends there.
  if (signal == SIGABRT) entry->frame_count = add_callers(task, entry->frames, entry->frame_count);
}

static const char *verb(uint32_t kind) {
  switch (kind) {
    case CSR_OP_LOCK: return "waits for lock";
    case CSR_OP_WAIT: return "waits for a signal of object";
    case CSR_OP_ONCE: return "waits for the initialisation of object";
    case CRASHED: return "crashes by signal";
    default: return "is at object";
  }
}

// As `ScheduleIncident` names them.
static void name_task(csr_who who, char *text, size_t text_size) {
  const uint64_t raced_max = CSR_TASKS_MAX;
  if (who.swift_task)
    snprintf(text, text_size, "Swift task %u", who.swift_task);
  else if (who.path <= raced_max)
    snprintf(text, text_size, "task %llu", (unsigned long long)who.path);
  else
    snprintf(text, text_size, "job %u", who.task);
}

static int describe_wait(const stuck_task *entry, char *line, size_t size) {
  char name[32], holder[32];
  name_task(entry->who, name, sizeof name);
  if (entry->kind == SUSPENDED) return snprintf(line, size, "%s is suspended, and nobody resumes it,", name);
  if (entry->kind == TAKEN)
    return snprintf(line, size, "lock %llu was taken by %s", (unsigned long long)entry->object, name);
  int used = snprintf(line, size, "%s %s %llu", name, verb(entry->kind), (unsigned long long)entry->object);
  if (entry->holder.task == 0) return used;
  name_task(entry->holder, holder, sizeof holder);
  return used + snprintf(line + used, size - (size_t)used, " held by %s", holder);
}

// Swift's concurrency runtime has a lock for each task, which nobody sees in their own code.
static const char *owner_of(const stuck_task *entry) {
  Dl_info info;
  bool is_found = entry->kind == TAKEN && entry->caller && dladdr(entry->caller, &info) && info.dli_fname;
  return is_found && strstr(info.dli_fname, "libswift_Concurrency") ? "Swift's concurrency runtime < " : "";
}

uint32_t csr_explore_describe(char *text, uint32_t text_size) {
  uint32_t length = 0;
  if (text_size > 0) text[0] = 0;
  for (uint32_t index = 0; index < stuck_count; index++) {
    const stuck_task *entry = &stuck[index];
    char line[2048], place[512];
    csr_explore_name(entry->pc, place, sizeof place);
    int used = describe_wait(entry, line, sizeof line);
    used += snprintf(line + used, sizeof line - (size_t)used, " in %s%s", owner_of(entry), place);
    for (uint32_t depth = 0; depth < entry->frame_count && (size_t)used + 600 < sizeof line; depth++) {
      csr_explore_name(entry->frames[depth], place, sizeof place);
      used += snprintf(line + used, sizeof line - (size_t)used, " < %s", place);
    }
    for (int place_in_line = 0; place_in_line < used && length + 2 < text_size; place_in_line++)
      text[length++] = line[place_in_line];
    if (length + 1 < text_size) text[length++] = '\n';
  }
  if (length < text_size) text[length] = 0;
  return length;
}

// Whether that image is the executable: the one in which this function lies, which is linked into it.
static bool is_executable(const Dl_info *info) {
  Dl_info own;
  return dladdr((const void *)&csr_explore_symbolise, &own) && own.dli_fbase == info->dli_fbase;
}

static void name_place(const void *pc, char *text, uint32_t text_size, bool reads_table) {
  Dl_info info;
  // A return address; the call lies before it.
  const char *address = pc ? (const char *)pc - 1 : NULL;
  if (!address || !dladdr(address, &info) || !info.dli_fname) {
    snprintf(text, text_size, "?");
    return;
  }
  const char *slash = strrchr(info.dli_fname, '/');
  char plain[1024];
  size_t offset = (size_t)(address - (const char *)info.dli_fbase);
  const char *name = info.dli_sname;
  if (!name && reads_table && is_executable(&info)) name = csr_executable_symbol(offset);
  csr_demangle(name ? name : "?", plain, sizeof plain);
  // However long the name is, the place in the binary stays: the line is found by it.
  const char *image = slash ? slash + 1 : info.dli_fname;
  int room = (int)text_size - (int)strlen(image) - 32;
  snprintf(text, text_size, "%.*s (%s+0x%zx)", room > 0 ? room : 0, plain, image, offset);
}

void csr_explore_symbolise(const void *pc, char *text, uint32_t text_size) {
  name_place(pc, text, text_size, false);
}

void csr_explore_name(const void *pc, char *text, uint32_t text_size) {
  name_place(pc, text, text_size, true);
}

#else

bool csr_explore_report(uint32_t index, csr_report *report) {
  (void)index;
  (void)report;
  return false;
}
uint32_t csr_explore_describe(char *text, uint32_t text_size) {
  if (text_size > 0) text[0] = 0;
  return 0;
}
void csr_explore_symbolise(const void *pc, char *text, uint32_t text_size) {
  (void)pc;
  if (text_size > 0) text[0] = 0;
}
void csr_explore_name(const void *pc, char *text, uint32_t text_size) {
  (void)pc;
  if (text_size > 0) text[0] = 0;
}
#endif
