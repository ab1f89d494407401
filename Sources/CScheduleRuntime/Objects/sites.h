// What is worth a decision, as the accesses of a session ask.
#pragma once
#include "../Platform/support.h"
#include <stdbool.h>
#include <stdint.h>

#if CSR_EXPLORE

bool csr_site_is_point(uint32_t object, const void *pc);
/// How many are points.
uint32_t csr_sites_count(void);
/// Notes that the object, or the access at that address where the object came into being in the race, matters.
void csr_site_learn(uint32_t object, const void *pc);

#endif
