// What happens when a task goes from one actor to another, and how a schedule gets its say.
//
// The runtime moves a task onto an idle actor without asking any executor. Compiled code asks for each hop by calling
// `swift_task_switch`, creates tasks by calling `swift_task_create`, and an executor of the user's runs a job by calling
// `swift_job_run`. This file answers these calls in the runtime's place, and then lets the runtime do its work.

#define _GNU_SOURCE
#include "Place.h"

static testing_support_callbacks callbacks;

#if defined(__linux__) && defined(__LP64__) && __has_attribute(swiftasynccall)

#include <dlfcn.h>
#include <sched.h>

#define ASYNC __attribute__((swiftasynccall))
#define SWIFT __attribute__((swiftcall))
#define CONTEXT __attribute__((swift_async_context))
// Seen first by the dynamic linker. Weak, so that the runtime's own prevails where both are linked into one image.
#define REPLACES_RUNTIME __attribute__((weak, visibility("default")))

typedef struct {
  uintptr_t identity;
  uintptr_t implementation;
} executor_words;
typedef ASYNC void (*resume_function)(CONTEXT void *context);
typedef ASYNC void (*switch_function)(
  CONTEXT void *context, resume_function resume, uintptr_t executor, uintptr_t implementation);

typedef struct {
  const void *task;
  void *context;
} created_task;
typedef struct task_option {
  size_t flags;
  const struct task_option *parent;
  executor_words executor;
} task_option;
typedef SWIFT created_task (*create_function)(
  size_t flags, const task_option *options, const void *result_type, void *entry, void *context);

typedef SWIFT void (*run_function)(const void *job, uintptr_t executor, uintptr_t implementation);

extern SWIFT executor_words swift_task_getCurrentExecutor(void);
extern SWIFT const void *swift_task_getCurrent(void);
extern SWIFT void *swift_task_alloc(size_t size);
extern SWIFT void swift_task_dealloc(void *allocation);
extern const void *swift_retain(const void *object);
extern void swift_release(const void *object);

// Written once, before anything runs concurrently.
static switch_function original_switch;
static create_function original_create;
static run_function original_run;

// How many tasks are being created, at this moment, on executors that are not their schedules'.
static int pending_creations;

__attribute__((constructor(102))) static void find_originals(void) {
  original_switch = (switch_function)dlsym(RTLD_NEXT, "swift_task_switch");
  original_create = (create_function)dlsym(RTLD_NEXT, "swift_task_create");
  original_run = (run_function)dlsym(RTLD_NEXT, "swift_job_run");
}

void testing_support_set_callbacks(testing_support_callbacks new_callbacks) { callbacks = new_callbacks; }

// The generic executor, or a default actor: no object that is asked to enqueue.
static bool is_of_runtime(executor_words executor) { return (executor.implementation & ~(uintptr_t)7) == 0; }

static bool is_default_actor(executor_words executor) { return executor.identity != 0 && is_of_runtime(executor); }

static bool is_of_schedule(executor_words executor) {
  return executor.identity == callbacks.main_lane || executor.identity == callbacks.turnstile;
}

// An actor that another deterministic test uses too is left to one test at a time.
static void claim(const void *actor, bool may_wait) {
  thread_place *place = &testing_support_place;
  const void **cached = &place->claims[((uintptr_t)actor >> 4) % claim_cache_size];
  if (*cached == actor) return;
  if (callbacks.claim(place->schedule, actor, may_wait)) *cached = actor;
}

// MARK: Hops

// What a task remembers of its hop while it waits for its turn; begins as the runtime's async contexts do.
typedef struct {
  void *parent;
  resume_function resume_parent;
  void *context;
  resume_function resume;
  executor_words target;
} pending_hop;

// A call that a function of this convention returns is a tail call, always.
static ASYNC void make_hop(CONTEXT void *frame) {
  pending_hop hop = *(pending_hop *)frame;
  swift_task_dealloc(frame);
  if (testing_support_place.schedule != NULL && is_default_actor(hop.target)) {
    claim((const void *)hop.target.identity, true);
  }
  return original_switch(hop.context, hop.resume, hop.target.identity, hop.target.implementation);
}

// Whether the task has to wait for its turn before it hops.
static bool prepare_hop(executor_words target) {
  thread_place *place = &testing_support_place;
  executor_words current = swift_task_getCurrentExecutor();
  if (current.identity == target.identity) return false;
  if (!is_of_runtime(target) && !is_of_schedule(target)) {
    const void *task = swift_task_getCurrent();
    if (task != NULL) callbacks.depart(place->schedule, task, testing_support_id_of_task(task));
    return false;
  }
  place->has_returned = true;
  if (!is_of_runtime(target)) return false;
  // The main queue is not to be kept waiting for an actor: the hop is made from the test's own lane.
  if (current.identity == callbacks.main_lane) return is_default_actor(target);
  if (place->explores_hops && is_of_runtime(current)) return true;
  if (is_default_actor(target)) claim((const void *)target.identity, true);
  return false;
}

REPLACES_RUNTIME ASYNC void swift_task_switch(
  CONTEXT void *context, resume_function resume, uintptr_t executor, uintptr_t implementation) {
  executor_words target = {executor, implementation};
  if (testing_support_is_exact && testing_support_place.schedule != NULL && prepare_hop(target)) {
    pending_hop *hop = swift_task_alloc(sizeof(pending_hop));
    *hop = (pending_hop){context, NULL, context, resume, target};
    return original_switch(hop, make_hop, callbacks.turnstile, callbacks.turnstile_implementation);
  }
  return original_switch(context, resume, executor, implementation);
}

// MARK: New tasks

enum { option_initial_executor = 0 };

static executor_words initial_executor(const task_option *option) {
  for (; option != NULL; option = option->parent) {
    if ((option->flags & 0xFF) == option_initial_executor) return option->executor;
  }
  return (executor_words){0, 0};
}

REPLACES_RUNTIME SWIFT created_task swift_task_create(
  size_t flags, const task_option *options, const void *result_type, void *entry, void *context) {
  thread_place *place = &testing_support_place;
  if (!testing_support_is_exact || place->schedule == NULL) return original_create(flags, options, result_type, entry, context);
  executor_words executor = initial_executor(options);
  if (is_default_actor(executor)) {
    claim((const void *)executor.identity, swift_task_getCurrentExecutor().identity != callbacks.main_lane);
  }
  if (is_of_runtime(executor) || is_of_schedule(executor)) {
    return original_create(flags, options, result_type, entry, context);
  }
  // Made ready at once, on an executor that is not the schedule's: it may not begin before it is known whose it is.
  __atomic_fetch_add(&pending_creations, 1, __ATOMIC_SEQ_CST);
  created_task created = original_create(flags, options, result_type, entry, context);
  callbacks.create(place->schedule, created.task, testing_support_id_of_task(created.task));
  __atomic_fetch_sub(&pending_creations, 1, __ATOMIC_SEQ_CST);
  return created;
}

// MARK: Jobs on executors of the user's

// The schedule whose task runs on an executor that is not the schedule's, or null.
static void *visited_schedule(const void *task, executor_words executor) {
  thread_place *place = &testing_support_place;
  if (place->schedule != NULL) {
    // An executor that runs its jobs at once, where they are given to it.
    if (is_of_runtime(executor) || is_of_schedule(executor)) return NULL;
    return callbacks.arrive(place->schedule, task, testing_support_id_of_task(task));
  }
  while (__atomic_load_n(&pending_creations, __ATOMIC_SEQ_CST) > 0) sched_yield();
  uint64_t id = testing_support_id_of_task(task);
  return testing_support_filter_may_contain(id) ? callbacks.arrive(NULL, task, id) : NULL;
}

REPLACES_RUNTIME SWIFT void swift_job_run(const void *job, uintptr_t identity, uintptr_t implementation) {
  executor_words executor = {identity, implementation};
  const void *task = testing_support_task_behind_job(job);
  void *schedule = task == NULL ? NULL : visited_schedule(task, executor);
  if (schedule == NULL) return original_run(job, identity, implementation);
  uint64_t id = testing_support_id_of_task(task);
  bool can_tell_end = testing_support_can_tell_end_of_task(task);
  if (can_tell_end) swift_retain(task);
  thread_place *place = &testing_support_place;
  bool had_returned = place->has_returned;
  void *previous = testing_support_enter_schedule(schedule);
  place->has_returned = false;
  original_run(job, identity, implementation);
  bool is_over = place->has_returned || (can_tell_end && !testing_support_is_task_unfinished(task));
  place->has_returned = had_returned;
  callbacks.leave(schedule, task, id, is_over);
  testing_support_enter_schedule(previous);
  callbacks.let_go(schedule);
  if (can_tell_end) swift_release(task);
}

#else

void testing_support_set_callbacks(testing_support_callbacks new_callbacks) { callbacks = new_callbacks; }

#endif
