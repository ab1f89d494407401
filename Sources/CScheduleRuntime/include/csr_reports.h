// What a session saw: races, uses of freed memory, and who was stuck.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// What a report is about.
typedef enum {
  /// Two accesses, one of them a write, that nothing orders.
  CSR_REPORT_RACE,
  /// An access to memory that was freed before, whoever freed it.
  CSR_REPORT_USE_AFTER_FREE,
  /// A continuation of a Swift task that is resumed although it was before.
  CSR_REPORT_RESUMED_TWICE,
} csr_report_kind;

/// Who did something: a task, and the Swift task that it ran, by its number in the order of creation, or 0.
typedef struct {
  uint32_t task;
  uint32_t swift_task;
  uint64_t path;
} csr_who;

enum { CSR_REPORTS_MAX = 16, CSR_REPORT_FRAMES_MAX = 12 };

typedef struct {
  /// A `csr_report_kind`.
  uint32_t kind;
  uint32_t size;
  uint64_t object;
  /// The earlier access first; of a freed object, the free; of a continuation, who resumed it.
  csr_who who[2];
  bool writes[2];
  bool atomic[2];
  void *pcs[2];
  /// Callers of the later access, the innermost first; null where they end.
  void *frames[CSR_REPORT_FRAMES_MAX];
} csr_report;

/// The report of that index, below `csr_result.reports` and `CSR_REPORTS_MAX`; of the last session.
bool csr_explore_report(uint32_t index, csr_report *report);
/// Writes who is blocked, on what, who holds it, and where, one task a line, or who has crashed and where; of the last session
/// that got stuck, or the empty text. Functions that were raced are `task 1` and so on, in their order. Returns the length without
/// the end.
uint32_t csr_explore_describe(char *text, uint32_t text_size);
/// Writes "function (image+offset)" for a code address, the name demangled. Any thread.
void csr_explore_symbolise(const void *pc, char *text, uint32_t text_size);

// The same, with the names that only the executable's symbol table has: closures, private methods, specialised functions.
void csr_explore_name(const void *pc, char *text, uint32_t text_size);
