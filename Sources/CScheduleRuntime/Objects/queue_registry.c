// Which dispatch queues exist, whether they are serial, and what they target: noted when they are made and forgotten when
// they are freed, by any thread.
#include "queue_registry.h"
#include "../Core/tasks.h"
#include "csr_platform.h"
#include "happens_before.h"

#if CSR_EXPLORE
#include <string.h>

extern char _dispatch_main_q[] __attribute__((weak));
extern char _dispatch_queue_attr_concurrent[] __attribute__((weak));
void *dispatch_queue_attr_make_initially_inactive(void *attributes);

typedef struct {
  const void *real;
  void *target;
  uint64_t path;
  /// The session it was made in, or 0.
  uint32_t generation;
  /// Its place among those of its name, counted from one; 0 where it is known by its maker.
  uint32_t ordinal;
  bool is_concurrent;
  bool is_global;
} registration;

// A table of open places, twice as large whenever it gets full.
enum { REGISTRATIONS_FIRST = 1 << 10, QUEUES_MAX = 64, NAMES_MAX = 128 };
static registration *registrations;
static uint32_t registration_places, registration_count;

// Which places among the queues of one name are taken.
typedef struct {
  uint64_t path;
  uint64_t *taken;
  uint32_t words;
} name;

typedef struct {
  name all[NAMES_MAX];
  uint32_t count;
} name_list;

// Of queues made outside of sessions, and of those that the driver makes in the present one.
static name_list outside, inside;
static uint32_t guard;

// Addresses at which there may be a queue: whatever is freed is looked up here first, so it must be quick, and wrong only
// in saying yes.
enum { FILTER_BITS = 1 << 16 };
static uint64_t filter[FILTER_BITS / 64];

static csr_queue queues[QUEUES_MAX];
static uint32_t queue_count;

static void lock(void) {
  while (__atomic_exchange_n(&guard, 1, __ATOMIC_ACQUIRE)) csr_pause();
}
static void unlock(void) { __atomic_store_n(&guard, 0, __ATOMIC_RELEASE); }

static uint64_t mixed(const void *real) { return (uintptr_t)real * 0x9E3779B97F4A7C15u; }

// Relaxed: whoever frees a queue has been handed its address, and with it what came before.
static void note_in_filter(const void *real) {
  uint64_t bit = mixed(real) >> 48;
  __atomic_fetch_or(&filter[bit / 64], 1ull << bit % 64, __ATOMIC_RELAXED);
}

static bool may_be_queue(const void *real) {
  uint64_t bit = mixed(real) >> 48;
  return __atomic_load_n(&filter[bit / 64], __ATOMIC_RELAXED) >> bit % 64 & 1;
}

// Where its entry is or should be; `registration_places` is a power of two.
static uint32_t home_of(const void *real) {
  return (uint32_t)(mixed(real) >> 32) & (registration_places - 1);
}

// The system's functions, because those of this process may be on their way here.
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void __libc_free(void *memory);

static registration *place_of(const void *real) {
  uint32_t place = home_of(real);
  while (registrations[place].real && registrations[place].real != real)
    place = (place + 1) & (registration_places - 1);
  return &registrations[place];
}

// Null where there is none.
static registration *find(const void *real) {
  if (registration_places == 0) return NULL;
  registration *found = place_of(real);
  return found->real ? found : NULL;
}

// Room for one more; false where the system gives none.
static bool grow(void) {
  if (registration_count < registration_places / 4 * 3) return true;
  uint32_t places = registration_places;
  registration *old = registrations;
  uint32_t wanted = places == 0 ? REGISTRATIONS_FIRST : places * 2;
  registration *larger = __libc_calloc(wanted, sizeof *larger);
  if (!larger) return false;
  registrations = larger;
  registration_places = wanted;
  for (uint32_t place = 0; place < places; place++)
    if (old[place].real) *place_of(old[place].real) = old[place];
  __libc_free(old);
  return true;
}

// Entries behind the one that goes move up where it stood in their way.
static void erase(registration *entry) {
  uint32_t mask = registration_places - 1;
  uint32_t hole = (uint32_t)(entry - registrations);
  for (uint32_t next = (hole + 1) & mask; registrations[next].real; next = (next + 1) & mask) {
    uint32_t home = home_of(registrations[next].real);
    if (((next - home) & mask) < ((next - hole) & mask)) continue;
    registrations[hole] = registrations[next];
    hole = next;
  }
  registrations[hole] = (registration){.real = NULL};
  registration_count--;
}

// Attributes lie in one array, in which every other one is inactive and every other pair serial; the concurrent one is
// the first. Null is serial.
static bool is_concurrent(void *attributes) {
  if (!attributes || !_dispatch_queue_attr_concurrent) return false;
  char *first = _dispatch_queue_attr_concurrent;
  ptrdiff_t size = (char *)dispatch_queue_attr_make_initially_inactive(first) - first;
  if (attributes == first || size <= 0) return attributes == first;
  return ((char *)attributes - first) / size / 2 % 2 == 0;
}

bool csr_queue_is_made_inactive(void *attributes) {
  return attributes && dispatch_queue_attr_make_initially_inactive(attributes) == attributes;
}

static uint64_t path_of(const char *label, void *target) {
  uint64_t hash = 0xCBF29CE484222325u;
  for (; label && *label; label++) hash = (hash ^ (uint8_t)*label) * 0x100000001B3u;
  registration *below = target ? find(target) : NULL;
  if (below) hash = (hash ^ below->path) * 0x100000001B3u;
  return (hash | 3ull << 61) & ~(1ull << 63);
}

static name *find_name(name_list *list, uint64_t path) {
  for (uint32_t place = 0; place < list->count; place++)
    if (list->all[place].path == path) return &list->all[place];
  return NULL;
}

// The lowest place among those of that name that is free, counted from one. Where there are too many names, or there is no
// memory, the first: queues are not distinguished then.
static uint32_t take_ordinal(name_list *list, uint64_t path) {
  name *found = find_name(list, path);
  if (!found) {
    if (list->count == NAMES_MAX) return 1;
    found = &list->all[list->count++];
    // Another name's places, of an earlier session.
    for (uint32_t word = 0; word < found->words; word++) found->taken[word] = 0;
    found->path = path;
  }
  uint32_t word = 0;
  while (word < found->words && ~found->taken[word] == 0) word++;
  if (word == found->words) {
    uint32_t words = word == 0 ? 1 : word * 2;
    uint64_t *taken = __libc_realloc(found->taken, words * sizeof *taken);
    if (!taken) return 1;
    memset(taken + word, 0, (words - word) * sizeof *taken);
    found->taken = taken;
    found->words = words;
  }
  uint32_t bit = (uint32_t)__builtin_ctzll(~found->taken[word]);
  found->taken[word] |= 1ull << bit;
  return word * 64 + bit + 1;
}

// The queue is gone, or another one is made where it was: its place is free again.
static void release_ordinal(const registration *entry) {
  if (entry->ordinal == 0) return;
  if (entry->generation && entry->generation != csr_session.generation) return;
  uint32_t ordinal = entry->ordinal - 1;
  name *found = find_name(
      entry->generation ? &inside : &outside, entry->path - (uint64_t)ordinal * CSR_SEATS_MAX);
  if (found && ordinal / 64 < found->words) found->taken[ordinal / 64] &= ~(1ull << ordinal % 64);
}

void csr_queue_freed(const void *memory) {
  if (CSR_LIKELY(!may_be_queue(memory))) return;
  lock();
  registration *entry = find(memory);
  if (entry) {
    release_ordinal(entry);
    erase(entry);
  }
  unlock();
}

void *csr_queue_made(void *queue, const char *label, void *attributes, void *target) {
  if (!queue) return NULL;
  csr_task *task = csr_current;
  bool concurrent = is_concurrent(attributes);
  lock();
  registration *entry = grow() ? place_of(queue) : NULL;
  if (entry) {
    if (entry->real)
      release_ordinal(entry);
    else
      registration_count++;
    // A queue that a task makes is known by its maker. One that the driver makes may be there for good and be found there by later
    // sessions: it is known by its name, and those of one name by the order in which they were made.
    bool by_task = task && !task->is_driver;
    uint32_t session = task ? csr_session.generation : 0;
    uint64_t path = by_task ? csr_child_path(task) : path_of(label, target);
    uint32_t ordinal = by_task ? 0 : take_ordinal(session ? &inside : &outside, path);
    if (ordinal > 1) path += (uint64_t)(ordinal - 1) * CSR_SEATS_MAX;
    *entry = (registration){
        .real = queue, .target = target, .path = path, .generation = session, .ordinal = ordinal,
        .is_concurrent = concurrent};
    note_in_filter(queue);
  }
  unlock();
  return queue;
}

bool csr_queue_is_known(const void *object) {
  lock();
  bool is_known = find(object) != NULL;
  unlock();
  return is_known;
}

void *csr_queue_target(void *queue) {
  lock();
  registration *entry = find(queue);
  void *target = entry ? entry->target : NULL;
  unlock();
  return target;
}

void csr_queue_retarget(void *queue, void *target) {
  lock();
  registration *entry = find(queue);
  if (entry) entry->target = target;
  unlock();
}

// The lowest serial queue below this one excludes everything above it; where there is none, the queue itself.
static registration resolve(void *queue) {
  registration found = {.real = queue, .path = path_of("", NULL) + 1, .is_concurrent = true, .is_global = true};
  if (queue == _dispatch_main_q) found = (registration){.real = queue, .path = path_of("main", NULL)};
  lock();
  registration *entry = find(queue);
  if (entry) found = *entry;
  for (uint32_t depth = 0; entry && entry->target && depth < 16; depth++) {
    if (entry->target == _dispatch_main_q)
      found = (registration){.real = entry->target, .path = path_of("main", NULL)};
    entry = find(entry->target);
    if (entry && !entry->is_concurrent) found = *entry;
  }
  unlock();
  return found;
}

void csr_queues_begin(void) {
  lock();
  inside.count = 0;
  unlock();
  queue_count = 0;
}

csr_queue *csr_queue_at(uint32_t index) { return index < queue_count ? &queues[index] : NULL; }

csr_queue *csr_queue_of(void *queue) {
  registration found = resolve(queue);
  for (uint32_t index = 0; index < queue_count; index++)
    if (queues[index].real == found.real) return &queues[index];
  if (queue_count == QUEUES_MAX) {
    csr_fail(CSR_EXHAUSTED);
    return NULL;
  }
  csr_queue *added = &queues[queue_count++];
  memset(added, 0, sizeof *added);
  added->real = found.real;
  added->path = found.path;
  added->is_concurrent = found.is_concurrent;
  added->is_global = found.is_global;
  added->sync = csr_sync_of(found.real);
  for (uint32_t seat = 0; seat < CSR_SEATS_MAX; seat++) added->seats[seat].queue = added;
  return added;
}
#endif
