// Which objects and accesses are worth a decision.
#pragma once
#include <stdint.h>

/// What is known to matter: objects made before the race, by their number, and code addresses, as offsets in
/// their image, that touch memory which two tasks share and one writes. Sessions learn; what they learn
/// becomes a point only when it is adopted, so that a session depends on nothing that it finds itself.
enum { CSR_SITES_MAX = 4096 };
/// Forgets everything, for another scenario.
void csr_sites_clear(void);
/// Makes points of all that was learned; returns how much that was.
uint32_t csr_sites_adopt(void);
/// Copies what is adopted, in ascending order, to `sites` (of `CSR_SITES_MAX`); returns the count.
uint32_t csr_sites_export(uint64_t *sites);
/// Adopts what `csr_sites_export` gave, here or in another process of the same executable.
void csr_sites_import(const uint64_t *sites, uint32_t count);
