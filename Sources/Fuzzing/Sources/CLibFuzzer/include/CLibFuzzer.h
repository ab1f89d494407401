#pragma once
#include <stddef.h>
#include <stdint.h>

/// Reads libFuzzer's own arguments, and calls `run` for one input after another; returns the exit code.
/// Source: LLVM, "libFuzzer", section "Using libFuzzer as a library".
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*run)(const uint8_t *data, size_t size));
