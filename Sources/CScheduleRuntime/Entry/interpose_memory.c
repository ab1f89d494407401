// What a session frees stays allocated until it ends: an address means one object, so an access to it afterwards
// is seen for what it is, and nothing is mistaken for the object that lay there before. And what a session allocates has the
// size that was asked for, whatever the system had at hand.
#define _GNU_SOURCE
#include "interpose_memory.h"
#include "../Core/session.h"
#include "../Objects/freed_memory.h"
#include "../Objects/heap.h"
#include "../Objects/queue_registry.h"
#include "../Objects/shadow.h"
#include "../Platform/memory_fill.h"

#if CSR_EXPLORE
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

// The system's functions, because those of this process are these.
extern void *__libc_malloc(size_t size);
extern void __libc_free(void *memory);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static size_t (*real_usable_size)(void *memory);

// Swift's arrays take what the system has given beyond what they had asked for, so that they would grow sooner or later
// depending on what the heap has seen, and schedules would not repeat. Blocks that are larger than usual are reported as usual.
enum { ODD_MAX = 256 };
static struct {
  const void *memory;
  size_t usual;
} odd[ODD_MAX];
static uint32_t odd_count;

// What the system gives where it has a fitting block: a word more than a multiple of two words, and no less than three.
static size_t usual_size(size_t size) {
  size_t chunk = (size + sizeof(size_t) + 15) & ~(size_t)15;
  return (chunk < 32 ? 32 : chunk) - sizeof(size_t);
}

static void find_usable_size(void) {
  if (!real_usable_size) real_usable_size = (size_t (*)(void *))dlsym(RTLD_NEXT, "malloc_usable_size");
}

void csr_memory_begin(void) {
  odd_count = 0;
  find_usable_size();
}

// Where the thread counts, it got or gave back that block. What a task gets while it is none is not its own: whoever
// controls it decides, and notes what it decided.
static void count(void *memory, int64_t sign) {
  if (CSR_LIKELY(!csr_heap_counts()) || !memory) return;
  if (csr_heap_of_thread.is_task && !csr_current) return;
  // What the search allocates itself is nobody's, and must not search again.
  csr_heap_of_thread.is_counting = false;
  find_usable_size();
  csr_heap_of_thread.is_counting = true;
  csr_heap_of_thread.objects += sign;
  csr_heap_of_thread.bytes += sign * (int64_t)real_usable_size(memory);
}

CSR_EXPORT void *malloc(size_t size) {
  void *memory = __libc_malloc(size);
  count(memory, 1);
  if (CSR_LIKELY(!csr_current) || !memory) {
    if (CSR_UNLIKELY(csr_memory_fills()) && memory) csr_memory_fill_fresh(memory, size);
    return memory;
  }
  size_t usual = usual_size(size);
  if (CSR_UNLIKELY(real_usable_size(memory) != usual) && odd_count < ODD_MAX) {
    odd[odd_count].memory = memory;
    odd[odd_count++].usual = usual;
  }
  return memory;
}

// These are counted, too, for what they give is freed as everything else is.
CSR_EXPORT void *calloc(size_t members, size_t size) {
  void *memory = __libc_calloc(members, size);
  count(memory, 1);
  return memory;
}

CSR_EXPORT void *memalign(size_t alignment, size_t size) {
  void *memory = __libc_memalign(alignment, size);
  count(memory, 1);
  return memory;
}

CSR_EXPORT void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

CSR_EXPORT int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
  int before = errno;
  void *given = memalign(alignment, size);
  errno = before;
  if (!given) return ENOMEM;
  *memory = given;
  return 0;
}

CSR_EXPORT size_t malloc_usable_size(void *memory) {
  find_usable_size();
  if (CSR_UNLIKELY(csr_current != NULL))
    for (uint32_t index = 0; index < odd_count; index++)
      if (odd[index].memory == memory) return odd[index].usual;
  return real_usable_size(memory);
}

static void release(void *memory) {
  csr_queue_freed(memory);
  __libc_free(memory);
}

static void release_filled(void *memory) {
  csr_queue_freed(memory);
  find_usable_size();
  __libc_free(csr_memory_fill_freed(memory, real_usable_size(memory)));
}

static void put_off(csr_task *task, void *memory, void *pc) {
  size_t size = real_usable_size(memory);
  if (!csr_memory_keep(memory, size, (csr_free){.task = task->id, .pc = pc})) {
    // Addresses may come again from here on, so that shadows would mislead.
    csr_session.config.detect_races = false;
    return release(memory);
  }
  csr_shadow_freed(task, (uintptr_t)memory, size, pc);
}

void csr_memory_end(void) { csr_memory_release_kept(release); }

CSR_EXPORT void free(void *memory) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  count(memory, -1);
  if (CSR_UNLIKELY(task && memory)) {
    put_off(task, memory, pc);
  } else if (CSR_UNLIKELY(csr_memory_fills()) && memory) {
    release_filled(memory);
  } else {
    release(memory);
  }
}

CSR_EXPORT void *realloc(void *memory, size_t size) {
  void *pc = CSR_CALLER;
  csr_task *task = csr_current;
  bool fills = csr_memory_fills();
  if (CSR_LIKELY(!(task || fills) || !memory || size == 0)) {
    count(memory, -1);
    void *resized = __libc_realloc(memory, size);
    count(resized, 1);
    return resized;
  }
  find_usable_size();
  size_t old_size = real_usable_size(memory);
  void *moved = malloc(size);
  if (!moved) return NULL;
  count(memory, -1);
  memcpy(moved, memory, old_size < size ? old_size : size);
  if (task)
    put_off(task, memory, pc);
  else
    release_filled(memory);
  return moved;
}
#endif
