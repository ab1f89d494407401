// What is kept of a session for its driver to ask about.
#pragma once
#include "../Platform/support.h"
#include "csr_reports.h"

#if CSR_EXPLORE

void csr_reports_begin(void);
void csr_report_add(const csr_report *report);
/// Says who is stuck, for `csr_explore_describe`.
void csr_describe_stuck(void);
struct csr_task;
/// Says the same of a task that has crashed, from the handler's `ucontext_t`: where, and called by whom.
void csr_describe_crash(const struct csr_task *task, int32_t signal, const void *context);
/// Adds a Swift task that is suspended, from `csr_session.on_stuck`.
void csr_describe_suspended(uint32_t swift_task, void *place);
/// Notes the callers of what the task does at the moment, as far as they are instrumented.
void csr_report_callers(csr_report *report, const struct csr_task *task);
/// Who a task is at the moment.
csr_who csr_who_is(const struct csr_task *task);

#endif
