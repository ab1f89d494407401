#include "session.h"

#if CSR_EXPLORE
csr_session_state csr_session;
__thread csr_task *csr_current __attribute__((tls_model("initial-exec")));
#endif
