// Whether the system has something left for this process.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// From now on a crash of this process writes 1 to `*word` before it ends, where there was no memory left then, and the frames of the
/// thread that crashed to standard error, see `csr_backtrace_of_crash`. Nothing else changes about how it ends. Does nothing where somebody else, such as a sanitizer, catches crashes. Call it once.
void csr_watch_memory(uint64_t *word);

/// From now on a crash of this process that finds no memory left writes `words` to standard error and exits with `code`
/// instead. `words` must stay. Otherwise as `csr_watch_memory`, of which it takes the place.
void csr_exit_without_memory(const char *words, uint32_t length, int code);

/// Whether so many bytes more can be had. Any thread; also in a signal handler.
bool csr_has_memory(uint64_t bytes);

/// Whether so many threads more can be had, all at once. Any thread.
bool csr_has_threads(uint32_t count);
