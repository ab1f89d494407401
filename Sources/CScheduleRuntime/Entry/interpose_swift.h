// Lazy globals, as a session begins with them.
#pragma once
#include "../Platform/support.h"

#if CSR_EXPLORE

void csr_once_begin(void);

#endif
