#define _GNU_SOURCE
#include "csr_backtrace.h"
#include "csr_attributes.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

CSR_UNINSTRUMENTED
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
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>

enum { FRAMES_MAX = 64 };

// One of the few signals that the worker threads of libdispatch do not block.
#define BACKTRACE_SIGNAL SIGPROF

static int output;
static int answered;

// One line of a backtrace. Filled by hand: printf may not be called in a signal handler.
typedef struct {
  char text[1024];
  size_t length;
} frame_line;

CSR_UNINSTRUMENTED
static void add(frame_line *line, const char *text) {
  while (*text && line->length < sizeof line->text) line->text[line->length++] = *text++;
}

CSR_UNINSTRUMENTED
static void add_hexadecimal(frame_line *line, uintptr_t number) {
  char digits[sizeof number * 2 + 1];
  size_t place = sizeof digits - 1;
  digits[place] = 0;
  do digits[--place] = "0123456789abcdef"[number % 16];
  while ((number /= 16) != 0);
  add(line, &digits[place]);
}

// "  at function (image+0x1234)", with the offset of `place`.
CSR_UNINSTRUMENTED
static void write_place(const char *place) {
  Dl_info info;
  frame_line line = {.length = 0};
  bool is_known = dladdr(place, &info) && info.dli_fname && info.dli_fbase;
  add(&line, "  at ");
  add(&line, is_known && info.dli_sname ? info.dli_sname : "?");
  if (is_known) {
    add(&line, " (");
    add(&line, info.dli_fname);
    add(&line, "+0x");
    add_hexadecimal(&line, (uintptr_t)(place - (const char *)info.dli_fbase));
    add(&line, ")");
  }
  if (line.length == sizeof line.text) line.length--;
  line.text[line.length++] = '\n';
  for (size_t sent = 0; sent < line.length;) {
    ssize_t count = write(output, line.text + sent, line.length - sent);
    if (count <= 0) return;
    sent += (size_t)count;
  }
}

// The place of the call, and not of what comes after it.
CSR_UNINSTRUMENTED
static void write_frame(const void *return_address) { write_place((const char *)return_address - 1); }

CSR_UNINSTRUMENTED
static void write_own_frames(int signal_number) {
  (void)signal_number;
  int saved = errno;
  void *frames[FRAMES_MAX];
  int count = backtrace(frames, FRAMES_MAX);
  for (int index = 0; index < count; index++) write_frame(frames[index]);
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
  csr_backtrace_load();
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

uint32_t csr_backtrace_here(void **frames, uint32_t frames_max) {
  int count = backtrace(frames, (int)frames_max);
  return count > 0 ? (uint32_t)count : 0;
}

void csr_backtrace_load(void) {
  void *frame[1];
  backtrace(frame, 1);
}

// Where the signal has interrupted its thread, or NULL where that is not known.
CSR_UNINSTRUMENTED
static const void *interrupted(const void *context) {
#if defined(__x86_64__)
  return (const void *)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
  return (const void *)((const ucontext_t *)context)->uc_mcontext.pc;
#else
  return NULL;
#endif
}

CSR_UNINSTRUMENTED
void csr_backtrace_of_crash(int file_descriptor, const void *context) {
  const void *place = interrupted(context);
  void *frames[FRAMES_MAX];
  int count = backtrace(frames, FRAMES_MAX), first = 0;
  while (first < count && frames[first] != place) first++;
  if (first == count) return;
  output = file_descriptor;
  write_line(file_descriptor, CSR_CRASHED_THREAD "\n");
  write_place(place);
  for (int index = first + 1; index < count; index++) write_frame(frames[index]);
}
#else
void csr_backtrace_load(void) {}

void csr_backtrace_of_crash(int file_descriptor, const void *context) {
  (void)file_descriptor;
  (void)context;
}

uint32_t csr_backtrace_here(void **frames, uint32_t frames_max) {
  (void)frames;
  (void)frames_max;
  return 0;
}

int32_t csr_backtrace_all_threads(int file_descriptor, uint32_t thread_milliseconds_max) {
  (void)thread_milliseconds_max;
  write_line(file_descriptor, "backtraces of all threads are not supported on this platform\n");
  return -1;
}
#endif

// The Swift runtime's demangler, present in every Swift process; the caller frees what it returns.
__attribute__((weak)) char *swift_demangle(
    const char *name, size_t name_length, char *text, size_t *text_size, uint32_t flags);

// The one of the C++ runtime, which the Swift runtime brings with it on Linux.
__attribute__((weak)) char *__cxa_demangle(
    const char *name, char *text, size_t *text_size, int *status);

static void take_out(char *text, const char *part) {
  for (char *at = strstr(text, part); at; at = strstr(at, part)) {
    memmove(at, at + strlen(part), strlen(at + strlen(part)) + 1);
  }
}

// A name of C++ as Swift spells what it imports: its namespaces parted by points, in a module of that name.
static void demangle_foreign(const char *name, char *text, uint64_t text_size) {
  int status = 0;
  char *plain = __cxa_demangle ? __cxa_demangle(name, NULL, NULL, &status) : NULL;
  if (!plain) {
    snprintf(text, (size_t)text_size, "%s", name);
    return;
  }
  take_out(plain, "(anonymous namespace)::");
  for (char *at = strstr(plain, "::"); at; at = strstr(at, "::")) {
    *at = '.';
    memmove(at + 1, at + 2, strlen(at + 2) + 1);
  }
  snprintf(text, (size_t)text_size, "__C.%s", plain);
  free(plain);
}

// A closure whose types make its name longer than anybody reads: what it stands in says where it is. As it is where its brackets
// do not match, as those of an operator.
static void shorten_closure(char *plain) {
  enum { READABLE = 240 };
  const char opening[] = "closure";
  if (strlen(plain) <= READABLE || !strstr(plain, "closure #")) return;
  int depth = 0;
  char *last = NULL;
  for (char *at = plain; *at; at++) {
    bool is_arrow = *at == '>' && at > plain && at[-1] == '-';
    if (*at == '(' || *at == '[' || *at == '<') depth++;
    if (*at == ')' || *at == ']' || (*at == '>' && !is_arrow)) depth--;
    if (depth == 0 && strncmp(at, " in ", 4) == 0) last = at;
  }
  if (depth != 0 || !last) return;
  memmove(plain + strlen(opening), last, strlen(last) + 1);
  memcpy(plain, opening, strlen(opening));
}

void csr_demangle(const char *name, char *text, uint64_t text_size) {
  if (strncmp(name, "_Z", 2) == 0) {
    demangle_foreign(name, text, text_size);
    return;
  }
  char *plain = swift_demangle ? swift_demangle(name, strlen(name), NULL, NULL, 0) : NULL;
  if (plain) shorten_closure(plain);
  snprintf(text, (size_t)text_size, "%s", plain ? plain : name);
  free(plain);
}
