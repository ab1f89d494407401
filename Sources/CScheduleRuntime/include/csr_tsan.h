// What ThreadSanitizer reports, gathered inside the process. Without ThreadSanitizer nothing is ever there.
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum { CSR_TSAN_ACCESSES_MAX = 4, CSR_TSAN_FRAMES_MAX = 24 };

/// One access that takes part in a report.
typedef struct {
  bool is_write;
  bool is_atomic;
  uint32_t size_bytes;
  /// Program counters, the innermost first; 0 where the stack ends.
  uint64_t frames[CSR_TSAN_FRAMES_MAX];
} csr_tsan_access;

/// One report.
typedef struct {
  /// ThreadSanitizer's own word for the kind, for example "data-race".
  char kind[48];
  /// What `csr_tsan_context_set` last said.
  int64_t context;
  uint32_t access_count;
  csr_tsan_access accesses[CSR_TSAN_ACCESSES_MAX];
} csr_tsan_report;

/// Says what is running now, to be noted in each report made from now on. Any thread; the last one wins.
void csr_tsan_context_set(int64_t context);
/// Moves the oldest report not yet taken to `report`; false where there is none. One caller at a time.
bool csr_tsan_take_report(csr_tsan_report *report);
/// Number of reports that found no room, ever.
uint64_t csr_tsan_reports_lost(void);
/// From now on reports are gathered only, and ThreadSanitizer prints nothing. Any thread.
void csr_tsan_print_nothing(void);
/// Writes "function file:line" for a program counter, the name demangled, or the empty text. `text_size` includes the end.
void csr_tsan_describe(uint64_t program_counter, char *text, uint64_t text_size);
