#define _GNU_SOURCE
#include "csr_exhaustion.h"
#include "csr_explore.h"
#include "csr_support.h"

#if CSR_EXPLORE
#include "csr_core.h"
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
  csr_memory_begin();
  csr_shadow_begin();
  csr_reports_begin();
  csr_time_begin();
  csr_queues_begin();
  csr_once_begin();
  csr_task *driver = csr_prepare(0, 0);
  if (!driver) {
    csr_session.result.outcome = CSR_EXHAUSTED;
    csr_session.has_failed = true;
    return;
  }
  find_own_stack(driver);
  csr_current = driver;
}

csr_outcome csr_explore_race(
    uint32_t count, void (*const *functions)(void *), void *const *arguments) {
  csr_task *driver = csr_session.tasks[0];
  if (csr_session.functions_raced == 0) csr_session.objects_before = csr_session.object_count;
  for (uint32_t index = 0; index < count && !csr_session.has_failed; index++)
    csr_spawn(driver, ++csr_session.functions_raced, functions[index], arguments[index]);
  csr_task *first = csr_session.has_failed ? NULL : csr_first();
  if (first) {
    csr_session.result.switches++;
    csr_drive_from_here(driver);
    csr_switch(driver, first);
  }
  // The driver has waited for everyone, so all of it is ordered before what it does next.
  for (uint32_t slot = 1; slot < csr_session.task_count; slot++)
    csr_clock_join(&driver->clock, &csr_session.tasks[slot]->clock);
  return (csr_outcome)csr_session.result.outcome;
}

void csr_explore_end(csr_result *result) {
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

bool csr_explore_has_timers(void) { return csr_time_next() != 0; }

#else
#include <string.h>

bool csr_explore_supported(void) { return false; }
bool csr_explore_is_controlled(void) { return false; }
void csr_explore_begin(const csr_config *config) { (void)config; }
csr_outcome csr_explore_race(
    uint32_t count, void (*const *functions)(void *), void *const *arguments) {
  (void)count;
  (void)functions;
  (void)arguments;
  return CSR_UNSUPPORTED;
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
bool csr_explore_has_timers(void) { return false; }
bool csr_explore_was_refused(void) { return false; }
bool csr_explore_report(uint32_t index, csr_report *report) {
  (void)index;
  (void)report;
  return false;
}
uint32_t csr_explore_describe(char *text, uint32_t text_size) {
  if (text_size > 0) text[0] = 0;
  return 0;
}
void csr_explore_symbolise(const void *pc, char *text, uint32_t text_size) {
  (void)pc;
  if (text_size > 0) text[0] = 0;
}
void csr_sites_clear(void) {}
uint32_t csr_sites_adopt(void) { return 0; }
uint32_t csr_sites_export(uint64_t *sites) {
  (void)sites;
  return 0;
}
void csr_sites_import(const uint64_t *sites, uint32_t count) {
  (void)sites;
  (void)count;
}
#endif
