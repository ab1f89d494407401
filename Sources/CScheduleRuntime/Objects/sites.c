#include "sites.h"
#include "../Core/session.h"
#include "csr_sites.h"
#include <stdlib.h>
#include <string.h>

#if CSR_EXPLORE

// An object that exists when the first race starts has the same number in every session of a scenario, so it
// is known by its number; one made during the race is known by the code that touches it.
#define OBJECT_MARK (1ull << 63)

typedef struct {
  uint64_t site;
  bool is_adopted;
} entry;

enum { ENTRIES_MAX = CSR_SITES_MAX * 2 };
static entry entries[ENTRIES_MAX];
static uint32_t entry_count;
static uint32_t learned_count;

static uint64_t site_of(uint32_t object, const void *pc) {
  if (object <= csr_session.objects_before) return OBJECT_MARK | object;
  // Relative to the image, which lies elsewhere in each process.
  return ((uint64_t)(uintptr_t)pc - (uint64_t)(uintptr_t)&csr_sites_clear) & ~OBJECT_MARK;
}

static entry *find(uint64_t site) {
  uint32_t place = (uint32_t)((site * 0x9E3779B97F4A7C15u) >> 40) % ENTRIES_MAX;
  while (entries[place].site != 0 && entries[place].site != site) place = (place + 1) % ENTRIES_MAX;
  return &entries[place];
}

// The answers for code addresses that were asked for lately; what is adopted changes only between sessions.
enum { ANSWERS = 512 };
static struct {
  const void *pc;
  uint32_t adoptions;
  bool is_point;
} answers[ANSWERS];
static uint32_t adoptions = 1;

bool csr_site_is_point(uint32_t object, const void *pc) {
  if (learned_count == 0) return false;
  if (object <= csr_session.objects_before) return find(site_of(object, pc))->is_adopted;
  uint32_t place = (uint32_t)((uintptr_t)pc ^ (uintptr_t)pc >> 9) % ANSWERS;
  if (answers[place].pc != pc || answers[place].adoptions != adoptions) {
    answers[place].pc = pc;
    answers[place].adoptions = adoptions;
    answers[place].is_point = find(site_of(object, pc))->is_adopted;
  }
  return answers[place].is_point;
}

static entry *add(uint64_t site) {
  entry *found = find(site);
  if (found->site == site || entry_count == CSR_SITES_MAX) return found;
  found->site = site;
  entry_count++;
  return found;
}

void csr_site_learn(uint32_t object, const void *pc) {
  uint32_t count = entry_count;
  uint64_t site = site_of(object, pc);
  // A table that is full forgets what it should learn, which is as bad as not to have looked.
  if (add(site)->site != site) csr_session.result.accesses_unwatched++;
  csr_session.result.sites_new += entry_count - count;
}

uint32_t csr_sites_count(void) { return learned_count; }

void csr_sites_clear(void) {
  memset(entries, 0, sizeof entries);
  entry_count = 0;
  learned_count = 0;
  adoptions++;
}

uint32_t csr_sites_adopt(void) {
  uint32_t count = entry_count - learned_count;
  for (uint32_t place = 0; place < ENTRIES_MAX; place++)
    if (entries[place].site != 0) entries[place].is_adopted = true;
  learned_count = entry_count;
  adoptions++;
  return count;
}

static int compare(const void *left, const void *right) {
  uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
  return a < b ? -1 : a > b;
}

uint32_t csr_sites_export(uint64_t *sites) {
  uint32_t count = 0;
  for (uint32_t place = 0; place < ENTRIES_MAX; place++)
    if (entries[place].is_adopted) sites[count++] = entries[place].site;
  qsort(sites, count, sizeof *sites, compare);
  return count;
}

void csr_sites_import(const uint64_t *sites, uint32_t count) {
  for (uint32_t index = 0; index < count; index++) {
    entry *found = add(sites[index]);
    if (found->site == sites[index] && !found->is_adopted) {
      found->is_adopted = true;
      learned_count++;
      adoptions++;
    }
  }
}

#else

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
