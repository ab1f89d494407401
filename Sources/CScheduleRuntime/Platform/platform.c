#define _GNU_SOURCE
#include "csr_attributes.h"
#include "csr_platform.h"
#include <pthread.h>
#include <sched.h>
#include <time.h>
#if defined(__GLIBC__)
#include <malloc.h>
#include <sys/resource.h>
#endif
#if defined(__linux__)
#include <sys/syscall.h>
#endif
#include <unistd.h>

static __thread uint8_t lane = 255;
uint8_t csr_lane_get(void) { return lane; }
void csr_lane_set(uint8_t value) { lane = value; }

#if defined(__GLIBC__)
// A heap reserves 64 MB, for which 128 are asked at first; half of what the process may have is for other things.
static const uint64_t HEAP_SHARE_BYTES = 256 << 20;

// What a heap may keep at its end, and what is mapped on its own. The allocator raises both by itself otherwise, to 64 MB, once
// something large was freed; and what is kept at a heap's end is nothing that `malloc_trim` gives back.
enum { HEAP_END_BYTES = 512 << 10, MAPPED_BYTES = 2 << 20 };
#endif

void csr_limit_heaps(uint32_t heaps) {
#if defined(__GLIBC__)
  // An allocator that finds no room for a heap of its thread tries again at each allocation, with several calls of the
  // system, and everything takes a hundred times as long.
  struct rlimit bound;
  if (getrlimit(RLIMIT_AS, &bound) == 0 && bound.rlim_cur != RLIM_INFINITY) {
    uint64_t fitting = bound.rlim_cur / HEAP_SHARE_BYTES;
    if (heaps > fitting) heaps = fitting > 1 ? (uint32_t)fitting : 1;
  }
  mallopt(M_ARENA_MAX, (int)heaps);
  mallopt(M_TRIM_THRESHOLD, HEAP_END_BYTES);
  mallopt(M_MMAP_THRESHOLD, MAPPED_BYTES);
#else
  (void)heaps;
#endif
}

void csr_trim_heaps(void) {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}

#if defined(__linux__)
// What the system's run loop calls; the library exports it for that.
extern void _dispatch_main_queue_callback_4CF(void *message);
bool csr_is_main_thread(void) { return (pid_t)syscall(SYS_gettid) == getpid(); }
bool csr_can_serve_main_queue(void) { return true; }
void csr_serve_main_queue(void) { _dispatch_main_queue_callback_4CF(NULL); }
#else
bool csr_is_main_thread(void) { return pthread_main_np() != 0; }
bool csr_can_serve_main_queue(void) { return false; }
void csr_serve_main_queue(void) {}
#endif

int32_t csr_thread_number(void) {
#if defined(__linux__)
  return (int32_t)syscall(SYS_gettid);
#else
  return 0;
#endif
}

#if defined(__linux__)
static cpu_set_t initial_set;
static pthread_once_t initial_once = PTHREAD_ONCE_INIT;
static void read_initial(void) { sched_getaffinity(0, sizeof initial_set, &initial_set); }

uint32_t csr_core_count(void) {
  pthread_once(&initial_once, read_initial);
  int count = CPU_COUNT(&initial_set);
  return count > 0 ? (uint32_t)count : 1;
}

bool csr_pin_thread(uint32_t core) {
  uint32_t wanted = core % csr_core_count();
  for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
    if (!CPU_ISSET(cpu, &initial_set)) continue;
    if (wanted-- != 0) continue;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    return pthread_setaffinity_np(pthread_self(), sizeof one, &one) == 0;
  }
  return false;
}

void csr_unpin_thread(void) {
  pthread_once(&initial_once, read_initial);
  pthread_setaffinity_np(pthread_self(), sizeof initial_set, &initial_set);
}
#else
uint32_t csr_core_count(void) {
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count > 0 ? (uint32_t)count : 1;
}
bool csr_pin_thread(uint32_t core) { (void)core; return false; }
void csr_unpin_thread(void) {}
#endif

bool csr_has_thread_sanitizer(void) {
#if defined(CSR_REAL_SANITIZER)
  return true;
#else
  return false;
#endif
}

void csr_yield(void) { sched_yield(); }

static uint64_t ticks_per_millisecond;
static pthread_once_t ticks_once = PTHREAD_ONCE_INIT;

static uint64_t nanoseconds_of(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static uint64_t nanoseconds(void) { return nanoseconds_of(CLOCK_MONOTONIC); }
uint64_t csr_thread_nanoseconds(void) { return nanoseconds_of(CLOCK_THREAD_CPUTIME_ID); }

static void measure_ticks(void) {
  uint64_t time_before = nanoseconds(), ticks_before = csr_ticks(), time_after;
  do time_after = nanoseconds();
  while (time_after - time_before < 1000000u);
  ticks_per_millisecond = (csr_ticks() - ticks_before) * 1000000u / (time_after - time_before);
}

uint64_t csr_ticks_per_millisecond(void) {
  pthread_once(&ticks_once, measure_ticks);
  return ticks_per_millisecond;
}
