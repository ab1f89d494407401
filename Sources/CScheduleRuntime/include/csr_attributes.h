// What every file of this target shares: the attributes of its functions, and what kind of build this is.
#pragma once

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
/// The real ThreadSanitizer watches.
#define CSR_REAL_SANITIZER 1
#endif
#if __has_feature(address_sanitizer)
/// AddressSanitizer watches, whose functions stand in for those of the system.
#define CSR_ADDRESS_SANITIZER 1
#endif
#endif

/// Keeps ThreadSanitizer's compiler pass out of a function: neither its accesses nor its atomics are seen.
#if defined(__has_attribute)
#if __has_attribute(disable_sanitizer_instrumentation)
#define CSR_UNINSTRUMENTED __attribute__((disable_sanitizer_instrumentation))
#endif
#endif
#ifndef CSR_UNINSTRUMENTED
#define CSR_UNINSTRUMENTED
#endif
