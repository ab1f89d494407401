#include "jobs.h"
#include "../Core/reports.h"
#include "../Core/tasks.h"

#if CSR_EXPLORE
#include <string.h>

/// Where jobs run: a task of the session, which sleeps while there is none for it.
typedef struct csr_seat_of_jobs {
  csr_task *worker;
  csr_job *job;
  /// Whose seat it is as long as nobody else needs it.
  csr_job *owner;
  uint64_t last_turn;
} seat;

/// What the runtime orders by an address.
typedef struct {
  const void *key;
  uint32_t generation;
  csr_clock clock;
} edge;

// Queues and threads want tasks, too.
enum { JOBS_MAX = 512, SEATS_MAX = 22, SLOTS_FOR_OTHERS = 4, EDGES_MAX = 1024 };
static csr_job jobs[JOBS_MAX];
static uint32_t jobs_used;
static edge edges[EDGES_MAX];
static uint32_t edges_used;
static seat seats[SEATS_MAX];
static uint32_t seat_count;
// Jobs that wait for a seat, and how many are due in all.
static csr_job *first_waiting, *last_waiting;
static uint32_t due_count;
static void *(*place_of)(void *key);

static uint32_t slot_of(const void *key, uint32_t slots) {
  return (uint32_t)(((uintptr_t)key >> 4) * 0x9E3779B1u) % slots;
}

static bool is_unfinished(const csr_job *job) {
  return job->generation == csr_session.generation && job->is_swift_task && !job->is_complete;
}

// Of a session that is stuck: who waits for ever. What runs on its seat is a task among others.
static void describe(void) {
  for (uint32_t slot = 0; slot < JOBS_MAX; slot++) {
    const csr_job *job = &jobs[slot];
    bool is_seated = job->seat && job->seat->job == job;
    if (!is_unfinished(job) || job->is_due || is_seated) continue;
    csr_describe_suspended(job->number, place_of(job->key));
  }
}

void csr_jobs_begin(void *(*place)(void *key)) {
  jobs_used = 0;
  edges_used = 0;
  seat_count = 0;
  due_count = 0;
  first_waiting = last_waiting = NULL;
  place_of = place;
  csr_session.on_stuck = describe;
}

csr_job *csr_job_find(const void *key) {
  for (uint32_t place = slot_of(key, JOBS_MAX);; place = (place + 1) % JOBS_MAX) {
    if (jobs[place].generation != csr_session.generation) return NULL;
    if (jobs[place].key == key) return &jobs[place];
  }
}

csr_job *csr_job_of(void *key) {
  csr_job *found = csr_job_find(key);
  if (found) return found;
  if (jobs_used >= JOBS_MAX / 4 * 3) {
    csr_fail(CSR_EXHAUSTED);
    return NULL;
  }
  uint32_t place = slot_of(key, JOBS_MAX);
  while (jobs[place].generation == csr_session.generation) place = (place + 1) % JOBS_MAX;
  jobs_used++;
  jobs[place] = (csr_job){.key = key, .generation = csr_session.generation, .object = csr_new_object()};
  return &jobs[place];
}

static void run_seat(void *argument);

static bool is_free(const seat *seat) { return !seat->job; }

static bool is_over(const seat *seat) { return !seat->owner || seat->owner->is_complete; }

// Of those that are free, the one whose owner is likeliest not to want it any more; or null.
static seat *oldest_free(void) {
  seat *best = NULL;
  for (uint32_t index = 0; index < seat_count; index++) {
    seat *other = &seats[index];
    if (!is_free(other)) continue;
    bool is_better = !best || (is_over(other) && !is_over(best))
        || (is_over(other) == is_over(best) && other->last_turn < best->last_turn);
    if (is_better) best = other;
  }
  return best;
}

// Its own one, else one that nobody has had as long as there is room, else one that is free.
static seat *seat_for(const csr_job *job) {
  if (job->seat && is_free(job->seat) && job->seat->owner == job) return job->seat;
  seat *found = oldest_free();
  bool has_room = seat_count < SEATS_MAX && csr_session.task_count < CSR_CLOCK_TASK - SLOTS_FOR_OTHERS;
  if (!has_room && (found || seat_count > 0)) return found;
  seats[seat_count] = (seat){.worker = NULL};
  return &seats[seat_count++];
}

static void sit(seat *seat, csr_job *job) {
  seat->job = job;
  seat->owner = job;
  seat->last_turn = ++csr_session.turns;
  job->seat = seat;
  if (seat->worker)
    csr_resume(seat->worker, run_seat, seat);
  else
    seat->worker = csr_spawn(csr_session.tasks[0], job->path, run_seat, seat);
}

static void find_seat(csr_job *job) {
  seat *seat = seat_for(job);
  if (seat) return sit(seat, job);
  job->next = NULL;
  if (last_waiting)
    last_waiting->next = job;
  else
    first_waiting = job;
  last_waiting = job;
}

static void run_seat(void *argument) {
  seat *seat = argument;
  csr_job *job = seat->job;
  csr_task *task = csr_current;
  task->frame_count = 0;
  task->ignore_depth = 0;
  task->is_worker = true;
  task->swift_task = job->number;
  csr_clock_join(&task->clock, &job->clock);
  job->is_due = false;
  due_count--;
  job->run(job->key);
  seat->job = NULL;
  csr_idle(task);
  if (job->comes_back) {
    job->comes_back = false;
    return sit(seat, job);
  }
  csr_job *next = first_waiting;
  if (!next) return;
  first_waiting = next->next;
  if (!first_waiting) last_waiting = NULL;
  sit(seat, next);
}

// What runs on a seat and makes itself due is about to leave, unless the seat first runs what waits for an actor.
static void become_due(void *context) {
  csr_job *job = context;
  bool is_seated = job->seat && job->seat->job == job && csr_current == job->seat->worker;
  if (is_seated)
    job->comes_back = true;
  else
    find_seat(job);
}

void csr_job_starts(csr_task *task, const void *key) {
  csr_job *started = csr_job_find(key);
  if (started) started->runner = task;
  if (started && task->is_worker) task->swift_task = started->number;
  for (uint32_t index = 0; index < seat_count; index++) {
    csr_job *job = seats[index].worker == task ? seats[index].job : NULL;
    if (!job || !job->comes_back || job->key == key) continue;
    job->comes_back = false;
    find_seat(job);
  }
}

static void prepare(csr_task *task, csr_job *job, void (*run)(void *key)) {
  if (!job->path || job->is_complete) job->path = csr_child_path(task);
  job->is_complete = false;
  job->is_due = true;
  job->run = run;
  job->clock = task->clock;
  task->clock.epochs[task->id]++;
  due_count++;
}

void csr_job_enqueue(csr_task *task, csr_job *job, void (*run)(void *key)) {
  if (job->is_due) return;
  prepare(task, job, run);
  become_due(job);
}

void csr_job_enqueue_at(csr_task *task, csr_job *job, void (*run)(void *key), uint64_t deadline) {
  if (job->is_due) return;
  prepare(task, job, run);
  csr_call_at(deadline, csr_new_object(), CSR_TIMER_WANTED, become_due, job);
}

bool csr_jobs_are_due(void) { return due_count > 0; }

bool csr_jobs_are_unfinished(void) {
  for (uint32_t slot = 0; jobs_used > 0 && slot < JOBS_MAX; slot++)
    if (is_unfinished(&jobs[slot])) return true;
  return false;
}

// Where its entry is or should be.
static edge *edge_of(const void *key) {
  uint32_t place = slot_of(key, EDGES_MAX);
  while (edges[place].generation == csr_session.generation && edges[place].key != key) place = (place + 1) % EDGES_MAX;
  return &edges[place];
}

void csr_job_acquire(csr_task *task, const void *key) {
  const edge *found = edge_of(key);
  if (found->generation == csr_session.generation) csr_clock_join(&task->clock, &found->clock);
}

void csr_job_release(csr_task *task, const void *key) {
  edge *found = edge_of(key);
  if (found->generation != csr_session.generation) {
    if (edges_used == EDGES_MAX - 1) return csr_fail(CSR_EXHAUSTED);
    edges_used++;
    *found = (edge){.key = key, .generation = csr_session.generation};
  }
  csr_clock_join(&found->clock, &task->clock);
  task->clock.epochs[task->id]++;
}
#endif
