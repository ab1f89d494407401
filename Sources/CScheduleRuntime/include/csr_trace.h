// The append-only record buffer of one run, and the loops over it that must be fast in a debug build too.
//
// It lives in C for two reasons: a debug build of Swift code would make each record ten times dearer
// than the operations it observes, and ThreadSanitizer must neither slow it down nor see an edge in it.
#pragma once
#include "csr_attributes.h"
#include <stdbool.h>
#include <stdint.h>

/// One record, in the terms of the kit's `TraceRecord`.
typedef struct {
  uint8_t kind;
  uint8_t lane;
  uint16_t subject;
  int64_t value;
} csr_record;

/// A buffer of records, filled by any number of threads at once.
typedef struct {
  /// The next free index; grows past `records_max` when records are lost.
  int64_t ticket;
  int64_t records_max;
  csr_record *records;
} csr_trace;

/// Appends one record and returns its ticket. Any thread; never blocks.
/// Relaxed on purpose: a stronger order would hide data races of the code under test.
CSR_UNINSTRUMENTED static inline int64_t csr_trace_append(
    csr_trace *trace, uint8_t kind, uint8_t lane, uint16_t subject, int64_t value) {
  int64_t index = __atomic_fetch_add(&trace->ticket, 1, __ATOMIC_RELAXED);
  if (index < trace->records_max) {
    csr_record *record = &trace->records[index];
    record->kind = kind;
    record->lane = lane;
    record->subject = subject;
    record->value = value;
  }
  return index;
}

/// A fingerprint of the records, equal for equal traces. Only while no thread appends.
///
/// Traces that differ in the order of neighbouring entries of several lanes' actions, or of neighbouring exits, are
/// equal here: what an action may do depends on what had ended when it began.
uint64_t csr_trace_hash(
    const csr_trace *trace, uint64_t salt, uint8_t action_enter, uint8_t action_exit);

/// What one racing queue did, as tickets; -1 where it did nothing of the kind.
typedef struct {
  int64_t first_enter;
  int64_t last_exit;
  /// Its first record that is not the enter or exit of an action: a delivery, an attachment, a detachment.
  int64_t first_effect;
} csr_lane_span;

/// Fills `spans[0 ..< lanes]` for the lanes 1...lanes, and `spans[lanes]` for all lanes from `late_lane` on:
/// there, `first_effect` and `last_exit` are the first and last record of any kind.
/// `action_enter`, `action_exit`: the kinds that start and end an action. Only while no thread appends.
void csr_trace_spans(
    const csr_trace *trace, uint8_t action_enter, uint8_t action_exit, uint32_t lanes,
    uint8_t late_lane, csr_lane_span *spans);

/// Spins for so many turns, with that hint to the processor.
void csr_spin(uint64_t turns);
/// Spins until the cycle counter has reached `ticks`.
void csr_spin_until(uint64_t ticks);
