// Fills memory that is freed or fresh with patterns, so that what is read too late or too early is visibly wrong.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Every byte of memory that was freed, and of memory that nobody has written yet. As an address, eight of either are one
/// that no process has.
enum { CSR_FREED_BYTE = 0xDF, CSR_FRESH_BYTE = 0xA5 };
/// Blocks with more room than this are left alone.
enum { CSR_FILLED_BYTES_MAX = 1024 };

/// Whether this build can fill memory: not under a sanitizer, which does better, and not where `malloc` is the system's own.
bool csr_memory_fill_supported(void);

/// From now on, on all threads: what `malloc` returns is filled, and what is freed is filled and kept for a while before the
/// system gets it back. A block that is freed again in that time, or that was written to when the time is over, is reported on
/// standard error, and the process aborts. Any thread.
void csr_memory_fill_begin(void);

/// Ends that, and gives back what is kept; each block is looked at before. Any thread.
void csr_memory_fill_end(void);
