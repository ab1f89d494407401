#pragma once
#include "csr_attributes.h"
#include "csr_backtrace.h"
#include "csr_explore.h"
#include "csr_platform.h"
#include "csr_trace.h"
#include "csr_tsan.h"
