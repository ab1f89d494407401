// Attributes shared by the files of this target.
#pragma once

/// Keeps ThreadSanitizer's compiler pass out of a function: neither its accesses nor its atomics are seen.
#if defined(__has_attribute)
#if __has_attribute(disable_sanitizer_instrumentation)
#define CSR_UNINSTRUMENTED __attribute__((disable_sanitizer_instrumentation))
#endif
#endif
#ifndef CSR_UNINSTRUMENTED
#define CSR_UNINSTRUMENTED
#endif
