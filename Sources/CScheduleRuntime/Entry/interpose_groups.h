// Groups, as a session begins with them.
#pragma once
#include "../Platform/support.h"

#if CSR_EXPLORE

void csr_groups_begin(void);

#endif
