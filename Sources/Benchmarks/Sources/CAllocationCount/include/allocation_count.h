#pragma once

/// How often this process has asked for memory so far; always 0 where the C library cannot be asked to count.
unsigned long allocation_count(void);
