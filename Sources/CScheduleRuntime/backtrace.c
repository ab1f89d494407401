#define _GNU_SOURCE
#include "csr_backtrace.h"
#include "csr_attributes.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void write_line(int file_descriptor, const char *text) {
  size_t rest = strlen(text);
  while (rest > 0) {
    ssize_t count = write(file_descriptor, text, rest);
    if (count <= 0) return;
    text += count;
    rest -= (size_t)count;
  }
}

#if defined(__linux__)
#include <dirent.h>
#include <errno.h>
#include <execinfo.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>

enum { FRAMES_MAX = 64 };

// One of the few signals that the worker threads of libdispatch do not block.
#define BACKTRACE_SIGNAL SIGPROF

static int output;
static int answered;

CSR_UNINSTRUMENTED
static void write_own_frames(int signal_number) {
  (void)signal_number;
  int saved = errno;
  void *frames[FRAMES_MAX];
  int count = backtrace(frames, FRAMES_MAX);
  backtrace_symbols_fd(frames, count, output);
  errno = saved;
  __atomic_store_n(&answered, 1, __ATOMIC_RELEASE);
}

static void nap(void) {
  struct timespec millisecond = {0, 1000000};
  nanosleep(&millisecond, NULL);
}

static void name_thread(int file_descriptor, long thread, const char *suffix) {
  char path[64], name[32] = "", line[128];
  snprintf(path, sizeof path, "/proc/self/task/%ld/comm", thread);
  FILE *file = fopen(path, "r");
  if (file) {
    if (fgets(name, sizeof name, file)) name[strcspn(name, "\n")] = 0;
    fclose(file);
  }
  snprintf(line, sizeof line, "thread %ld %s%s\n", thread, name, suffix);
  write_line(file_descriptor, line);
}

static bool ask(int file_descriptor, long thread, uint32_t milliseconds_max) {
  __atomic_store_n(&answered, 0, __ATOMIC_RELEASE);
  name_thread(file_descriptor, thread, "");
  if (syscall(SYS_tgkill, getpid(), thread, BACKTRACE_SIGNAL) != 0) return false;
  for (uint32_t waited = 0; waited < milliseconds_max; waited++) {
    if (__atomic_load_n(&answered, __ATOMIC_ACQUIRE)) return true;
    nap();
  }
  name_thread(file_descriptor, thread, " did not answer");
  return false;
}

int32_t csr_backtrace_all_threads(int file_descriptor, uint32_t thread_milliseconds_max) {
  // The first call loads the unwinder, which must not happen inside a signal handler.
  void *frame[1];
  backtrace(frame, 1);
  struct sigaction action, previous;
  memset(&action, 0, sizeof action);
  action.sa_handler = write_own_frames;
  action.sa_flags = SA_RESTART;
  if (sigaction(BACKTRACE_SIGNAL, &action, &previous) != 0) return -1;
  output = file_descriptor;
  DIR *directory = opendir("/proc/self/task");
  if (!directory) {
    sigaction(BACKTRACE_SIGNAL, &previous, NULL);
    return -1;
  }
  long own = syscall(SYS_gettid);
  int32_t count = 0;
  for (struct dirent *entry; (entry = readdir(directory));) {
    long thread = atol(entry->d_name);
    if (thread <= 0 || thread == own) continue;
    if (ask(file_descriptor, thread, thread_milliseconds_max)) count++;
  }
  closedir(directory);
  // The handler stays: a thread that did not answer in time may still get its signal.
  return count;
}
#else
int32_t csr_backtrace_all_threads(int file_descriptor, uint32_t thread_milliseconds_max) {
  (void)thread_milliseconds_max;
  write_line(file_descriptor, "backtraces of all threads are not supported on this platform\n");
  return -1;
}
#endif
