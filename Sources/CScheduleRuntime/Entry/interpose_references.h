// The ends of objects.
#pragma once
#include "../Core/session.h"

#if CSR_EXPLORE

/// A deinit of instrumented code begins.
void csr_deinit_begins(csr_task *task);

#endif
