// Where an operation is performed, as its author would say it.
#pragma once
#include "tasks.h"

#if CSR_EXPLORE

/// The innermost return address, from `pc` outwards, that lies in none of the libraries that come with Swift or the system, and in no
/// function that stands in for one of theirs: a lock of
/// Foundation is taken where that is called, and not in Foundation, where all its users would be at one place. `pc` itself
/// where frame pointers lead to no other.
/// - Parameter frame: that of the function to which `pc` is the return address.
void *csr_place_outside(const csr_task *task, void *pc, const void *frame);

/// The same for the function in which it stands.
#define CSR_PLACE(task, pc) csr_place_outside(task, pc, __builtin_frame_address(0))

#endif
