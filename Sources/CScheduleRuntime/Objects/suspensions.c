#include "suspensions.h"
#include "../Core/tasks.h"

#if CSR_EXPLORE

enum { SUSPENDED_MAX = 64 };
static struct {
  void *queue;
  uint32_t times;
  bool is_inactive;
} suspended[SUSPENDED_MAX];
static uint32_t suspended_count;

void csr_suspensions_begin(void) { suspended_count = 0; }

static uint32_t find(const void *queue) {
  uint32_t index = 0;
  while (index < suspended_count && suspended[index].queue != queue) index++;
  return index;
}

// Its place; the last one, and the session failed, where there is no room.
static uint32_t place_of(void *queue) {
  uint32_t index = find(queue);
  if (index == SUSPENDED_MAX) {
    csr_fail(CSR_EXHAUSTED);
    return SUSPENDED_MAX - 1;
  }
  if (index < suspended_count) return index;
  suspended[index].queue = queue;
  suspended[index].times = 0;
  suspended[index].is_inactive = false;
  return suspended_count++;
}

void csr_queue_made_inactive(void *queue) { suspended[place_of(queue)].is_inactive = true; }

bool csr_queue_activated(void *queue) {
  uint32_t index = find(queue);
  if (index == suspended_count || !suspended[index].is_inactive) return false;
  suspended[index].is_inactive = false;
  return true;
}

void csr_queue_suspend(void *queue) { suspended[place_of(queue)].times++; }

bool csr_queue_unsuspend(void *queue) {
  uint32_t index = find(queue);
  if (index == suspended_count || suspended[index].times == 0) return false;
  suspended[index].times--;
  return true;
}

bool csr_queue_is_suspended(void *queue) {
  for (; queue && suspended_count > 0; queue = csr_queue_target(queue)) {
    uint32_t index = find(queue);
    if (index < suspended_count && (suspended[index].times > 0 || suspended[index].is_inactive)) return true;
  }
  return false;
}
#endif
