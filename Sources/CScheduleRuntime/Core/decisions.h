// Who goes on: the strategy is asked, and virtual time passes.
#pragma once
#include "session.h"

#if CSR_EXPLORE

/// Who goes on after `last`, the task that ran, or null where that has ended; null where nobody can.
csr_task *csr_choose(csr_task *last);

#endif
