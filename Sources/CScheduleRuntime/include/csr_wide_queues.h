// Threads for Swift tasks of free races.
#pragma once

/// From now on what is given to the queue of Swift tasks, which has as many threads as there are cores, runs on threads that
/// are made as some are needed: tests that wait for their turn, or race, block those of the queue. Pairs with
/// `csr_wide_queues_end`; not while schedules are under control. Without effect but on Linux.
void csr_wide_queues_begin(void);
/// As before. What was handed over runs on.
void csr_wide_queues_end(void);
