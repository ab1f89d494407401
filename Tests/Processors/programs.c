// Small concurrent programs, each explored in every schedule: what the runtime of controlled schedules must do on each processor.
//
// Every line of the output is the same on all processors; see `.ci/processors`.
#define _GNU_SOURCE
#include "csr_explore.h"
#include "csr_reports.h"
#include "csr_sites.h"
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// What the system's dispatch library and blocks are to the runtime; no program here uses either.
void *_Block_copy(const void *block) { return (void *)block; }
void _Block_release(const void *block) { (void)block; }
void _dispatch_main_queue_callback_4CF(void *message) { (void)message; }
void *dispatch_queue_attr_make_initially_inactive(void *attributes) { return attributes; }

enum { DEPTH_MAX = 4096, OUTCOMES_MAX = 16, SCHEDULES_MAX = 200000 };

/// A program: what its lanes do to variables that `begin` sets, and what came of it, as a short word.
typedef struct {
  const char *name;
  csr_memory memory;
  void (*begin)(void);
  void (*lanes[3])(void *);
  void (*outcome)(char *word, size_t size);
} program;

// A walk through all schedules, depth first: what was chosen at each decision, and among how many.
static uint32_t chosen[DEPTH_MAX], offered[DEPTH_MAX];
static uint32_t depth, known;

static uint32_t choose(void *context, const csr_decision *decision) {
  (void)context;
  if (depth == DEPTH_MAX) return 0;
  if (depth >= known) chosen[depth] = 0;
  offered[depth] = decision->enabled_count;
  return chosen[depth++];
}

// Goes on to the next schedule; false after the last one.
static bool advance(void) {
  while (depth > 0) {
    depth--;
    if (chosen[depth] + 1 < offered[depth]) {
      chosen[depth]++;
      known = depth + 1;
      return true;
    }
  }
  return false;
}

typedef struct {
  char word[64];
  uint32_t count;
} outcome;

static void note(outcome *outcomes, const char *word) {
  for (int index = 0; index < OUTCOMES_MAX; index++) {
    if (outcomes[index].count > 0 && strcmp(outcomes[index].word, word) != 0) continue;
    snprintf(outcomes[index].word, sizeof outcomes[index].word, "%s", word);
    outcomes[index].count++;
    return;
  }
}

static int compare(const void *left, const void *right) {
  return strcmp(((const outcome *)left)->word, ((const outcome *)right)->word);
}

static const char *ending(const csr_result *result) {
  switch (result->outcome) {
    case CSR_DEADLOCK: return "deadlock";
    case CSR_LIVELOCK: return "livelock";
    case CSR_CRASHED: return "crash";
    case CSR_COMPLETED: return NULL;
    default: return "unsupported";
  }
}

static void run_once(const program *program, csr_result *result, char *word, size_t size) {
  csr_config config = {
      .choose = choose, .steps_max = 5000, .fair_after = 4000, .timer_firings_max = 8,
      .timer_firings_idle_max = 8, .timer_firings_once_max = 8,
      .detect_races = true, .all_points = true, .memory = (uint32_t)program->memory};
  uint32_t count = program->lanes[2] ? 3 : 2;
  void *arguments[3] = {NULL, NULL, NULL};
  depth = 0;
  csr_explore_begin(&config);
  program->begin();
  csr_explore_race(count, program->lanes, arguments);
  word[0] = 0;
  if (program->outcome) program->outcome(word, size);
  csr_explore_end(result);
  if (ending(result)) snprintf(word, size, "%s", ending(result));
  if (result->reports > 0) {
    csr_report report;
    csr_explore_report(0, &report);
    strncat(word, report.kind == CSR_REPORT_RACE ? " data race" : " use after free", size - strlen(word) - 1);
  }
}

static void explore(const program *program) {
  outcome outcomes[OUTCOMES_MAX] = {0};
  uint32_t schedules = 0;
  uint64_t hash = 0;
  csr_result result;
  char word[64];
  csr_sites_clear();
  known = 0;
  do {
    run_once(program, &result, word, sizeof word);
    note(outcomes, word);
    hash = hash * 31 + result.trace_hash;
    // The same choices lead the same way.
    if (schedules == 7) {
      uint64_t first = result.trace_hash;
      uint32_t before = known;
      known = depth;
      run_once(program, &result, word, sizeof word);
      if (result.trace_hash != first) printf("%s: a replay went another way\n", program->name);
      known = before;
    }
    schedules++;
  } while (advance() && schedules < SCHEDULES_MAX);
  size_t kinds = 0;
  while (kinds < OUTCOMES_MAX && outcomes[kinds].count > 0) kinds++;
  qsort(outcomes, kinds, sizeof *outcomes, compare);
  printf("%-16s %6u schedules, trace %016llx", program->name, schedules, (unsigned long long)hash);
  for (size_t index = 0; index < kinds; index++) printf(", %s: %u", outcomes[index].word, outcomes[index].count);
  printf("\n");
  fflush(stdout);
}

// Variables of all programs; on the heap, since nothing else is watched.
typedef struct {
  int plain, other;
  _Atomic int x, y, seen[3];
  pthread_mutex_t first, second;
  pthread_cond_t condition;
  bool is_ready;
  _Atomic int64_t slept;
  unsigned __int128 wide;
  double sums[2];
  int *freed;
} variables;
static variables *v;
static __thread int own;

static void clear(void) {
  free(v);
  v = calloc(1, sizeof *v + 64);
  pthread_mutex_init(&v->first, NULL);
  pthread_mutex_init(&v->second, NULL);
  pthread_cond_init(&v->condition, NULL);
  v->freed = malloc(sizeof *v->freed);
}

static void say_plain(char *word, size_t size) { snprintf(word, size, "%d", v->plain); }
static void say_x(char *word, size_t size) { snprintf(word, size, "%d", v->x); }
static void say_seen(char *word, size_t size) {
  snprintf(word, size, "%d %d", v->seen[0], v->seen[1]);
}

static void count_plainly(void *unused) {
  (void)unused;
  v->plain++;
}

static void count_locked(void *unused) {
  (void)unused;
  pthread_mutex_lock(&v->first);
  v->plain++;
  pthread_mutex_unlock(&v->first);
}

// A read-modify-write in two steps.
static void count_in_two(void *unused) {
  (void)unused;
  int before = atomic_load(&v->x);
  atomic_store(&v->x, before + 1);
}

static void count_by_exchange(void *unused) {
  (void)unused;
  int before = atomic_load_explicit(&v->x, memory_order_relaxed);
  while (!atomic_compare_exchange_weak(&v->x, &before, before + 1)) {
  }
}

static void lock_forwards(void *unused) {
  (void)unused;
  pthread_mutex_lock(&v->first);
  pthread_mutex_lock(&v->second);
  pthread_mutex_unlock(&v->second);
  pthread_mutex_unlock(&v->first);
}

static void lock_backwards(void *unused) {
  (void)unused;
  pthread_mutex_lock(&v->second);
  pthread_mutex_lock(&v->first);
  pthread_mutex_unlock(&v->first);
  pthread_mutex_unlock(&v->second);
}

// The flag is looked at outside of the lock under which it is waited for.
static void wait_late(void *unused) {
  (void)unused;
  pthread_mutex_lock(&v->first);
  bool is_ready = v->is_ready;
  pthread_mutex_unlock(&v->first);
  if (is_ready) return;
  pthread_mutex_lock(&v->first);
  pthread_cond_wait(&v->condition, &v->first);
  pthread_mutex_unlock(&v->first);
}

static void wait_well(void *unused) {
  (void)unused;
  pthread_mutex_lock(&v->first);
  while (!v->is_ready) pthread_cond_wait(&v->condition, &v->first);
  pthread_mutex_unlock(&v->first);
}

static void make_ready(void *unused) {
  (void)unused;
  pthread_mutex_lock(&v->first);
  v->is_ready = true;
  pthread_cond_signal(&v->condition);
  pthread_mutex_unlock(&v->first);
}

static void store_x(void *unused) {
  (void)unused;
  atomic_store_explicit(&v->x, 1, memory_order_relaxed);
  v->seen[0] = atomic_load_explicit(&v->y, memory_order_relaxed);
}

static void store_y(void *unused) {
  (void)unused;
  atomic_store_explicit(&v->y, 1, memory_order_relaxed);
  v->seen[1] = atomic_load_explicit(&v->x, memory_order_relaxed);
}

static void pass_message(void *unused) {
  (void)unused;
  atomic_store_explicit(&v->x, 1, memory_order_relaxed);
  atomic_store_explicit(&v->y, 1, memory_order_relaxed);
}

static void take_message(void *unused) {
  (void)unused;
  v->seen[0] = atomic_load_explicit(&v->y, memory_order_relaxed);
  v->seen[1] = atomic_load_explicit(&v->x, memory_order_relaxed);
}

static void *nest(void *unused) {
  (void)unused;
  atomic_fetch_add(&v->x, 1);
  return v;
}

static void start_thread(void *unused) {
  (void)unused;
  pthread_t thread;
  void *result = NULL;
  pthread_create(&thread, NULL, nest, NULL);
  pthread_join(thread, &result);
  if (result == v) atomic_fetch_add(&v->x, 10);
}

static void sleep_long(void *unused) {
  (void)unused;
  struct timespec before, after, hour = {3600, 0};
  clock_gettime(CLOCK_MONOTONIC, &before);
  nanosleep(&hour, NULL);
  clock_gettime(CLOCK_MONOTONIC, &after);
  if (after.tv_sec - before.tv_sec == 3600) atomic_fetch_add(&v->x, 1);
}

static void nothing(void *unused) { (void)unused; }

// Sums that are kept in registers, and storage of a thread's own, while others run.
static void keep_registers(int lane) {
  double a = lane + 1.5, b = lane + 2.5, c = lane + 3.5, d = lane + 4.5;
  own = lane + 1;
  for (int round = 0; round < 2; round++) {
    atomic_fetch_add(&v->x, 1);
    a += b, b += c, c += d, d += a;
  }
  v->sums[lane] = a + b + c + d + own;
}
static void keep_first(void *unused) { (void)unused, keep_registers(0); }
static void keep_second(void *unused) { (void)unused, keep_registers(1); }
static void say_sums(char *word, size_t size) {
  snprintf(word, size, "%.1f %.1f", v->sums[0], v->sums[1]);
}

static void exchange_wide(void *unused) {
  (void)unused;
  unsigned __int128 one = ((unsigned __int128)1 << 64) | 1, before = 0;
  __atomic_load(&v->wide, &before, __ATOMIC_SEQ_CST);
  unsigned __int128 after = before + one;
  while (!__atomic_compare_exchange(&v->wide, &before, &after, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
    after = before + one;
}
static void say_wide(char *word, size_t size) {
  snprintf(word, size, "%d %d", (int)(v->wide >> 64), (int)v->wide);
}

static void let_go(void *unused) {
  (void)unused;
  free(v->freed);
}
static void use_late(void *unused) {
  (void)unused;
  *v->freed = 1;
}
static void begin_freeing(void) {
  v = NULL;
  clear();
}

static void crash_if_second(void *unused) {
  (void)unused;
  if (atomic_fetch_add(&v->x, 1) == 1 && atomic_load(&v->y) == 1) __builtin_trap();
}
static void raise_flag(void *unused) {
  (void)unused;
  atomic_store(&v->y, 1);
  atomic_fetch_add(&v->x, 1);
}

static void handle_crash(int number, siginfo_t *information, void *context) {
  (void)information;
  csr_explore_crash(number, context);
  _exit(3);
}

static const program programs[] = {
    {"lost update", CSR_MEMORY_SC, clear, {count_plainly, count_plainly}, say_plain},
    {"locked", CSR_MEMORY_SC, clear, {count_locked, count_locked, count_locked}, say_plain},
    {"in two steps", CSR_MEMORY_SC, clear, {count_in_two, count_in_two}, say_x},
    {"exchanged", CSR_MEMORY_SC, clear, {count_by_exchange, count_by_exchange}, say_x},
    {"lock order", CSR_MEMORY_SC, clear, {lock_forwards, lock_backwards}, NULL},
    {"lost wake-up", CSR_MEMORY_SC, clear, {wait_late, make_ready}, NULL},
    {"no lost wake-up", CSR_MEMORY_SC, clear, {wait_well, make_ready}, NULL},
    {"SB sc", CSR_MEMORY_SC, clear, {store_x, store_y}, say_seen},
    {"SB tso", CSR_MEMORY_TSO, clear, {store_x, store_y}, say_seen},
    {"SB relaxed", CSR_MEMORY_RELAXED, clear, {store_x, store_y}, say_seen},
    {"MP tso", CSR_MEMORY_TSO, clear, {pass_message, take_message}, say_seen},
    {"MP relaxed", CSR_MEMORY_RELAXED, clear, {pass_message, take_message}, say_seen},
    {"threads", CSR_MEMORY_SC, clear, {start_thread, count_in_two}, say_x},
    {"virtual time", CSR_MEMORY_SC, clear, {sleep_long, nothing}, say_x},
    {"registers", CSR_MEMORY_SC, clear, {keep_first, keep_second}, say_sums},
    {"sixteen bytes", CSR_MEMORY_SC, clear, {exchange_wide, exchange_wide}, say_wide},
    {"use after free", CSR_MEMORY_SC, begin_freeing, {let_go, use_late}, NULL},
    {"crash", CSR_MEMORY_SC, clear, {crash_if_second, raise_flag}, NULL},
};

int main(void) {
  struct sigaction action = {.sa_sigaction = handle_crash, .sa_flags = SA_SIGINFO | SA_NODEFER};
  sigaction(SIGILL, &action, NULL);
  sigaction(SIGTRAP, &action, NULL);
  if (!csr_explore_supported()) {
    printf("schedules cannot be controlled here\n");
    return 1;
  }
  for (size_t index = 0; index < sizeof programs / sizeof *programs; index++) explore(&programs[index]);
  return 0;
}
