// The ends of objects.
#pragma once
#include "../Core/session.h"

#if CSR_EXPLORE

/// A deinit of instrumented code begins, of that object; of any other where it is not known which.
void csr_deinit_begins(csr_task *task, const void *object);

#endif
