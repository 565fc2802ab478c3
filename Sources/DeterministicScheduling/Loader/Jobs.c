// The layout of jobs, tasks and default actors in the concurrency runtime of Swift 6.3 on 64-bit Linux. Nothing of it is
// used unless the toolchain is known; a task's number is then all that can be had, from the runtime itself.

#define _GNU_SOURCE
#include "ThreadState.h"

#include <dlfcn.h>
#include <sched.h>
#include <unistd.h>

bool testing_support_is_exact;

void testing_support_use_known_layout(bool is_known) { testing_support_is_exact = is_known; }

extern const void *swift_task_getCurrent(void) __attribute__((swiftcall));

typedef __attribute__((swiftcall)) uint64_t (*task_id_function)(const void *job);

static uint64_t id_from_runtime(const void *job) {
  static task_id_function function;
  task_id_function known = __atomic_load_n(&function, __ATOMIC_ACQUIRE);
  if (known == NULL) {
    known = (task_id_function)dlsym(RTLD_DEFAULT, "swift_task_getJobTaskId");
    if (known == NULL) return 0;
    __atomic_store_n(&function, known, __ATOMIC_RELEASE);
  }
  return known(job);
}

enum {
  job_kind_offset = 0x20,
  job_flags_offset = 0x20,
  job_priority_offset = 0x21,
  job_id_offset = 0x24,
  job_resume_offset = 0x38,
  job_context_offset = 0x40,
  task_upper_id_offset = 0x90,
  task_status_offset = 0x60,
  task_innermost_record_offset = 0x68,
  task_future_status_offset = 0xd0,
  task_future_error_offset = 0xe0,
  processing_job_actor_offset = 0x40,
  resumption_task_offset = 0x48,
  job_next_offset = 0x10,
  actor_first_job_offset = 0x28,
};

enum { job_kind_task = 0, job_kind_processing = 193, job_kind_resumption = 195 };
enum { actor_state_offset = 0x20, actor_state_mask = 7, actor_state_is_scheduled = 1, actor_state_is_running = 2 };
enum { job_flag_is_child = 1 << 24 };
enum { job_flag_is_future = 1 << 25, job_flag_is_async_let = 1 << 28, job_flag_has_name = 1 << 30 };
enum { task_status_is_cancelled = 1 << 8, task_status_is_locked = 1 << 9, task_status_is_running = 1 << 11, task_status_is_enqueued = 1 << 12, task_status_is_complete = 1 << 13, task_status_has_dependency = 1 << 14 };
enum { record_kind_dependency = 0, record_kind_name = 6, dependency_kind_executor = 4 };
enum { future_status_mask = 3, future_status_is_error = 2 };

static const void *pointer_at(const void *base, size_t offset) {
  return __atomic_load_n((const void *const *)((const char *)base + offset), __ATOMIC_ACQUIRE);
}

static uint32_t word_at(const void *base, size_t offset) { return *(const uint32_t *)((const char *)base + offset); }

static uint8_t kind_of(const void *job) { return *((const uint8_t *)job + job_kind_offset); }

uint64_t testing_support_id_of_task(const void *task) {
  return (uint64_t)word_at(task, job_id_offset) | (uint64_t)word_at(task, task_upper_id_offset) << 32;
}

const void *testing_support_processed_actor(const void *job) {
  bool is_processing = testing_support_is_exact && kind_of(job) == job_kind_processing;
  return is_processing ? pointer_at(job, processing_job_actor_offset) : NULL;
}

const void *testing_support_context_of_task(const void *job, const void *function) {
  bool is_task = testing_support_is_exact && kind_of(job) == job_kind_task;
  return is_task && pointer_at(job, job_resume_offset) == function ? pointer_at(job, job_context_offset) : NULL;
}

uint8_t testing_support_priority_of_job(const void *job) { return *((const uint8_t *)job + job_priority_offset); }

// The task that a job will run: its own, or for a job that lets an actor process its queue, the latest in the queue.
const void *testing_support_task_behind_job(const void *job) {
  if (!testing_support_is_exact) return NULL;
  switch (kind_of(job)) {
  case job_kind_task:
    return job;
  case job_kind_processing: {
    // Just scheduled by whoever put a job in the actor's queue; nobody takes one out before this job runs.
    const void *first = pointer_at(pointer_at(job, processing_job_actor_offset), actor_first_job_offset);
    return first != NULL && kind_of(first) == job_kind_task ? first : NULL;
  }
  default:
    return NULL;
  }
}

// The functions of the runtime by which tasks begin: those with a result, and those without, as a discarding task group has
// them. Written once, before anything runs concurrently.
static const void *task_entries[2];

void testing_support_learn_task_entries(void) {
  for (int i = 0; i < 2; i += 1) {
    const void *task = testing_support_task_that_never_runs(i == 0);
    if (task != NULL) task_entries[i] = pointer_at(task, job_resume_offset);
  }
}

static bool is_task_entry(const void *function) { return function == task_entries[0] || function == task_entries[1]; }

// What lies in a closure's context first: it may be smaller than that, but not than the memory that it is given.
__attribute__((no_sanitize("address"))) static const void *capture(const void *context, int index) {
  return ((const void *const *)context)[2 + index];
}

static testing_support_code_reference code_of_closure(const void *function, const void *context) {
  testing_support_code_reference code = {function, {NULL, NULL}};
  if (context == NULL) return code;
  for (int i = 0; i < 2; i += 1) code.captures[i] = capture(context, i);
  return code;
}

typedef struct {
  const void *function;
  const void *context;
} continuation;

// Where a task continues. One that waits for its turn to hop continues behind the hop.
static continuation continuation_of(const void *task) {
  continuation own = {pointer_at(task, job_resume_offset), pointer_at(task, job_context_offset)};
  uintptr_t target;
  testing_support_hop_of_task(task, &own.function, &own.context, &target);
  return own;
}

testing_support_code_reference testing_support_code_of_job(const void *job) {
  testing_support_code_reference code = {NULL, {NULL, NULL}};
  const void *task = testing_support_task_behind_job(job);
  if (task == NULL) return code;
  continuation continuation = continuation_of(task);
  code.function = continuation.function;
  if (!is_task_entry(code.function)) return code;
  // In front of the task's first context are its function and that function's context.
  const void *const *context = continuation.context;
  return code_of_closure(context[-3], context[-2]);
}

// An async function is given to the runtime as the distance to its code.
static const void *function_at(const int32_t *entry) { return entry == NULL ? NULL : (const char *)entry + *entry; }

testing_support_code_reference testing_support_code_of_new_task(void) {
  return code_of_closure(function_at(testing_support_thread.creation.entry), testing_support_thread.creation.context);
}

bool testing_support_begins_with(const void *task, const void *entry, const void *context) {
  if (!is_task_entry(pointer_at(task, job_resume_offset))) return false;
  const void *const *first_context = pointer_at(task, job_context_offset);
  return first_context[-3] == function_at(entry) && first_context[-2] == context;
}

// Memory that may be no context at all is read by way of the system, which refuses what it cannot read.
static bool read_context(const void *context, const void *words[2], const int pipe_ends[2]) {
  size_t size = 2 * sizeof(void *);
  return write(pipe_ends[1], context, size) == (ssize_t)size && read(pipe_ends[0], words, size) == (ssize_t)size;
}

int testing_support_frames_of_task(const void *task, const void **frames, int capacity) {
  int pipe_ends[2];
  if (!testing_support_is_exact || kind_of(task) != job_kind_task || capacity < 1 || pipe(pipe_ends) != 0) return 0;
  int count = 0;
  continuation continuation = continuation_of(task);
  frames[count++] = continuation.function;
  const void *context = continuation.context;
  const void *words[2];  // The context of the caller, and where the caller continues.
  while (context != NULL && count < capacity && read_context(context, words, pipe_ends)) {
    frames[count++] = words[1];
    context = words[0];
  }
  close(pipe_ends[0]);
  close(pipe_ends[1]);
  return count;
}

bool testing_support_actor_of_job(const void *job, const void **actor) {
  if (!testing_support_is_exact) return false;
  *actor = testing_support_processed_actor(job);
  // More than one task may be in the queue, and which one runs first is for the actor to decide.
  if (*actor != NULL) return pointer_at(pointer_at(*actor, actor_first_job_offset), job_next_offset) == NULL;
  const void *function, *context;
  uintptr_t target = 0;
  if (kind_of(job) != job_kind_task || !testing_support_hop_of_task(job, &function, &context, &target)) return true;
  *actor = (const void *)target;
  // The task joins its queue, and continues later.
  return target == 0 || !testing_support_is_actor_running(*actor);
}

bool testing_support_is_task(const void *job) { return testing_support_is_exact && kind_of(job) == job_kind_task; }

bool testing_support_is_child_task(const void *task) { return word_at(task, job_flags_offset) & job_flag_is_child; }

uint64_t testing_support_task_of_job(const void *job) {
  if (!testing_support_is_exact) return id_from_runtime(job);
  const void *task = testing_support_task_behind_job(job);
  return task == NULL ? 0 : testing_support_id_of_task(task);
}

uint64_t testing_support_current_task(void) {
  const void *task = swift_task_getCurrent();
  return task == NULL ? 0 : testing_support_task_of_job(task);
}

typedef struct task_record {
  size_t flags;
  const struct task_record *parent;
} task_record;

typedef struct {
  task_record record;
  const char *name;
} name_record;

static bool is_record_of_kind(const task_record *record, uint8_t kind) {
  return record != NULL && (record->flags & 0xFF) == kind;
}

// What a suspended or enqueued task waits for.
typedef struct {
  task_record record;
  uintptr_t executor;
  uintptr_t implementation;
  uint32_t kind;
} dependency_record;

const char *testing_support_name_of_new_task(const void *job) {
  if (!testing_support_is_exact || kind_of(job) != job_kind_task) return NULL;
  if (!(word_at(job, job_flags_offset) & job_flag_has_name)) return NULL;
  const task_record *record = pointer_at(job, task_innermost_record_offset);
  for (; record != NULL; record = record->parent) {
    if (is_record_of_kind(record, record_kind_name)) return ((const name_record *)record)->name;
  }
  return NULL;
}

extern const void *swift_retain(const void *object);
extern void swift_release(const void *object);

static uintptr_t status_of(const void *task) { return (uintptr_t)pointer_at(task, task_status_offset); }

bool testing_support_is_task_unfinished(const void *task) { return !(status_of(task) & task_status_is_complete); }

bool testing_support_is_task_active(const void *task) {
  return testing_support_is_exact && (status_of(task) & (task_status_is_running | task_status_is_enqueued));
}

uintptr_t testing_support_actor_of_queued_task(const void *task) {
  uintptr_t queued = task_status_is_enqueued | task_status_has_dependency;
  if (!testing_support_is_exact || (status_of(task) & (task_status_is_running | queued)) != queued) return 0;
  // The innermost one, where there is one.
  const task_record *record = pointer_at(task, task_innermost_record_offset);
  if (!is_record_of_kind(record, record_kind_dependency)) return 0;
  const dependency_record *dependency = (const dependency_record *)record;
  bool is_of_runtime = dependency->kind == dependency_kind_executor && (dependency->implementation & ~(uintptr_t)7) == 0;
  return is_of_runtime ? dependency->executor : 0;
}

bool testing_support_is_task_running(const void *task) {
  return testing_support_is_exact && (status_of(task) & task_status_is_running);
}

const void *testing_support_running_task(void) { return testing_support_is_exact ? swift_task_getCurrent() : NULL; }

void testing_support_yield_processor(void) { sched_yield(); }

void testing_support_wait_for_suspension(const void *task) {
  while (task != NULL && testing_support_is_task_running(task)) sched_yield();
}

bool testing_support_is_task_cancelled(const void *task) { return status_of(task) & task_status_is_cancelled; }

bool testing_support_is_being_cancelled(const void *job) {
  return testing_support_is_task(job) && testing_support_is_task_cancelled(job) && testing_support_is_status_locked(job);
}

// Where a task goes on that has yielded, and whether the layout of the job that resumes it is known. Written before anything
// runs concurrently, and with the same values whenever the engine is tried again.
static const void *end_of_yield;
static bool is_resumption_known;

void testing_support_learn_yield(const void *task, const void *job) {
  if (kind_of(task) != job_kind_task) return;
  __atomic_store_n(&end_of_yield, pointer_at(task, job_resume_offset), __ATOMIC_RELAXED);
  bool is_known = kind_of(job) == job_kind_resumption && pointer_at(job, resumption_task_offset) == task;
  __atomic_store_n(&is_resumption_known, is_known, __ATOMIC_RELAXED);
}

const void *testing_support_resumed_task(const void *job) {
  bool is_known = __atomic_load_n(&is_resumption_known, __ATOMIC_RELAXED);
  bool is_resumption = is_known && kind_of(job) == job_kind_resumption;
  return is_resumption ? pointer_at(job, resumption_task_offset) : NULL;
}

bool testing_support_has_task_yielded(const void *task) {
  const void *end = __atomic_load_n(&end_of_yield, __ATOMIC_RELAXED);
  if (!testing_support_is_exact || end == NULL || !testing_support_is_task_unfinished(task)) return false;
  return pointer_at(task, job_resume_offset) == end;
}

bool testing_support_is_status_locked(const void *task) { return status_of(task) & task_status_is_locked; }

const void *testing_support_error_of_task(const void *task) {
  if (!testing_support_is_exact || kind_of(task) != job_kind_task) return NULL;
  // The result lies behind what a child has besides.
  uint32_t flags = word_at(task, job_flags_offset);
  if ((flags & job_flag_is_child) || !(flags & job_flag_is_future)) return NULL;
  uintptr_t status = (uintptr_t)pointer_at(task, task_future_status_offset);
  return (status & future_status_mask) == future_status_is_error ? pointer_at(task, task_future_error_offset) : NULL;
}

// The task of an `async let` lies in its parent's memory, which is gone when it has ended.
static bool can_tell_end(const void *task) { return !(word_at(task, job_flags_offset) & job_flag_is_async_let); }

bool testing_support_can_tell_end_of_task(const void *job) { return testing_support_is_task(job) && can_tell_end(job); }

bool testing_support_is_async_let(const void *job) { return testing_support_is_task(job) && !can_tell_end(job); }

const void *testing_support_begin_running(const void *job) {
  const void *task = testing_support_task_behind_job(job);
  // A sleep ends with a task of the runtime's own, which nobody has seen being created.
  if (task == job) testing_support_thread.member = testing_support_id_of_task(task);
  return task != NULL && can_tell_end(task) ? swift_retain(task) : NULL;
}

uint64_t testing_support_end_running(const void *task) {
  uint64_t ended = status_of(task) & task_status_is_complete ? testing_support_id_of_task(task) : 0;
  swift_release(task);
  return ended;
}

// A task that is never made ready is read by way of the layout and asked of the runtime.
bool testing_support_reads_trial_task(void) {
  const void *task = testing_support_task_that_never_runs(true);
  if (task == NULL || kind_of(task) != job_kind_task) return false;
  uint64_t id = testing_support_id_of_task(task);
  uintptr_t active = task_status_is_running | task_status_is_enqueued | task_status_is_complete;
  return id != 0 && id == id_from_runtime(task) && !(status_of(task) & active);
}

extern void swift_task_cancel(const void *task) __attribute__((swiftcall));

void testing_support_cancel_task(const void *task) { swift_task_cancel(task); }

bool testing_support_take_back_cancellation(const void *task) {
  uintptr_t *status = (uintptr_t *)((char *)(uintptr_t)task + task_status_offset);
  uintptr_t running = task_status_is_running | task_status_is_cancelled;
  if (!testing_support_is_exact || (status_of(task) & (running | task_status_is_locked)) != running) return false;
  __atomic_fetch_and(status, ~(uintptr_t)task_status_is_cancelled, __ATOMIC_RELAXED);
  return true;
}

void testing_support_retain_task(const void *task) { swift_retain(task); }

void testing_support_release_task(const void *task) { swift_release(task); }

bool testing_support_is_actor_running(const void *actor) {
  return (word_at(actor, actor_state_offset) & actor_state_mask) == actor_state_is_running;
}

bool testing_support_is_any_actor_busy(const uintptr_t *actors, size_t count) {
  for (size_t index = 0; index < count; index++) {
    uint32_t state = word_at((const void *)actors[index], actor_state_offset) & actor_state_mask;
    if (state == actor_state_is_scheduled || state == actor_state_is_running) return true;
  }
  return false;
}

extern void *swift_unownedRetain(const void *object);
extern void swift_unownedRelease(const void *object);
extern bool swift_isDeallocating(const void *object);

void testing_support_keep_memory(const void *object) { swift_unownedRetain(object); }

void testing_support_let_go_of_memory(const void *object) { swift_unownedRelease(object); }

bool testing_support_is_actor_gone(const void *actor) { return swift_isDeallocating(actor); }
