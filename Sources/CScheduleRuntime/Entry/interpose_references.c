// Reference counts, as far as they order what tasks do: what was done with an object comes before its end, and before it is changed
// in place by whoever has found that nobody else refers to it. The runtime counts by atomics that are not seen.
//
// What it releases of its own accord, such as the elements of an array, is not seen either. Therefore everything that has happened
// comes before the end of an object that several tasks have touched, or of which the release was not seen: that may order more than is,
// and never less.
#define _GNU_SOURCE
#include "interpose_references.h"
#include "../Objects/references.h"

#if CSR_EXPLORE
#include <dlfcn.h>

static uintptr_t (*count_of)(void *object);

__attribute__((constructor)) static void find_count(void) {
  count_of = (uintptr_t (*)(void *))dlsym(RTLD_DEFAULT, "swift_retainCount");
}

/// What the runtime keeps of a class.
typedef struct {
  uintptr_t kind;
  const void *superclass;
  uint32_t flags, address_point, instance_size;
} class_type;

/// The class of the object; null where it is the context of a closure, or a box.
static const class_type *class_of(const void *object) {
  const uintptr_t of_class = 0, largest_kind = 0x7FF;
  const class_type *type = *(const class_type *const *)object;
  return type->kind == of_class || type->kind > largest_kind ? type : NULL;
}

static bool is_object(const void *reference) {
  // Small numbers and those with the highest bit set are none.
  return (intptr_t)reference > 0xFFF;
}

static void is_last(csr_task *task, const void *object) {
  const class_type *type = class_of(object);
  csr_reference_is_last(task, object, type ? type->instance_size : 0);
}

// What it means that the task is about to give up so many references.
static void note_release(csr_task *task, void *object, uint32_t count) {
  if (!is_object(object) || task->is_driver || !count_of) return;
  if (count_of(object) != count) return csr_reference_given_up(task, object);
  is_last(task, object);
  task->ending = object;
}

// The end of an object may end others, each of which has its own turn; that of a class goes on with its superclass's.
void csr_deinit_begins(csr_task *task, const void *object) {
  if (!task->is_driver && object != task->ending) csr_all_is_over(task);
}

CSR_EXPORT void swift_release(void *object) {
  CSR_REAL(void, "swift_release", void *);
  csr_task *task = csr_current;
  if (CSR_LIKELY(!task)) return real(object);
  const void *outer = task->ending;
  note_release(task, object, 1);
  real(object);
  task->ending = outer;
}

CSR_EXPORT void swift_release_n(void *object, uint32_t count) {
  CSR_REAL(void, "swift_release_n", void *, uint32_t);
  csr_task *task = csr_current;
  if (CSR_LIKELY(!task)) return real(object, count);
  const void *outer = task->ending;
  note_release(task, object, count);
  real(object, count);
  task->ending = outer;
}

// Whoever is told that nobody else has the object may change it in place, as collections do.
#define IS_UNIQUE(name) \
  CSR_EXPORT bool name(const void *object) { \
    CSR_REAL(bool, #name, const void *); \
    bool is_unique = real(object); \
    csr_task *task = csr_current; \
    if (CSR_UNLIKELY(task != NULL) && is_unique && is_object(object) && !task->is_driver) \
      is_last(task, object); \
    return is_unique; \
  }

IS_UNIQUE(swift_isUniquelyReferenced_native)
IS_UNIQUE(swift_isUniquelyReferenced_nonNull_native)

// The same where the standard library's function was not specialised, for a reference and for one that may be nil.
#define IS_KNOWN_UNIQUE(name, symbol) \
  __attribute__((swiftcall)) CSR_EXPORT bool name(const void *const *reference, const void *type) __asm__(symbol); \
  __attribute__((swiftcall)) CSR_EXPORT bool name(const void *const *reference, const void *type) { \
    (void)type; \
    return swift_isUniquelyReferenced_native(*reference); \
  }

IS_KNOWN_UNIQUE(csr_is_known_unique, "$ss25isKnownUniquelyReferencedySbxzRlzClF")
IS_KNOWN_UNIQUE(csr_is_known_unique_or_nil, "$ss25isKnownUniquelyReferencedySbxSgzRlzClF")
#endif
