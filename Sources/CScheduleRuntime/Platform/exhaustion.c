#define _GNU_SOURCE
#include "csr_exhaustion.h"
#include "csr_attributes.h"
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

// The signal comes again when this has returned, and then does what it does without a handler.
CSR_UNINSTRUMENTED static void note_memory(int number) {
  if (!csr_has_memory(ALLOCATION_BYTES)) {
    if (exhausted) __atomic_store_n(exhausted, 1, __ATOMIC_RELAXED);
    if (last_words) {
      // Whether it can be written or not, the code says it, too.
      if (write(STDERR_FILENO, last_words, last_length) < 0) _exit(last_code);
      _exit(last_code);
    }
  }
  signal(number, SIG_DFL);
  raise(number);
}

static void catch_crashes(void) {
  const int signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT};
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) {
    struct sigaction action;
    // A sanitizer that catches crashes has more to say about them.
    if (sigaction(signals[index], NULL, &action) != 0 || action.sa_handler != SIG_DFL) continue;
    memset(&action, 0, sizeof action);
    action.sa_handler = note_memory;
    sigaction(signals[index], &action, NULL);
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
