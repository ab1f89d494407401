#include "message_history.h"
#include "../Core/tasks.h"
#include "happens_before.h"

#if CSR_EXPLORE
#include <string.h>

enum { HISTORIES_MAX = 1 << 11, PLACES_MAX = 1 << 12 };
static csr_history histories[HISTORIES_MAX];
static uint32_t histories_used;
// Where each address has its history: 1 more than its index, in the session of that generation.
static struct {
  uint32_t generation, index;
} places[PLACES_MAX];

void csr_history_begin(void) { histories_used = 0; }

static uint32_t place_of(uintptr_t address) {
  uint32_t place = (uint32_t)((address * 0x9E3779B97F4A7C15u) >> 52);
  for (;; place = (place + 1) % PLACES_MAX)
    if (places[place].generation != csr_session.generation || histories[places[place].index].address == address)
      return place;
}

static csr_history *find(uintptr_t address) {
  uint32_t place = place_of(address);
  return places[place].generation == csr_session.generation ? &histories[places[place].index] : NULL;
}

static csr_value value_at(uintptr_t address, uint32_t size) {
  csr_value value = 0;
  memcpy(&value, (const void *)address, size);
  return value;
}

// One message: what memory holds now. Whoever synchronises by means of this runtime leaves its clock at the address.
static void rebase(csr_history *history, uint32_t size) {
  history->size = size;
  history->count = 1;
  csr_message *message = history->order[0] = &history->messages[0];
  memset(message, 0, sizeof *message);
  message->value = value_at(history->address, size);
  message->clock = csr_sync_of((const void *)history->address)->clock;
}

csr_history *csr_history_of(const volatile void *address, uint32_t size) {
  uintptr_t key = (uintptr_t)address;
  csr_history *history = find(key);
  if (!history) {
    if (histories_used == HISTORIES_MAX) {
      csr_fail(CSR_EXHAUSTED);
      return NULL;
    }
    uint32_t place = place_of(key);
    places[place].generation = csr_session.generation;
    places[place].index = histories_used;
    history = &histories[histories_used++];
    history->address = key;
    history->count = 0;
  }
  // Code that is not instrumented has written, or it was announced.
  bool is_current = history->count > 0 && history->size == size
      && history->order[history->count - 1]->value == value_at(key, size);
  if (!is_current) rebase(history, size);
  return history;
}

static csr_message *unused(csr_history *history) {
  for (uint32_t index = 0;; index++) {
    bool is_used = false;
    for (uint32_t place = 0; place < history->count; place++)
      is_used = is_used || history->order[place] == &history->messages[index];
    if (!is_used) return &history->messages[index];
  }
}

csr_message *csr_history_insert(csr_history *history, uint32_t place, csr_value value) {
  if (history->count == CSR_MESSAGES_MAX) {
    // Every place but the first lies behind the oldest message.
    history->count--;
    place--;
    memmove(&history->order[0], &history->order[1], history->count * sizeof history->order[0]);
  }
  csr_message *message = unused(history);
  memmove(&history->order[place + 1], &history->order[place], (history->count - place) * sizeof history->order[0]);
  history->order[place] = message;
  history->count++;
  memset(message, 0, sizeof *message);
  message->value = value;
  if (place + 1 == history->count) memcpy((void *)history->address, &value, history->size);
  return message;
}

static bool is_known(const csr_message *message, const csr_clock *clock) {
  for (uint32_t slot = 0; slot < csr_session.task_count; slot++)
    if (message->met[slot] != 0 && message->met[slot] - 1 <= clock->epochs[slot]) return true;
  return false;
}

uint32_t csr_history_floor(const csr_history *history, const csr_clock *clock) {
  uint32_t place = history->count - 1;
  while (place > 0 && !is_known(history->order[place], clock)) place--;
  return place;
}

void csr_history_forget(uintptr_t address, size_t size) {
  if (size <= 2 * sizeof(uint64_t)) {
    for (uintptr_t key = address; key < address + size; key++) {
      csr_history *history = find(key);
      if (history) history->count = 0;
    }
    return;
  }
  for (uint32_t index = 0; index < histories_used; index++)
    if (histories[index].address >= address && histories[index].address - address < size) histories[index].count = 0;
}
#endif
