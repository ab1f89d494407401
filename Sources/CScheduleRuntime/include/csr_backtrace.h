// Backtraces: of every thread, for the report of a hang, and of one that has crashed.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Writes the backtrace of every thread of this process to a file descriptor, one thread after another.
///
/// A thread is a line "thread 17 name" and one "  at function (image+0x1234)" for each frame, the innermost first,
/// with mangled names and the offset of the call in the image.
/// Each thread is signalled and writes its own frames; one that does not answer within
/// `thread_milliseconds_max` is named and passed over. Returns the number of threads that answered, or -1
/// where the platform cannot do it (a line says so). One caller at a time; meant for a process about to end.
int32_t csr_backtrace_all_threads(int file_descriptor, uint32_t thread_milliseconds_max);

/// Loads what backtraces need, which must not happen inside a signal handler. Call it before `csr_backtrace_of_crash`.
void csr_backtrace_load(void);

/// The line above the frames of the thread that has crashed.
#define CSR_CRASHED_THREAD "thread that crashed"

/// Writes that line and the frames of the calling thread from where a signal has interrupted it, each as
/// `csr_backtrace_all_threads` does, the first one with the offset of the interrupted instruction. Writes nothing where the
/// platform cannot do it or the stack does not lead there. Meant for a signal handler, with the `ucontext_t` that this was given;
/// it can crash itself where the stack is damaged.
void csr_backtrace_of_crash(int file_descriptor, const void *context);

/// Fills in the return addresses of who has called on this thread, the innermost first, and returns how many there are; 0 where the
/// platform cannot say. Any thread.
uint32_t csr_backtrace_here(void **frames, uint32_t frames_max);

/// Writes a name as its source spells it; a name that is not mangled stays as it is. `text_size` includes the end.
void csr_demangle(const char *name, char *text, uint64_t text_size);
