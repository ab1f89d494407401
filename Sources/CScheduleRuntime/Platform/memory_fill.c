#include "memory_fill.h"
#include "csr_occupancy.h"

#if CSR_EXPLORE
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool csr_memory_fill_is_on;

// What was freed lately, in the order in which it was freed: in several rings, so that threads seldom share one. Those that do
// take turns by the ticket that each draws.
enum { RINGS = 16, RING_MAX = 64, KEPT_MAX = RINGS * RING_MAX };
static void *kept[KEPT_MAX];
static struct {
  _Alignas(64) uint32_t tickets;
} rings[RINGS];

extern void __libc_free(void *memory);

// No printf: this may happen anywhere.
static void say(const char *text) {
  size_t length = strlen(text);
  while (length > 0) {
    ssize_t count = write(STDERR_FILENO, text, length);
    if (count <= 0) return;
    text += count;
    length -= (size_t)count;
  }
}

// One line, whose words are the same whenever it happens again.
static void give_up(const char *what, const char *how, size_t room) {
  char digits[16];
  size_t place = sizeof digits - 1;
  digits[place] = 0;
  do digits[--place] = (char)('0' + room % 10);
  while ((room /= 10) != 0);
  say("Fatal error: ");
  say(what);
  say(" of at most ");
  say(&digits[place]);
  say(" bytes");
  say(how);
  say("\n");
  abort();
}

// Blocks begin at a multiple of two words, and have room for whole words.
static bool is_filled(const void *memory, size_t from, size_t to) {
  const uint64_t *words = memory;
  uint64_t differs = 0;
  for (size_t index = from / sizeof *words; index < to / sizeof *words; index++)
    differs |= words[index] ^ CSR_FREED_BYTE * 0x0101010101010101u;
  return differs == 0;
}

static bool is_kept(const void *memory) {
  for (uint32_t place = 0; place < KEPT_MAX; place++)
    if (__atomic_load_n(&kept[place], __ATOMIC_RELAXED) == memory) return true;
  return false;
}

// Acquire and release: whoever takes a block out has to see it filled.
static void *exchange(uint32_t place, void *memory) {
  void *older = __atomic_exchange_n(&kept[place], memory, __ATOMIC_ACQ_REL);
  if (!older) return NULL;
  size_t room = malloc_usable_size(older);
  if (!is_filled(older, 0, room)) give_up("heap corrupted: a block", " was written to after it had been freed", room);
  return older;
}

void csr_memory_fill_fresh(void *memory, size_t size) {
  if (size <= CSR_FILLED_BYTES_MAX) memset(memory, CSR_FRESH_BYTE, size);
}

void *csr_memory_fill_freed(void *memory, size_t room) {
  if (room > CSR_FILLED_BYTES_MAX || room <= 2 * sizeof(void *)) return memory;
  // The C library notes what it has got back in the first two words, and finds out by itself who gives it back again, as
  // long as these are left alone. Most blocks differ in the word behind these.
  if (is_filled(memory, 2 * sizeof(void *), 3 * sizeof(void *)) && is_filled(memory, 2 * sizeof(void *), room)) {
    if (is_kept(memory)) give_up("double free of a block", "", room);
    return memory;
  }
  memset(memory, CSR_FREED_BYTE, room);
  uint32_t ring = (uint32_t)(csr_thread_identity() * 0x9E3779B97F4A7C15u >> 60);
  uint32_t ticket = __atomic_fetch_add(&rings[ring].tickets, 1, __ATOMIC_RELAXED);
  return exchange(ring * RING_MAX + ticket % RING_MAX, memory);
}

bool csr_memory_fill_supported(void) { return true; }

void csr_memory_fill_begin(void) {
  // The interposed functions look up the system's ones when they are first called: now, and not in a `free`.
  malloc_usable_size(NULL);
  __atomic_store_n(&csr_memory_fill_is_on, true, __ATOMIC_RELAXED);
}

void csr_memory_fill_end(void) {
  __atomic_store_n(&csr_memory_fill_is_on, false, __ATOMIC_RELAXED);
  for (uint32_t place = 0; place < KEPT_MAX; place++) __libc_free(exchange(place, NULL));
}

#else

bool csr_memory_fill_supported(void) { return false; }
void csr_memory_fill_begin(void) {}
void csr_memory_fill_end(void) {}

#endif
