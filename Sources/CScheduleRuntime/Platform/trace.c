#include "csr_trace.h"

#include <stdbool.h>

#include "csr_attributes.h"
#include "csr_platform.h"

CSR_UNINSTRUMENTED static inline int64_t kept(const csr_trace *trace) {
  return trace->ticket < trace->records_max ? trace->ticket : trace->records_max;
}

// A multiply and a rotation for each half record: the padding inside a record is never read.
CSR_UNINSTRUMENTED static inline uint64_t mixed(uint64_t hash, const csr_record *record) {
  uint64_t head =
      (uint64_t)record->kind | (uint64_t)record->lane << 8 | (uint64_t)record->subject << 16;
  hash = (hash ^ head) * 0xD6E8FEB86659FD93u;
  hash = (hash << 27 | hash >> 37) ^ (uint64_t)record->value;
  hash *= 0xFF51AFD7ED558CCDu;
  return hash ^ hash >> 29;
}

// Whether the record says the same as its neighbour of the same kind if the two change places.
CSR_UNINSTRUMENTED static inline bool commutes(
    const csr_record *record, uint8_t kind, uint64_t lanes_seen) {
  return record->kind == kind && record->lane < 64 && !(lanes_seen >> record->lane & 1);
}

CSR_UNINSTRUMENTED
uint64_t csr_trace_hash(
    const csr_trace *trace, uint64_t salt, uint8_t action_enter, uint8_t action_exit) {
  uint64_t hash = 0x9E3779B97F4A7C15u ^ salt;
  int64_t count = kept(trace);
  for (int64_t index = 0; index < count;) {
    const csr_record *record = &trace->records[index];
    if (record->kind != action_enter && record->kind != action_exit) {
      hash = mixed(hash, record);
      index++;
      continue;
    }
    uint8_t kind = record->kind;
    uint64_t lanes_seen = 0;
    uint64_t sum = 0;
    do {
      sum += mixed(0, record);
      lanes_seen |= record->lane < 64 ? (uint64_t)1 << record->lane : 0;
      record = &trace->records[++index];
    } while (index < count && commutes(record, kind, lanes_seen));
    hash = (hash ^ sum) * 0xD6E8FEB86659FD93u;
    hash ^= hash >> 29;
  }
  hash ^= (uint64_t)count;
  hash *= 0xC4CEB9FE1A85EC53u;
  return hash ^ hash >> 32;
}

CSR_UNINSTRUMENTED
void csr_trace_spans(
    const csr_trace *trace, uint8_t action_enter, uint8_t action_exit, uint32_t lanes,
    uint8_t late_lane, csr_lane_span *spans) {
  for (uint32_t lane = 0; lane <= lanes; lane++) spans[lane] = (csr_lane_span){-1, -1, -1};
  int64_t count = kept(trace);
  for (int64_t index = 0; index < count; index++) {
    const csr_record *record = &trace->records[index];
    if (record->lane >= late_lane) {
      if (spans[lanes].first_effect < 0) spans[lanes].first_effect = index;
      spans[lanes].last_exit = index;
      continue;
    }
    if (record->lane == 0 || record->lane > lanes) continue;
    csr_lane_span *span = &spans[record->lane - 1];
    if (record->kind == action_enter) {
      if (span->first_enter < 0) span->first_enter = index;
    } else if (record->kind == action_exit) {
      span->last_exit = index;
    } else if (span->first_effect < 0) {
      span->first_effect = index;
    }
  }
}

CSR_UNINSTRUMENTED
void csr_spin(uint64_t turns) {
  for (uint64_t turn = 0; turn < turns; turn++) csr_pause();
}

CSR_UNINSTRUMENTED
void csr_spin_until(uint64_t ticks) {
  while (csr_ticks() < ticks) csr_pause();
}
