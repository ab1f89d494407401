#define _GNU_SOURCE
#include "csr_explore.h"
#include "../Core/reports.h"
#include "../Core/stacks.h"
#include "../Core/tasks.h"
#include "../Core/virtual_time.h"
#include "../Objects/happens_before.h"
#include "../Objects/queue_registry.h"
#include "../Objects/references.h"
#include "../Objects/shadow.h"
#include "../Objects/sites.h"
#include "../Objects/suspensions.h"
#include "../Objects/weak_memory.h"
#include "interpose_barriers.h"
#include "interpose_concurrency.h"
#include "interpose_groups.h"
#include "interpose_memory.h"
#include "interpose_swift.h"

#if CSR_EXPLORE
#include <pthread.h>
#include <string.h>

bool csr_explore_supported(void) { return true; }
bool csr_explore_is_controlled(void) { return csr_current != NULL; }

static void find_own_stack(csr_task *driver) {
  static __thread uintptr_t low, high;
  if (high == 0) {
    pthread_attr_t attributes;
    void *base = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
      pthread_attr_getstack(&attributes, &base, &size);
      pthread_attr_destroy(&attributes);
    }
    low = (uintptr_t)base;
    high = low + size;
  }
  driver->stack_low = low;
  driver->stack_high = high;
}

void csr_explore_begin(const csr_config *config) {
  uint32_t generation = csr_session.generation + 1;
  memset(&csr_session, 0, sizeof csr_session);
  csr_session.generation = generation;
  csr_session.config = *config;
  csr_session.is_open = true;
  csr_session.result.sites_adopted = csr_sites_count();
  csr_order_begin();
  if (config->memory != CSR_MEMORY_SC) csr_weak_begin();
  csr_memory_begin();
  csr_shadow_begin();
  csr_reports_begin();
  csr_time_begin();
  csr_queues_begin();
  csr_suspensions_begin();
  csr_barriers_begin();
  csr_groups_begin();
  csr_once_begin();
  csr_references_begin();
  csr_task *driver = csr_prepare(0, 0);
  if (!driver) {
    csr_session.result.outcome = CSR_EXHAUSTED;
    csr_session.has_failed = true;
    return;
  }
  find_own_stack(driver);
  csr_concurrency_begin();
  csr_current = driver;
}

void csr_explore_drive(void (*function)(void *), void *argument) {
  if (csr_current) return csr_drive(csr_current, function, argument);
  function(argument);
}

csr_outcome csr_explore_race(
    uint32_t count, void (*const *functions)(void *), void *const *arguments) {
  return csr_race(count, functions, arguments);
}

void csr_explore_leaves_others(void) { csr_session.leaves_others = true; }

uint32_t csr_explore_swift_tasks(void) { return csr_session.swift_tasks; }

void csr_explore_expect(int32_t more) { csr_session.expected += (uint32_t)more; }

void csr_explore_crash(int32_t signal, void *context) {
  csr_task *task = csr_current;
  if (!task || csr_session.has_failed || (task->is_driver && !csr_driver_can_be_left())) return;
  csr_session.has_failed = true;
  csr_session.result.outcome = CSR_CRASHED;
  csr_session.result.crash_signal = signal;
  csr_describe_crash(task, signal, context);
  if (task->is_driver) csr_leave_driver();
  csr_fail(CSR_CRASHED);
}

void csr_explore_end(csr_result *result) {
  if (csr_current) {
    csr_concurrency_settle();
    csr_end_of_run();
    csr_concurrency_end();
  }
  csr_current = NULL;
  if (csr_session.has_failed) csr_stacks_abandon();
  csr_session.is_open = false;
  csr_memory_end();
  *result = csr_session.result;
}

void csr_explore_run(
    const csr_config *config, uint32_t count, void (*const *functions)(void *),
    void *const *arguments, csr_result *result) {
  csr_explore_begin(config);
  csr_explore_race(count, functions, arguments);
  csr_explore_end(result);
}

void csr_explore_yield(void) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (task) csr_point(task, CSR_OP_YIELD, 0, NULL, 0, false, pc);
}

void csr_explore_touch(const void *object, bool writes) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  if (!task) return;
  csr_sync *sync = csr_sync_of(object);
  csr_point(task, CSR_OP_USER, sync->object, object, 0, writes, pc);
  csr_acquire(task, sync);
  if (writes) csr_release(task, sync);
}

void *csr_explore_leave(void) {
  csr_task *task = csr_current;
  csr_current = NULL;
  return task;
}

void csr_explore_reenter(void *left) { csr_current = left; }

csr_outcome csr_explore_pass_time(void) {
  csr_session.passes_time = true;
  return csr_race(0, NULL, NULL);
}
bool csr_explore_time_is_cut(void) { return csr_time_is_cut(); }
bool csr_explore_was_refused(void) { return csr_stacks_were_refused(); }

#else
#include <string.h>

bool csr_explore_supported(void) { return false; }
bool csr_explore_is_controlled(void) { return false; }
void csr_explore_begin(const csr_config *config) { (void)config; }
void csr_explore_drive(void (*function)(void *), void *argument) { function(argument); }
csr_outcome csr_explore_race(
    uint32_t count, void (*const *functions)(void *), void *const *arguments) {
  (void)count;
  (void)functions;
  (void)arguments;
  return CSR_UNSUPPORTED;
}

uint32_t csr_explore_swift_tasks(void) { return 0; }
void csr_explore_expect(int32_t more) { (void)more; }
void csr_explore_leaves_others(void) {}
void csr_explore_crash(int32_t signal, void *context) {
  (void)signal;
  (void)context;
}
void csr_explore_end(csr_result *result) {
  memset(result, 0, sizeof *result);
  result->outcome = CSR_UNSUPPORTED;
}
void csr_explore_run(
    const csr_config *config, uint32_t count, void (*const *functions)(void *),
    void *const *arguments, csr_result *result) {
  (void)config;
  (void)count;
  (void)functions;
  (void)arguments;
  csr_explore_end(result);
}
void csr_explore_yield(void) {}
void csr_explore_touch(const void *object, bool writes) {
  (void)object;
  (void)writes;
}
void *csr_explore_leave(void) { return NULL; }
void csr_explore_reenter(void *left) { (void)left; }
csr_outcome csr_explore_pass_time(void) { return CSR_UNSUPPORTED; }
bool csr_explore_time_is_cut(void) { return false; }
bool csr_explore_was_refused(void) { return false; }
#endif
