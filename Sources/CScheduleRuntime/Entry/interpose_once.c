// Lazy globals under ThreadSanitizer.
//
// There the Swift runtime of Linux takes a lock at every use of a lazy global, not only at the first one, and reports
// ThreadSanitizer that whoever releases it happens before whoever takes it next. In a debug build each `static let` is such
// a global. So two threads that used the same one would seem to be ordered, and no race of what they did before and
// after would ever be seen. What must be ordered is the initialiser before everyone's use, and nothing else.
#define _GNU_SOURCE
#include "../Platform/support.h"

#if defined(CSR_REAL_SANITIZER) && defined(__linux__)
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

/// The runtime's token: what was done, and the lock, whose address it names to ThreadSanitizer.
typedef struct {
  int32_t state;
  int32_t lock;
} once_token;

typedef void once_function(once_token *, void (*)(void *), void *);

/// A state below zero is the runtime's own for "done, and no lock need be taken"; under ThreadSanitizer it never sets it.
enum { DONE = -1 };

// The locks that have been released once: by the one who ran the initialiser, for they are held until then.
enum { RELEASED_MAX = 1 << 14 };
static const void *released[RELEASED_MAX];

CSR_UNINSTRUMENTED static uint32_t slot_of(const void *address) {
  return (uint32_t)((uint64_t)(uintptr_t)address * 0x9E3779B97F4A7C15u >> 50);
}

// False for the first caller with that address. Where there is no room, false for all.
CSR_UNINSTRUMENTED static bool was_released(const void *address) {
  uint32_t first = slot_of(address);
  for (uint32_t step = 0; step < RELEASED_MAX; step++) {
    const void **slot = &released[(first + step) % RELEASED_MAX];
    const void *seen = __atomic_load_n(slot, __ATOMIC_RELAXED);
    if (!seen && __atomic_compare_exchange_n(slot, &seen, address, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) return false;
    if (seen == address) return true;
  }
  return false;
}

/// Where the runtime releases those locks: others release by the same variable, and mean it each time.
static const void *once_caller;

CSR_UNINSTRUMENTED static void release(const void *address) {
  bool is_once = __builtin_return_address(0) == once_caller;
  if (!is_once || !was_released(address)) __tsan_release((void *)address);
}

CSR_UNINSTRUMENTED static void note_caller(const void *address) {
  once_caller = __builtin_return_address(0);
  __tsan_release((void *)address);
}

CSR_UNINSTRUMENTED static void do_nothing(void *context) { (void)context; }

CSR_UNINSTRUMENTED static once_function *runtime_once(void) {
  CSR_REAL(void, "swift_once", once_token *, void (*)(void *), void *);
  return real;
}

// The runtime's own lazy globals are not reached through `swift_once`; but it asks this variable of its how to release.
__attribute__((constructor)) CSR_UNINSTRUMENTED static void release_each_lock_once(void) {
  static once_token token;
  void (**hook)(const void *) = (void (**)(const void *))dlsym(RTLD_DEFAULT, "_swift_tsan_release");
  if (!hook || !*hook || !runtime_once()) return;
  *hook = note_caller;
  runtime_once()(&token, do_nothing, 0);
  *hook = release;
}

// Tokens whose initialiser the calling thread knows to have happened before: to say so again costs time.
enum { KNOWN_MAX = 256 };
static __thread const once_token *known[KNOWN_MAX] __attribute__((tls_model("initial-exec")));

CSR_EXPORT CSR_UNINSTRUMENTED void swift_once(once_token *token, void (*initialise)(void *), void *context) {
  const once_token **own = &known[slot_of(token) % KNOWN_MAX];
  if (*own == token) return;
  if (__atomic_load_n(&token->state, __ATOMIC_ACQUIRE) != DONE) {
    runtime_once()(token, initialise, context);
    // Only now: its lock has been released for ThreadSanitizer, too.
    __atomic_store_n(&token->state, DONE, __ATOMIC_RELEASE);
  }
  // Even after the runtime's own: where another thread was done just then, it has taken no lock.
  __tsan_acquire(&token->lock);
  *own = token;
}
#endif
