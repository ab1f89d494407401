// A plain field that shows whether calls which must follow one another are ordered at all.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Written by each call of one observer, with nothing of its own that would order two calls.
typedef struct {
  uint64_t calls;
} csr_canary;

/// Writes the field. Any thread: two calls that nothing orders are a data race, which ThreadSanitizer reports, or the
/// controlled session; its sides are both in this function. Never a point of choice.
void csr_canary_write(csr_canary *canary);
/// Whether a code address in a report means `csr_canary_write`.
bool csr_canary_is_site(const void *pc);
