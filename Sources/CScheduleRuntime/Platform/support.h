// Whether schedules can be controlled in this build, and the words that the interposed functions share.
#pragma once
#include "csr_attributes.h"

/// The manifest defines CSR_INSTRUMENTED where it compiles the code under test with instrumentation. Under the real
/// ThreadSanitizer its own runtime is linked, and this one must not be there; nor beside AddressSanitizer's.
#if defined(CSR_INSTRUMENTED) && defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__)) \
    && !defined(CSR_REAL_SANITIZER) && !defined(CSR_ADDRESS_SANITIZER)
#define CSR_EXPLORE 1
#else
#define CSR_EXPLORE 0
#endif

#define CSR_LIKELY(condition) __builtin_expect(!!(condition), 1)
#define CSR_UNLIKELY(condition) __builtin_expect(!!(condition), 0)

/// Marks a function that stands in for one of the system or of ThreadSanitizer. All of them lie in one section, so that who is
/// called by one of them, such as a destructor by the release of an object, finds out who is behind it.
#if CSR_EXPLORE
#define CSR_EXPORT __attribute__((visibility("default"), used, section("csr_entries")))
#else
#define CSR_EXPORT __attribute__((visibility("default"), used))
#endif

/// The caller's return address. Taken before any branch: an outlined slow path would see its own caller.
#define CSR_CALLER \
  ({ \
    void *caller_ = __builtin_return_address(0); \
    __asm__ volatile("" : "+r"(caller_)); \
    caller_; \
  })

/// Declares `real`, the system's function of that name, looked up once.
#define CSR_REAL(result, name, ...) \
  static result (*real)(__VA_ARGS__); \
  if (CSR_UNLIKELY(!__atomic_load_n(&real, __ATOMIC_RELAXED))) \
    __atomic_store_n(&real, (result (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name), __ATOMIC_RELAXED)
