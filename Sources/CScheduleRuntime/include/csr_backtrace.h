// Backtraces of every thread, for the report of a hang.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Writes the backtrace of every thread of this process to a file descriptor, one thread after another.
///
/// Each thread is signalled and writes its own frames; one that does not answer within
/// `thread_milliseconds_max` is named and passed over. Returns the number of threads that answered, or -1
/// where the platform cannot do it (a line says so). One caller at a time; meant for a process about to end.
int32_t csr_backtrace_all_threads(int file_descriptor, uint32_t thread_milliseconds_max);
