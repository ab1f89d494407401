// What Swift cannot reach portably: thread-local lane, cycle counter, processor affinity.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// The lane of the calling thread: 0 is the driver, 1...K are the racing queues, 255 an unknown thread.
/// Never blocks; each thread sees only its own value.
uint8_t csr_lane_get(void);
/// Sets the lane of the calling thread.
void csr_lane_set(uint8_t lane);

/// A monotonic cycle counter, comparable between the cores of one machine. Unit: cycles.
static inline uint64_t csr_ticks(void) {
#if defined(__x86_64__)
  uint32_t low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  return ((uint64_t)high << 32) | low;
#elif defined(__aarch64__)
  uint64_t value;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(value));
  return value;
#else
#error "csr_ticks needs a cycle counter for this architecture"
#endif
}

/// Hints to the processor that this is a spin loop.
static inline void csr_pause(void) {
#if defined(__x86_64__)
  __asm__ volatile("pause");
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

/// Binds the calling thread to one core (taken modulo the number of cores it may use).
/// Returns false where the platform has no such call; the run then goes on unpinned.
bool csr_pin_thread(uint32_t core);
/// Gives the calling thread back all the cores that the process may use.
void csr_unpin_thread(void);
/// Number of cores the process may use; at least 1.
uint32_t csr_core_count(void);

/// Lets the process's threads share that many heaps (at least 1), where its allocator gives each thread one; a heap
/// keeps what a thread that has gone has left in it. Fewer where the process's memory is bounded. Also bounds what each heap keeps
/// at its end, which nothing gives back otherwise. To be called before
/// other threads allocate; without effect elsewhere.
void csr_limit_heaps(uint32_t heaps);

/// Gives the system back what the allocator holds and nobody uses; without effect where it does that by itself. Takes
/// milliseconds, in which other threads may wait for it. Any thread.
void csr_trim_heaps(void);

/// The system's number of the calling thread; 0 where it has none.
int32_t csr_thread_number(void);

/// Whether the calling thread is the process's first one.
bool csr_is_main_thread(void);

/// Whether the main queue can be served by `csr_serve_main_queue`.
bool csr_can_serve_main_queue(void);

/// Runs what waits on the main queue. To be called on the main thread, while nobody else serves that queue.
void csr_serve_main_queue(void);

/// Whether this executable was built with ThreadSanitizer and runs its real runtime.
bool csr_has_thread_sanitizer(void);

/// Nanoseconds for which the calling thread has had a processor.
uint64_t csr_thread_nanoseconds(void);

/// Gives the core to another thread that is ready to run, if there is one.
void csr_yield(void);
/// Ticks of the cycle counter in a millisecond; measured once, in a millisecond, by the first caller.
uint64_t csr_ticks_per_millisecond(void);
