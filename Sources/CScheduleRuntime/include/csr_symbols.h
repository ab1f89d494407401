#pragma once
#include <stdint.h>

/// The mangled name of the function of this executable that lies there, as an offset from where it was loaded; NULL where
/// its symbol table has none. Exported functions are known by dladdr, too. From any thread, not in a signal handler.
const char *csr_executable_symbol(uint64_t offset);
