#define _GNU_SOURCE
#include "csr_exhaustion.h"
#include "csr_attributes.h"
#include "csr_backtrace.h"
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

CSR_UNINSTRUMENTED bool csr_has_memory(uint64_t bytes) {
  void *memory = mmap(
      NULL, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  munmap(memory, (size_t)bytes);
  return true;
}

// What an allocator asks the system for at least when it has nothing left.
enum { ALLOCATION_BYTES = 1 << 20 };

static uint64_t *exhausted;
static const char *last_words;
static uint32_t last_length;
static int last_code;

static const int crashes[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE};
static int crashed;
// What the first thread that crashes needs at most to tell where: another one must not end the process meanwhile.
enum { SECONDS_TO_TELL = 1 };

// The signal comes again when this has returned, and then does what it does without a handler; so does one that is raised in here,
// where the stack is damaged. Of several threads that crash the first one tells where.
CSR_UNINSTRUMENTED static void note_crash(int number, siginfo_t *information, void *context) {
  (void)information;
  bool is_first = __atomic_exchange_n(&crashed, 1, __ATOMIC_RELAXED) == 0;
  if (!csr_has_memory(ALLOCATION_BYTES)) {
    if (exhausted) __atomic_store_n(exhausted, 1, __ATOMIC_RELAXED);
    if (last_words) {
      // Whether it can be written or not, the code says it, too.
      if (write(STDERR_FILENO, last_words, last_length) < 0) _exit(last_code);
      _exit(last_code);
    }
  }
  if (is_first) {
    for (size_t index = 0; index < sizeof crashes / sizeof *crashes; index++) signal(crashes[index], SIG_DFL);
    csr_backtrace_of_crash(STDERR_FILENO, context);
  } else {
    sleep(SECONDS_TO_TELL);
  }
  signal(number, SIG_DFL);
  raise(number);
}

static void catch_crashes(void) {
  csr_backtrace_load();
  for (size_t index = 0; index < sizeof crashes / sizeof *crashes; index++) {
    struct sigaction action;
    // A sanitizer that catches crashes has more to say about them.
    if (sigaction(crashes[index], NULL, &action) != 0 || action.sa_handler != SIG_DFL) continue;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = note_crash;
    action.sa_flags = SA_SIGINFO;
    sigaction(crashes[index], &action, NULL);
  }
}

void csr_watch_memory(uint64_t *word) {
  exhausted = word;
  catch_crashes();
}

void csr_exit_without_memory(const char *words, uint32_t length, int code) {
  last_words = words;
  last_length = length;
  last_code = code;
  catch_crashes();
}

enum { THREADS_MAX = 64 };

static void *wait_for_end(void *gate) {
  pthread_mutex_lock(gate);
  pthread_mutex_unlock(gate);
  return NULL;
}

bool csr_has_threads(uint32_t count) {
  pthread_t threads[THREADS_MAX];
  pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
  uint32_t made = 0;
  if (count > THREADS_MAX) count = THREADS_MAX;
  pthread_mutex_lock(&gate);
  while (made < count && pthread_create(&threads[made], NULL, wait_for_end, &gate) == 0) made++;
  pthread_mutex_unlock(&gate);
  for (uint32_t index = 0; index < made; index++) pthread_join(threads[index], NULL);
  return made == count;
}
