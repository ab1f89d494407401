#include "csr_attributes.h"

#if defined(CSR_ADDRESS_SANITIZER)
const char *__asan_default_options(void);

// An error ends the process by a signal, as any crash does. What is held at the end of a process is no leak: children end
// wherever they are.
const char *__asan_default_options(void) { return "abort_on_error=1:detect_leaks=0"; }
#endif
