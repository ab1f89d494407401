#pragma once

/// The queue on which work for `queue` is to run.
void *csr_wide_queue(void *queue);
