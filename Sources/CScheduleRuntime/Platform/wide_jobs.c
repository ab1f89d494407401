// The hooks of Swift's concurrency runtime, used to give jobs more threads than that makes by itself.
#define _GNU_SOURCE
#include "csr_wide_jobs.h"
#include "csr_attributes.h"
#include <stddef.h>
#include <stdint.h>

#if defined(__linux__)
#include <dlfcn.h>

#define SWIFT_CALL __attribute__((swiftcall))

typedef SWIFT_CALL void enqueue_function(void *job);
typedef SWIFT_CALL void enqueue_hook(void *job, enqueue_function *original);
typedef SWIFT_CALL void delay_function(uint64_t nanoseconds, void *job);
typedef SWIFT_CALL void delay_hook(uint64_t nanoseconds, void *job, delay_function *original);
typedef SWIFT_CALL void deadline_function(
    long long seconds, long long nanoseconds, long long leeway_seconds, long long leeway_nanoseconds, int clock, void *job);
typedef SWIFT_CALL void deadline_hook(
    long long seconds, long long nanoseconds, long long leeway_seconds, long long leeway_nanoseconds, int clock, void *job,
    deadline_function *original);

static enqueue_hook **enqueue_variable, *enqueue_before;
static delay_hook **delay_variable, *delay_before;
static deadline_hook **deadline_variable, *deadline_before;
static SWIFT_CALL void (*run_in_runtime)(void *job, void *executor, uintptr_t witness);
static SWIFT_CALL void (*get_time)(long long *seconds, long long *nanoseconds, int clock);
static void (*async)(void *queue, void *context, void (*work)(void *));
static void (*after)(uint64_t when, void *queue, void *context, void (*work)(void *));
static uint64_t (*time_from)(uint64_t base, int64_t delta);
/// Makes a thread wherever work waits.
static void *queue;

static void run(void *job) { run_in_runtime(job, NULL, 0); }

static void run_after(long long nanoseconds, void *job) {
  after(time_from(0, nanoseconds > 0 ? nanoseconds : 0), queue, job, run);
}

static SWIFT_CALL void enqueue(void *job, enqueue_function *original) {
  (void)original;
  async(queue, job, run);
}

static SWIFT_CALL void enqueue_with_delay(uint64_t nanoseconds, void *job, delay_function *original) {
  (void)original;
  run_after(nanoseconds < INT64_MAX ? (long long)nanoseconds : INT64_MAX, job);
}

static SWIFT_CALL void enqueue_with_deadline(
    long long seconds, long long nanoseconds, long long leeway_seconds, long long leeway_nanoseconds, int clock, void *job,
    deadline_function *original) {
  (void)leeway_seconds, (void)leeway_nanoseconds, (void)original;
  long long now_seconds = 0, now_nanoseconds = 0, left = 0;
  get_time(&now_seconds, &now_nanoseconds, clock);
  bool is_far = __builtin_sub_overflow(seconds, now_seconds, &left) || __builtin_mul_overflow(left, 1000000000LL, &left)
      || __builtin_add_overflow(left, nanoseconds - now_nanoseconds, &left);
  run_after(is_far ? (seconds < now_seconds ? 0 : INT64_MAX) : left, job);
}

static bool find_runtime(void) {
  if (queue) return true;
  void *(*global_queue)(intptr_t, uintptr_t);
  *(void **)&global_queue = dlsym(RTLD_DEFAULT, "dispatch_get_global_queue");
  *(void **)&async = dlsym(RTLD_DEFAULT, "dispatch_async_f");
  *(void **)&after = dlsym(RTLD_DEFAULT, "dispatch_after_f");
  *(void **)&time_from = dlsym(RTLD_DEFAULT, "dispatch_time");
  *(void **)&run_in_runtime = dlsym(RTLD_DEFAULT, "swift_job_run");
  *(void **)&get_time = dlsym(RTLD_DEFAULT, "swift_get_time");
  enqueue_variable = dlsym(RTLD_DEFAULT, "swift_task_enqueueGlobal_hook");
  delay_variable = dlsym(RTLD_DEFAULT, "swift_task_enqueueGlobalWithDelay_hook");
  deadline_variable = dlsym(RTLD_DEFAULT, "swift_task_enqueueGlobalWithDeadline_hook");
  bool is_known = global_queue && async && after && time_from && run_in_runtime && get_time && enqueue_variable
      && delay_variable && deadline_variable;
  enum { OVERCOMMIT = 2 };
  if (is_known) queue = global_queue(0, OVERCOMMIT);
  return queue != NULL;
}

// Exchanges what the variable holds; other threads may be reading it.
#define PUT(variable, value) __atomic_exchange_n(variable, value, __ATOMIC_ACQ_REL)

CSR_UNINSTRUMENTED void csr_wide_jobs_begin(void) {
  if (!find_runtime()) return;
  enqueue_before = PUT(enqueue_variable, enqueue);
  delay_before = PUT(delay_variable, enqueue_with_delay);
  deadline_before = PUT(deadline_variable, enqueue_with_deadline);
}

CSR_UNINSTRUMENTED void csr_wide_jobs_end(void) {
  if (!queue) return;
  PUT(enqueue_variable, enqueue_before);
  PUT(delay_variable, delay_before);
  PUT(deadline_variable, deadline_before);
}

#else
void csr_wide_jobs_begin(void) {}
void csr_wide_jobs_end(void) {}
#endif
