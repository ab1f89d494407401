// Threads for Swift tasks of free races.
#pragma once
#include <stdbool.h>

/// From now on jobs of Swift tasks that no executor of their own runs have threads made for them as they need some, instead of
/// as many as there are cores: tests that wait for their turn, or race, block such threads. Nothing happens where the
/// concurrency runtime is not loaded, or not known. Pairs with `csr_wide_jobs_end`; not while schedules are under control.
void csr_wide_jobs_begin(void);
/// As before. What was handed over runs on.
void csr_wide_jobs_end(void);
