// Swift's concurrency runtime: it hands its jobs to the hooks below while a session is open, and reports what it orders as it
// would to ThreadSanitizer.
//
// Between two points nothing else runs, so the runtime's own atomics need no points; what it publishes to other threads does, and
// so does what asks for it.
#define _GNU_SOURCE
#include "interpose_concurrency.h"
#include "../Core/reports.h"
#include "../Core/tasks.h"
#include "../Core/virtual_time.h"
#include "../Objects/happens_before.h"
#include "../Objects/jobs.h"

#if CSR_EXPLORE
#include <dlfcn.h>

#define SWIFT_CALL __attribute__((swiftcall))
#define SWIFT_ASYNC_CALL __attribute__((swiftasynccall))
#define SWIFT_ASYNC_CONTEXT __attribute__((swift_async_context))

typedef SWIFT_CALL void enqueue_function(void *job);
typedef SWIFT_CALL void enqueue_hook(void *job, enqueue_function *original);
typedef SWIFT_CALL void delay_function(uint64_t nanoseconds, void *job);
typedef SWIFT_CALL void delay_hook(uint64_t nanoseconds, void *job, delay_function *original);
typedef SWIFT_CALL void deadline_function(
    long long seconds, long long nanoseconds, long long leeway_seconds, long long leeway_nanoseconds, int clock, void *job);
typedef SWIFT_CALL void deadline_hook(
    long long seconds, long long nanoseconds, long long leeway_seconds, long long leeway_nanoseconds, int clock, void *job,
    deadline_function *original);
typedef void order_function(const void *address);

/// Variables of the runtime; null where it is not loaded.
static enqueue_hook **enqueue_variable;
static delay_hook **delay_variable;
static deadline_hook **deadline_variable;
static order_function **acquire_variable, **release_variable;
/// What stood there before the session.
static enqueue_hook *enqueue_before;
static delay_hook *delay_before;
static deadline_hook *deadline_before;
static order_function *acquire_before, *release_before;

static SWIFT_CALL void (*run_in_runtime)(void *job, void *executor, uintptr_t witness);
/// What every Swift task begins with.
static const void *swift_task_metadata;
/// Whether the runtime lays tasks out as below.
static bool knows_layout;

/// The runtime's task, as far as this runtime knows it: version 1 of the layout that debuggers go by.
typedef struct {
  const void *metadata;
  void *other[3];
  uint32_t flags;
  uint32_t identifier;
  void *reserved[2];
  void *resume_function;
  struct async_context {
    struct async_context *parent;
    void *resume_parent;
  } *resume_context;
  void *more[3];
  uint32_t status;
} runtime_task;
/// The runtime's job that runs what waits for an actor.
typedef struct {
  void *other[4];
  uint8_t kind;
  void *reserved[3];
  void *actor;
} runtime_actor_job;
_Static_assert(__builtin_offsetof(runtime_actor_job, actor) == 0x40, "the actor comes after the job");
enum { KIND_ACTOR = 193 };
enum { LAYOUT_VERSION = 1, STATUS_RUNNING = 0x800, STATUS_COMPLETE = 0x2000 };

static bool is_swift_task(const void *key) {
  bool is_aligned = ((uintptr_t)key & 15) == 0;
  return is_aligned && knows_layout && ((const runtime_task *)key)->metadata == swift_task_metadata;
}

static bool is_of_runtime(const void *code) {
  Dl_info info, runtime;
  return dladdr(code, &info) && dladdr((const void *)run_in_runtime, &runtime) && info.dli_fbase == runtime.dli_fbase;
}

bool csr_concurrency_calls(const void *pc) { return run_in_runtime && is_of_runtime(pc); }

// Where its own code goes on: what waits for a task or a group goes on in the runtime first.
static void *place_of(void *key) {
  const runtime_task *task = key;
  void *place = task->resume_function;
  const struct async_context *context = task->resume_context;
  for (uint32_t depth = 0; depth < 4 && context && place && is_of_runtime(place); depth++) {
    place = context->resume_parent;
    context = context->parent;
  }
  // As a return address, which lies behind the beginning of what it belongs to.
  return place ? (char *)place + 1 : NULL;
}

static csr_job *job_of(void *key) {
  csr_job *job = csr_job_of(key);
  if (!job) return NULL;
  job->is_swift_task = is_swift_task(key);
  if (job->is_swift_task && (job->number == 0 || job->is_complete)) job->number = ++csr_session.swift_tasks;
  return job;
}

// Runs of the runtime's own steps publish the same task again and again; one point before all of them is enough.
static void point(csr_task *task, const csr_job *job, csr_op_kind kind, void *pc) {
  static uint64_t steps;
  static uint32_t generation, last_object;
  // What is resumed on an actor gets in line there.
  uint32_t object = job->actor ? job->actor : job->object;
  bool is_same = generation == csr_session.generation && last_object == object && steps == csr_session.result.steps;
  if (!is_same) csr_point(task, kind, object, job->key, 0, true, pc);
  generation = csr_session.generation;
  last_object = object;
  steps = csr_session.result.steps;
}

/// The job that the runtime is to run now, and where it says first that it runs one.
static const void *starting;
static const void *start_site;

static void acquire(const void *key) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_LIKELY(!task)) return;
  if (key == starting) start_site = pc;
  starting = NULL;
  if (pc == start_site) csr_job_starts(task, key);
  csr_job_acquire(task, key);
}

static bool has_status(const csr_job *job, uint32_t status) {
  return job->is_swift_task && (((const runtime_task *)job->key)->status & status) != 0;
}

static void release(const void *key) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_LIKELY(!task)) return;
  csr_job *job = csr_job_find(key);
  if (!job && is_swift_task(key)) job = job_of((void *)key);
  if (job) {
    point(task, job, CSR_OP_SIGNAL, pc);
    if (has_status(job, STATUS_COMPLETE)) job->is_complete = true;
  }
  csr_job_release(task, key);
  // Who resumes a continuation before it is waited for comes before the wait, which does not say so. What the task does
  // until then seems to be ordered, too.
  bool is_early = job && job->runner && job->runner != task && has_status(job, STATUS_RUNNING);
  if (is_early) csr_clock_join(&job->runner->clock, &task->clock);
}

static void run_job(void *key) {
  const runtime_actor_job *processing = key;
  if (knows_layout && processing->kind == KIND_ACTOR)
    csr_sync_point(csr_current, CSR_OP_LOCK, csr_sync_of(processing->actor), NULL);
  starting = key;
  run_in_runtime(key, NULL, 0);
}

static SWIFT_CALL void enqueue_global(void *key, enqueue_function *original) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(!task)) return enqueue_before ? enqueue_before(key, original) : original(key);
  csr_job *job = job_of(key);
  if (!job) return;
  point(task, job, CSR_OP_SIGNAL, pc);
  csr_job_enqueue(task, job, run_job);
}

static void enqueue_at(csr_task *task, void *key, uint64_t deadline, void *pc) {
  csr_job *job = job_of(key);
  if (!job) return;
  point(task, job, CSR_OP_SIGNAL, pc);
  csr_job_enqueue_at(task, job, run_job, deadline);
}

static SWIFT_CALL void enqueue_with_delay(uint64_t nanoseconds, void *key, delay_function *original) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(!task)) return delay_before ? delay_before(nanoseconds, key, original) : original(nanoseconds, key);
  enqueue_at(task, key, csr_time_now() + nanoseconds, pc);
}

// All clocks show the same virtual time.
static SWIFT_CALL void enqueue_with_deadline(
    long long seconds, long long nanoseconds, long long leeway_seconds, long long leeway_nanoseconds, int clock, void *key,
    deadline_function *original) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(!task)) {
    if (deadline_before)
      return deadline_before(seconds, nanoseconds, leeway_seconds, leeway_nanoseconds, clock, key, original);
    return original(seconds, nanoseconds, leeway_seconds, leeway_nanoseconds, clock, key);
  }
  enqueue_at(task, key, (uint64_t)seconds * 1000000000u + (uint64_t)nanoseconds, pc);
}

// A job that an executor of the program's own runs, which this runtime has not begun.
static void starts_elsewhere(void *key) {
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task != NULL) && job_of(key)) csr_job_starts(task, key);
}

CSR_EXPORT SWIFT_CALL void swift_job_run_on_task_executor(void *key, void *executor, const void *witness) {
  static SWIFT_CALL void (*real)(void *, void *, const void *);
  if (CSR_UNLIKELY(!real)) *(void **)&real = dlsym(RTLD_NEXT, "swift_job_run_on_task_executor");
  starts_elsewhere(key);
  real(key, executor, witness);
}

CSR_EXPORT SWIFT_CALL void swift_job_run_on_serial_and_task_executor(
    void *key, void *serial, const void *serial_witness, void *executor, const void *witness) {
  static SWIFT_CALL void (*real)(void *, void *, const void *, void *, const void *);
  if (CSR_UNLIKELY(!real)) *(void **)&real = dlsym(RTLD_NEXT, "swift_job_run_on_serial_and_task_executor");
  starts_elsewhere(key);
  real(key, serial, serial_witness, executor, witness);
}

CSR_EXPORT SWIFT_CALL void swift_job_run(void *key, void *executor, uintptr_t witness) {
  static SWIFT_CALL void (*real)(void *, void *, uintptr_t);
  if (CSR_UNLIKELY(!real)) *(void **)&real = dlsym(RTLD_NEXT, "swift_job_run");
  starts_elsewhere(key);
  real(key, executor, witness);
}

static void find_runtime(void) {
  if (run_in_runtime) return;
  void *run = dlsym(RTLD_NEXT, "swift_job_run");
  if (!run) return;
  enqueue_variable = dlsym(RTLD_DEFAULT, "swift_task_enqueueGlobal_hook");
  delay_variable = dlsym(RTLD_DEFAULT, "swift_task_enqueueGlobalWithDelay_hook");
  deadline_variable = dlsym(RTLD_DEFAULT, "swift_task_enqueueGlobalWithDeadline_hook");
  acquire_variable = dlsym(RTLD_DEFAULT, "_swift_tsan_acquire");
  release_variable = dlsym(RTLD_DEFAULT, "_swift_tsan_release");
  if (!enqueue_variable || !delay_variable || !deadline_variable || !acquire_variable || !release_variable) return;
  const uint32_t *version = dlsym(RTLD_DEFAULT, "_swift_concurrency_debug_internal_layout_version");
  const void **metadata = dlsym(RTLD_DEFAULT, "_swift_concurrency_debug_asyncTaskMetadata");
  knows_layout = version && *version == LAYOUT_VERSION && metadata;
  if (knows_layout) swift_task_metadata = *metadata;
  run_in_runtime = (SWIFT_CALL void (*)(void *, void *, uintptr_t))run;
}

// Exchanges what the variable holds; other threads may be reading it.
#define PUT(variable, value) __atomic_exchange_n(variable, value, __ATOMIC_ACQ_REL)

void csr_concurrency_begin(void) {
  csr_jobs_begin(place_of);
  find_runtime();
  if (!run_in_runtime) return;
  enqueue_before = PUT(enqueue_variable, enqueue_global);
  delay_before = PUT(delay_variable, enqueue_with_delay);
  deadline_before = PUT(deadline_variable, enqueue_with_deadline);
  acquire_before = PUT(acquire_variable, acquire);
  release_before = PUT(release_variable, release);
}

void csr_concurrency_settle(void) {
  if (!csr_session.has_failed && csr_jobs_are_due()) csr_let_others_go_on();
  if (!csr_session.has_failed && csr_jobs_are_unfinished())
    csr_fail(csr_outcome_of_rest());
}

void csr_concurrency_end(void) {
  if (!run_in_runtime) return;
  PUT(enqueue_variable, enqueue_before);
  PUT(delay_variable, delay_before);
  PUT(deadline_variable, deadline_before);
  PUT(acquire_variable, acquire_before);
  PUT(release_variable, release_before);
}

// The Swift task of the session that runs on the calling thread, or null: the driver may be one of somebody else's.
static csr_job *current_job(void) {
  static SWIFT_CALL void *(*current)(void);
  if (!current) *(void **)&current = dlsym(RTLD_DEFAULT, "swift_task_getCurrent");
  void *key = current();
  return key ? csr_job_find(key) : NULL;
}

static void enter_executor(csr_task *task, void *executor, void *pc) {
  csr_job *job = current_job();
  csr_sync *sync = executor ? csr_sync_of(executor) : NULL;
  if (sync) csr_sync_point(task, CSR_OP_LOCK, sync, pc);
  if (job) job->actor = sync ? sync->object : 0;
}

// Whoever enters an actor: the operation is its own, since the actor may be busy or not. Its place is that of what goes on there, as
// a return address.
CSR_EXPORT SWIFT_ASYNC_CALL void swift_task_switch(
    SWIFT_ASYNC_CONTEXT void *context, void *function, void *executor, uintptr_t witness) {
  static SWIFT_ASYNC_CALL void (*real)(SWIFT_ASYNC_CONTEXT void *, void *, void *, uintptr_t);
  if (CSR_UNLIKELY(!real)) *(void **)&real = dlsym(RTLD_NEXT, "swift_task_switch");
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task != NULL)) enter_executor(task, executor, (char *)function + 1);
  __attribute__((musttail)) return real(context, function, executor, witness);
}

// An unchecked continuation that is resumed twice makes the runtime run a task that runs already, or is no more. It is a finding,
// and the second one goes no further.
static bool may_resume(void *key, void *pc) {
  csr_task *task = csr_current;
  csr_job *job = CSR_UNLIKELY(task != NULL) ? csr_job_find(key) : NULL;
  if (!job || job->continuation == CSR_CONTINUATION_NONE) return true;
  point(task, job, CSR_OP_SIGNAL, pc);
  if (job->continuation == CSR_CONTINUATION_OPEN) {
    job->continuation = CSR_CONTINUATION_RESUMED;
    job->resumed_by = pc;
    job->resumed_in = csr_who_is(task);
    return true;
  }
  csr_report found = {
      .kind = CSR_REPORT_RESUMED_TWICE, .object = job->object, .who = {job->resumed_in, csr_who_is(task)}, .writes = {true, true},
      .pcs = {job->resumed_by, pc}};
  csr_report_callers(&found, task);
  csr_report_add(&found);
  return false;
}

CSR_EXPORT SWIFT_CALL void *swift_continuation_init(void *context, uintptr_t flags) {
  static SWIFT_CALL void *(*real)(void *, uintptr_t);
  if (CSR_UNLIKELY(!real)) *(void **)&real = dlsym(RTLD_NEXT, "swift_continuation_init");
  void *key = real(context, flags);
  csr_job *job = CSR_UNLIKELY(csr_current != NULL) ? csr_job_find(key) : NULL;
  if (CSR_UNLIKELY(job != NULL)) job->continuation = CSR_CONTINUATION_OPEN;
  return key;
}

CSR_EXPORT SWIFT_CALL void swift_continuation_resume(void *key) {
  void *pc = CSR_CALLER;
  static SWIFT_CALL void (*real)(void *);
  if (CSR_UNLIKELY(!real)) *(void **)&real = dlsym(RTLD_NEXT, "swift_continuation_resume");
  if (may_resume(key, pc)) real(key);
}

CSR_EXPORT SWIFT_CALL void swift_continuation_throwingResume(void *key) {
  void *pc = CSR_CALLER;
  static SWIFT_CALL void (*real)(void *);
  if (CSR_UNLIKELY(!real)) *(void **)&real = dlsym(RTLD_NEXT, "swift_continuation_throwingResume");
  if (may_resume(key, pc)) real(key);
}

CSR_EXPORT SWIFT_CALL void swift_continuation_throwingResumeWithError(void *key, void *error) {
  void *pc = CSR_CALLER;
  static SWIFT_CALL void (*real)(void *, void *);
  if (CSR_UNLIKELY(!real)) *(void **)&real = dlsym(RTLD_NEXT, "swift_continuation_throwingResumeWithError");
  if (may_resume(key, pc)) real(key, error);
}

// Cancelling and asking for it, as calls of code that is compiled apart from the runtime.
#define CANCEL "$sScT6cancelyyF"
#define IS_CANCELLED "$sScTss5NeverORszABRs_rlE11isCancelledSbvgZ"
CSR_EXPORT SWIFT_CALL void csr_swift_task_cancel(void *key, void *success, void *failure, void *witness) __asm__(CANCEL);
CSR_EXPORT SWIFT_CALL bool csr_swift_task_is_cancelled(void) __asm__(IS_CANCELLED);

CSR_EXPORT SWIFT_CALL void csr_swift_task_cancel(void *key, void *success, void *failure, void *witness) {
  void *pc = CSR_CALLER;
  static SWIFT_CALL void (*real)(void *, void *, void *, void *);
  if (CSR_UNLIKELY(!real)) *(void **)&real = dlsym(RTLD_NEXT, CANCEL);
  csr_task *task = csr_current;
  csr_job *job = CSR_UNLIKELY(task != NULL) ? csr_job_find(key) : NULL;
  if (CSR_UNLIKELY(job != NULL)) csr_point(task, CSR_OP_SIGNAL, job->object, key, 0, true, pc);
  real(key, success, failure, witness);
}

CSR_EXPORT SWIFT_CALL bool csr_swift_task_is_cancelled(void) {
  void *pc = CSR_CALLER;
  static SWIFT_CALL bool (*real)(void);
  if (CSR_UNLIKELY(!real)) *(void **)&real = dlsym(RTLD_NEXT, IS_CANCELLED);
  csr_task *task = csr_current;
  if (CSR_UNLIKELY(task != NULL)) {
    csr_job *job = current_job();
    if (job) csr_point(task, CSR_OP_ATOMIC_LOAD, job->object, job->key, 0, false, pc);
  }
  return real();
}
#endif
