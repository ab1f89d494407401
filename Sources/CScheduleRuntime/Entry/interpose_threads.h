// Whose threads and waits are not the code's under test.
#pragma once
#include <stdbool.h>

/// Whether that code belongs to the dispatch library, whose threads serve the whole process.
bool csr_is_dispatch(const void *pc);
