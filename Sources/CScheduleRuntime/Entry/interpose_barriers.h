// Barriers of POSIX, as a session begins with them.
#pragma once
#include "../Platform/support.h"

#if CSR_EXPLORE

void csr_barriers_begin(void);

#endif
