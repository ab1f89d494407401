#include "csr_tsan.h"
#include "csr_attributes.h"
#include "csr_backtrace.h"
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

// The interface of ThreadSanitizer's runtime, present only where it is linked.
__attribute__((weak)) int __tsan_get_report_data(
    void *report, const char **description, int *count, int *stack_count, int *mop_count,
    int *loc_count, int *mutex_count, int *thread_count, int *unique_tid_count, void **sleep_trace,
    unsigned long trace_size);
__attribute__((weak)) int __tsan_get_report_mop(
    void *report, unsigned long index, int *tid, void **addr, int *size, int *write, int *atomic,
    void **trace, unsigned long trace_size);
__attribute__((weak)) void __sanitizer_symbolize_pc(
    void *pc, const char *format, char *text, size_t text_size);
__attribute__((weak)) void __sanitizer_set_report_fd(void *descriptor);
void __tsan_on_report(void *report);
const char *__tsan_default_options(void);

enum { REPORTS_MAX = 128 };
static csr_tsan_report reports[REPORTS_MAX];
// A slot is free (0), being written (1) or ready (2). Writers draw tickets and never wait.
static uint8_t states[REPORTS_MAX];
static uint64_t written, taken, lost;
static int64_t context = -1;

// A report is a finding and no reason to stop: the run goes on, and its exit code stays its own. Locks that are taken in either
// order are left to schedules under control, which show a deadlock where there is one; the runtime's detector stops the process,
// and hangs in doing so, where a thread holds more than 64.
CSR_UNINSTRUMENTED
const char *__tsan_default_options(void) {
  return "halt_on_error=0:exitcode=0:report_signal_unsafe=0:history_size=4:detect_deadlocks=0";
}

CSR_UNINSTRUMENTED
void csr_tsan_context_set(int64_t value) { __atomic_store_n(&context, value, __ATOMIC_RELAXED); }

CSR_UNINSTRUMENTED
static void copy_access(void *report, uint32_t index, csr_tsan_access *access) {
  int tid, size, write, atomic;
  void *address;
  void *trace[CSR_TSAN_FRAMES_MAX] = {0};
  if (!__tsan_get_report_mop(
          report, index, &tid, &address, &size, &write, &atomic, trace, CSR_TSAN_FRAMES_MAX))
    return;
  access->is_write = write != 0;
  access->is_atomic = atomic != 0;
  access->size_bytes = (uint32_t)size;
  for (int frame = 0; frame < CSR_TSAN_FRAMES_MAX; frame++)
    access->frames[frame] = (uint64_t)(uintptr_t)trace[frame];
}

// Called by the runtime on the thread that made the later access, in the midst of the race.
CSR_UNINSTRUMENTED
void __tsan_on_report(void *report) {
  if (!__tsan_get_report_data || !__tsan_get_report_mop) return;
  uint64_t slot = __atomic_fetch_add(&written, 1, __ATOMIC_RELAXED) % REPORTS_MAX;
  uint8_t free_state = 0;
  if (!__atomic_compare_exchange_n(
          &states[slot], &free_state, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
    __atomic_fetch_add(&lost, 1, __ATOMIC_RELAXED);
    return;
  }
  const char *description = NULL;
  int count = 0, stacks = 0, mops = 0, locations = 0, mutexes = 0, threads = 0, tids = 0;
  void *sleep_trace[1] = {0};
  __tsan_get_report_data(
      report, &description, &count, &stacks, &mops, &locations, &mutexes, &threads, &tids,
      sleep_trace, 1);
  csr_tsan_report *entry = &reports[slot];
  *entry = (csr_tsan_report){.context = __atomic_load_n(&context, __ATOMIC_RELAXED)};
  for (size_t index = 0; description && description[index] && index + 1 < sizeof entry->kind; index++)
    entry->kind[index] = description[index];
  entry->access_count = mops < CSR_TSAN_ACCESSES_MAX ? (uint32_t)mops : CSR_TSAN_ACCESSES_MAX;
  for (uint32_t index = 0; index < entry->access_count; index++)
    copy_access(report, index, &entry->accesses[index]);
  __atomic_store_n(&states[slot], 2, __ATOMIC_RELEASE);
}

CSR_UNINSTRUMENTED
bool csr_tsan_take_report(csr_tsan_report *report) {
  uint64_t end = __atomic_load_n(&written, __ATOMIC_RELAXED);
  // Tickets whose report was lost left no ready slot of their own, so at most one lap is worth a look.
  if (end - taken > REPORTS_MAX) taken = end - REPORTS_MAX;
  while (taken < end) {
    uint64_t slot = taken % REPORTS_MAX;
    uint8_t state = __atomic_load_n(&states[slot], __ATOMIC_ACQUIRE);
    if (state == 1) return false;
    taken++;
    if (state == 0) continue;
    *report = reports[slot];
    __atomic_store_n(&states[slot], 0, __ATOMIC_RELEASE);
    return true;
  }
  return false;
}

uint64_t csr_tsan_reports_lost(void) { return __atomic_load_n(&lost, __ATOMIC_RELAXED); }

void csr_tsan_print_nothing(void) {
  if (!__sanitizer_set_report_fd) return;
  int descriptor = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (descriptor >= 0) __sanitizer_set_report_fd((void *)(intptr_t)descriptor);
}

void csr_tsan_describe(uint64_t program_counter, char *text, uint64_t text_size) {
  text[0] = 0;
  if (!__sanitizer_symbolize_pc || program_counter == 0) return;
  // A frame holds the return address; the call is the instruction before it.
  void *call = (void *)(uintptr_t)(program_counter - 1);
  char function[1024] = "", plain[1024], place[1024] = "";
  __sanitizer_symbolize_pc(call, "%f", function, sizeof function);
  __sanitizer_symbolize_pc(call, "%s:%l", place, sizeof place);
  csr_demangle(function, plain, sizeof plain);
  // The folder differs from machine to machine; the file's name is enough to find it.
  const char *file = strrchr(place, '/');
  snprintf(text, (size_t)text_size, "%s %s", plain, file ? file + 1 : place);
}
