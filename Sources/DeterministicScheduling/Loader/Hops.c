// What happens when a task goes from one actor to another, and how a schedule gets its say.
//
// The runtime moves a task onto an idle actor without asking any executor. Compiled code asks for each hop by calling
// `swift_task_switch`, creates tasks by calling `swift_task_create`, and an executor of the user's runs a job by calling
// `swift_job_run`. This file answers these calls in the runtime's place, and then lets the runtime do its work.

#define _GNU_SOURCE
#include "ThreadState.h"

#if defined(__linux__) && defined(__LP64__) && __has_attribute(swiftasynccall)

#include <dlfcn.h>

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

typedef SWIFT void (*async_let_function)(
  void *async_let, const task_option *options, const void *result_type, void *entry, void *context, void *result);
typedef ASYNC void (*async_let_end_function)(
  CONTEXT void *context, void *async_let, void *result, resume_function resume, void *call_context);
typedef void (*once_function)(void *predicate, void (*initializer)(void *), void *context);

typedef SWIFT void (*run_function)(const void *job, uintptr_t executor, uintptr_t implementation);
typedef SWIFT void (*run_for_task_executor_function)(
  const void *job, uintptr_t executor, uintptr_t implementation, uintptr_t task_executor,
  uintptr_t task_executor_implementation);

extern SWIFT executor_words swift_task_getCurrentExecutor(void);
extern SWIFT executor_words swift_task_getPreferredTaskExecutor(void);
extern SWIFT const void *swift_task_getCurrent(void);
extern SWIFT void *swift_task_alloc(size_t size);
extern SWIFT void swift_task_dealloc(void *allocation);
extern const void *swift_retain(const void *object);
extern void swift_release(const void *object);

// Written once, before anything runs concurrently.
static switch_function original_switch;
static create_function original_create;
static run_function original_run;
static run_function original_run_on_task_executor;
static run_for_task_executor_function original_run_for_task_executor;
static async_let_function original_async_let;
static async_let_end_function original_async_let_end;
static once_function original_once;

__attribute__((constructor(102))) static void find_originals(void) {
  original_switch = (switch_function)dlsym(RTLD_NEXT, "swift_task_switch");
  original_create = (create_function)dlsym(RTLD_NEXT, "swift_task_create");
  original_run = (run_function)dlsym(RTLD_NEXT, "swift_job_run");
  original_run_on_task_executor = (run_function)dlsym(RTLD_NEXT, "swift_job_run_on_task_executor");
  original_run_for_task_executor =
    (run_for_task_executor_function)dlsym(RTLD_NEXT, "swift_job_run_on_serial_and_task_executor");
  original_async_let = (async_let_function)dlsym(RTLD_NEXT, "swift_asyncLet_begin");
  original_async_let_end = (async_let_end_function)dlsym(RTLD_NEXT, "swift_asyncLet_finish");
}

// The generic executor, or a default actor: no object that is asked to enqueue.
static bool is_of_runtime(executor_words executor) { return (executor.implementation & ~(uintptr_t)7) == 0; }

static bool is_default_actor(executor_words executor) { return executor.identity != 0 && is_of_runtime(executor); }

static bool is_of_schedule(executor_words executor) {
  return executor.identity == testing_support_told.main_lane || executor.identity == testing_support_told.turnstile;
}

// An actor that another deterministic test uses too is left to one test at a time.
static void claim(const void *actor, bool may_wait) {
  thread_state *place = &testing_support_thread;
  const void **cached = &place->claims[((uintptr_t)actor >> 4) % claim_cache_size];
  if (*cached == actor) return;
  if (testing_support_told.claim(place->schedule, actor, may_wait)) *cached = actor;
}

// MARK: Hops

// An actor that runs now runs a task that is not the schedule's, on another thread, and there it may run this task too.
static void claim_for_hop(executor_words target) {
  if (!is_default_actor(target)) return;
  claim((const void *)target.identity, true);
  if (testing_support_is_actor_running((const void *)target.identity)) {
    testing_support_told.share(testing_support_thread.schedule);
  }
}

testing_support_destination testing_support_prepare_to_enqueue(uintptr_t identity, uintptr_t implementation) {
  executor_words target = {identity, implementation};
  if (identity == 0 || is_of_schedule(target)) return testing_support_to_lane;
  if (!is_of_runtime(target)) return testing_support_to_executor;
  if (testing_support_thread.schedule == NULL) return testing_support_to_actor;
  claim((const void *)identity, swift_task_getCurrentExecutor().identity != testing_support_told.main_lane);
  if (testing_support_is_actor_running((const void *)identity)) testing_support_told.share(testing_support_thread.schedule);
  return testing_support_to_actor;
}

// What a task remembers of its hop while it waits for its turn; begins as the runtime's async contexts do.
typedef struct {
  void *parent;
  resume_function resume_parent;
  void *context;
  resume_function resume;
  executor_words target;
  // It comes from a serial executor, which does nothing else before the task has the target or is in its queue: whatever
  // sets out for the target later comes after it.
  bool is_ordered;
} pending_hop;

// A task is about to leave for an executor that is not the schedule's.
static void leave_for(executor_words target) {
  const void *task = swift_task_getCurrent();
  if (task == NULL || is_of_runtime(target) || is_of_schedule(target)) return;
  testing_support_told.depart(testing_support_thread.schedule, testing_support_id_of_task(task));
}

// A call that a function of this convention returns is a tail call, always.
static ASYNC void make_hop(CONTEXT void *frame) {
  pending_hop hop = *(pending_hop *)frame;
  swift_task_dealloc(frame);
  if (testing_support_acting_schedule() != NULL) {
    claim_for_hop(hop.target);
    leave_for(hop.target);
  }
  return original_switch(hop.context, hop.resume, hop.target.identity, hop.target.implementation);
}

// Where a running task hops that leaves for the default executor: the runtime enqueues it on the executor of the user's that it
// prefers, if there is one, and tells nobody.
static executor_words preferred_executor(void) {
  executor_words preferred = swift_task_getPreferredTaskExecutor();
  return preferred.identity == testing_support_told.router ? (executor_words){0, 0} : preferred;
}

// The schedule has to look at tasks that prefer another executor to know whether they run.
static void note_preferred_executor(void) {
  void *schedule = testing_support_thread.schedule;
  if (schedule == NULL || preferred_executor().identity == 0 || !testing_support_is_task_of_schedule()) return;
  testing_support_told.share(schedule);
}

// After so many hops that it makes immediately, a task waits for its turn: it may poll an actor for what another task does.
enum { most_hops_in_turn = 10000 };

void testing_support_begin_turn(void) {
  testing_support_thread.immediate_hops = 0;
  testing_support_forget_pace();
}

// Whether the schedule's running task has to wait for its turn before it hops.
static bool prepare_hop(executor_words current, executor_words target) {
  thread_state *place = &testing_support_thread;
  if (target.identity == 0) target = preferred_executor();
  if (!is_of_runtime(target) && !is_of_schedule(target)) {
    leave_for(target);
    return false;
  }
  place->has_returned = true;
  if (!is_of_runtime(target)) return false;
  // The main queue is not to be kept waiting for an actor: the hop is made from the test's own lane.
  if (current.identity == testing_support_told.main_lane) return is_default_actor(target);
  if (is_of_runtime(current) && (place->explores_hops || ++place->immediate_hops > most_hops_in_turn)) return true;
  claim_for_hop(target);
  return false;
}

// Whether a task has to go by way of the turnstile: to wait for its turn; or, if it runs where an actor was shared
// between a schedule and ordinary tasks, to go back to threads of its own.
static bool goes_by_turnstile(executor_words target) {
  if (!testing_support_is_exact) return false;
  if (testing_support_thread.is_trying) return is_default_actor(target);
  // A task that has outlived its test may still run on a thread of the test.
  if (testing_support_thread.schedule == NULL && !testing_support_has_schedules()) return false;
  if (target.identity == 0) note_preferred_executor();
  executor_words current = swift_task_getCurrentExecutor();
  if (current.identity == target.identity) return false;
  bool is_of_test = testing_support_is_task_of_schedule();
  if (testing_support_thread.schedule == NULL) {
    if (is_of_test) {
      testing_support_told.share_by_task(testing_support_current_task());
      return true;
    }
    if (is_default_actor(target) && testing_support_filter_may_contain_actor(target.identity)) {
      testing_support_told.share_actor(target.identity);
    }
    return false;
  }
  return is_of_test ? prepare_hop(current, target) : true;
}

REPLACES_RUNTIME ASYNC void swift_task_switch(
  CONTEXT void *context, resume_function resume, uintptr_t executor, uintptr_t implementation) {
  executor_words target = {executor, implementation};
  if (goes_by_turnstile(target)) {
    pending_hop *hop = swift_task_alloc(sizeof(pending_hop));
    bool is_ordered = swift_task_getCurrentExecutor().identity != 0;
    *hop = (pending_hop){context, NULL, context, resume, target, is_ordered};
    return original_switch(hop, make_hop, testing_support_told.turnstile, testing_support_told.turnstile_implementation);
  }
  return original_switch(context, resume, executor, implementation);
}

uintptr_t testing_support_awaited_actor(const void *job, bool *holds_others) {
  const void *actor = testing_support_processed_actor(job);
  if (actor != NULL) return (uintptr_t)actor;
  const pending_hop *hop = testing_support_context_of_task(job, (const void *)make_hop);
  if (hop == NULL || !is_default_actor(hop->target)) return 0;
  *holds_others = hop->is_ordered;
  return hop->target.identity;
}

bool testing_support_hop_of_task(
  const void *task, const void **function, const void **context, uintptr_t *actor) {
  const pending_hop *hop = testing_support_context_of_task(task, (const void *)make_hop);
  if (hop == NULL) return false;
  *function = (const void *)hop->resume;
  *context = hop->context;
  *actor = is_default_actor(hop->target) ? hop->target.identity : 0;
  return true;
}

// MARK: New tasks

enum { option_initial_executor = 0, option_unowned_task_executor = 5, option_owned_task_executor = 6 };

static task_option *option_of_kind(size_t kind, const task_option *option) {
  while (option != NULL && (option->flags & 0xFF) != kind) option = option->parent;
  return (task_option *)option;
}

static task_option *initial_executor(const task_option *options) {
  return option_of_kind(option_initial_executor, options);
}

static bool has_task_executor(const task_option *options) {
  return option_of_kind(option_unowned_task_executor, options) != NULL
    || option_of_kind(option_owned_task_executor, options) != NULL;
}

// Whether a new task may be enqueued on an executor of the user's: as the options say, or as its parent prefers.
static bool may_leave_lane(const task_option *options) {
  if (has_task_executor(options)) return true;
  return preferred_executor().identity != 0;
}

// The creation of a task, and the one that the thread was at: an executor of the user's, asked to enqueue a task, may create
// others, or run its jobs.
typedef struct {
  testing_support_creation own;
  bool may_leave_lane;
  new_task outer;
} task_creation;

static new_task set_creation_aside(void) {
  new_task creation = testing_support_thread.creation;
  testing_support_thread.creation.is_active = false;
  return creation;
}

static void resume_creation(new_task creation) {
  if (creation.is_active) testing_support_thread.creation = creation;
}

// Whether a task is created for a schedule. What an initializer of a global creates outlives the test that happens to
// come first: it belongs to the process.
static bool begin_creation(
  task_creation *creation, const task_option *options, const void *entry, const void *context) {
  thread_state *thread = &testing_support_thread;
  if (!testing_support_is_exact || thread->initializers > 0) return false;
  if (!testing_support_is_task_of_any_schedule()) {
    bool is_started_work =
      thread->work_schedule != NULL && thread->schedule == NULL && testing_support_current_task() == 0;
    if (is_started_work) testing_support_told.note_task_of_work(thread->work_schedule);
    return false;
  }
  testing_support_check_enqueue_hook();
  creation->may_leave_lane = may_leave_lane(options);
  creation->outer = thread->creation;
  thread->creation = (new_task){false, creation->may_leave_lane, entry, context};
  task_option *initial = initial_executor(options);
  if (thread->schedule != NULL && initial != NULL && is_default_actor(initial->executor)) {
    bool may_wait = swift_task_getCurrentExecutor().identity != testing_support_told.main_lane;
    claim((const void *)initial->executor.identity, may_wait);
  }
  thread->creation.is_active = true;
  if (creation->may_leave_lane) testing_support_begin_creation(&creation->own);
  return true;
}

// On an executor of the user's a task would be ready before it is known whose it is. It begins as it would without the
// hint where to: on the schedule's lane, from which it hops.
static executor_words take_foreign_executor(task_option *initial) {
  executor_words executor = initial == NULL ? (executor_words){0, 0} : initial->executor;
  if (is_of_runtime(executor) || is_of_schedule(executor)) return (executor_words){0, 0};
  initial->executor = (executor_words){0, 0};
  return executor;
}

// The new task may be in the queue of an actor, where nobody was asked to enqueue it, or on an executor of the user's.
static void end_creation(const task_creation *creation, const void *task) {
  thread_state *thread = &testing_support_thread;
  if (thread->creation.is_active) {
    thread->creation.is_active = false;
    uint64_t creator = testing_support_current_task();
    testing_support_told.adopt(testing_support_acting_schedule(), creator, task, testing_support_id_of_task(task));
  }
  if (creation->may_leave_lane) {
    testing_support_end_creation(&creation->own);
    testing_support_told.share_by_task(testing_support_current_task());
  }
  resume_creation(creation->outer);
}

// Where a strategy decides, the new task may begin before its creator goes on, unless both are on one serial executor. A
// creator on the main actor is not held, since its thread serves others too, nor is one on an executor of the user's.
static void offer_hold(executor_words executor_of_child) {
  thread_state *thread = &testing_support_thread;
  if (thread->schedule == NULL || !thread->explores_hops) return;
  executor_words current = swift_task_getCurrentExecutor();
  if (!is_of_runtime(current) || (current.identity != 0 && current.identity == executor_of_child.identity)) return;
  const void *task = swift_task_getCurrent();
  if (task != NULL) testing_support_told.hold(thread->schedule, task, testing_support_id_of_task(task));
}

// A task that ends has ended when it wakes those that wait for it: it is the running task no longer.
const void *testing_support_task_that_resumes(const void *job) {
  thread_state *thread = &testing_support_thread;
  if (thread->schedule == NULL || !thread->explores_hops || !testing_support_is_task(job)) return NULL;
  const void *task = swift_task_getCurrent();
  if (task == NULL || task == job || testing_support_is_status_locked(job)) return NULL;
  return is_of_runtime(swift_task_getCurrentExecutor()) ? task : NULL;
}

REPLACES_RUNTIME SWIFT created_task swift_task_create(
  size_t flags, const task_option *options, const void *result_type, void *entry, void *context) {
  task_creation creation;
  if (!begin_creation(&creation, options, entry, context)) {
    return original_create(flags, options, result_type, entry, context);
  }
  task_option *initial = initial_executor(options);
  executor_words foreign = take_foreign_executor(initial);
  created_task created = original_create(flags, options, result_type, entry, context);
  if (foreign.identity != 0) initial->executor = foreign;
  end_creation(&creation, created.task);
  offer_hold(initial == NULL ? (executor_words){0, 0} : initial->executor);
  return created;
}

// The metadata of `Int`.
extern const char type_of_result[] __asm__("$sSiN");

// What the runtime is given of an async function: how far away it lies, and how large its context is.
static struct {
  int32_t offset;
  uint32_t context_size;
} nothing = {0, 64};

const void *testing_support_task_that_never_runs(bool has_result) {
  if (original_create == NULL) return NULL;
  return original_create(0, NULL, has_result ? type_of_result : NULL, &nothing, NULL).task;
}

enum { async_let_task_offset = 0x18 };

static const void *task_of_async_let(const void *async_let) {
  return (const void *)(*(const uintptr_t *)((const char *)async_let + async_let_task_offset) & ~(uintptr_t)15);
}

// Creates a task too, and asks the runtime's own function for it.
REPLACES_RUNTIME SWIFT void swift_asyncLet_begin(
  void *async_let, const task_option *options, const void *result_type, void *entry, void *context, void *result) {
  task_creation creation;
  bool belongs = begin_creation(&creation, options, entry, context);
  original_async_let(async_let, options, result_type, entry, context, result);
  if (!belongs) return;
  end_creation(&creation, task_of_async_let(async_let));
  offer_hold((executor_words){0, 0});
}

// Ends the scope of an `async let`. The runtime cancels the task if it was not awaited, and waits for it.
REPLACES_RUNTIME ASYNC void swift_asyncLet_finish(
  CONTEXT void *context, void *async_let, void *result, resume_function resume, void *call_context) {
  if (testing_support_is_exact) {
    const void *task = task_of_async_let(async_let);
    uint64_t id = testing_support_id_of_task(task);
    if (testing_support_filter_may_contain(id)) testing_support_told.end_scope(id);
    void *schedule = testing_support_acting_schedule();
    if (schedule != NULL && testing_support_is_task_unfinished(task) && !testing_support_is_task_cancelled(task)) {
      testing_support_told.cancel_child(schedule, id);
    }
  }
  return original_async_let_end(context, async_let, result, resume, call_context);
}

// MARK: Initializers of globals

REPLACES_RUNTIME void swift_once(void *predicate, void (*initializer)(void *), void *context) {
  once_function original = __atomic_load_n(&original_once, __ATOMIC_ACQUIRE);
  if (original == NULL) {
    original = (once_function)dlsym(RTLD_NEXT, "swift_once");
    __atomic_store_n(&original_once, original, __ATOMIC_RELEASE);
  }
  testing_support_thread.initializers += 1;
  original(predicate, initializer, context);
  testing_support_thread.initializers -= 1;
}

// MARK: Jobs on executors of the user's

// The schedule whose task runs on an executor that is not the schedule's, retained, or null.
static void *visited_schedule(const void *task, executor_words executor) {
  thread_state *place = &testing_support_thread;
  uint64_t id = testing_support_id_of_task(task);
  // An executor that runs its jobs at once, where they are given to it; not so the schedule's own.
  if (place->schedule != NULL && (is_of_runtime(executor) || is_of_schedule(executor))) return NULL;
  testing_support_adopt_new_task(task, id);
  return testing_support_filter_may_contain(id) ? testing_support_told.arrive(id) : NULL;
}

typedef struct {
  void *schedule;
  const void *task;
  uint64_t id;
  bool can_tell_end;
  bool had_returned;
  new_task creation;
  void *previous;
} visit;

// Whether the job may run. One that nobody has to be told of has no schedule.
static bool begin_visit(visit *visit, const void *job, executor_words executor) {
  // An executor that runs its jobs at once does so while the task is being created.
  visit->creation = set_creation_aside();
  visit->task = testing_support_task_behind_job(job);
  visit->schedule = visit->task == NULL ? NULL : visited_schedule(visit->task, executor);
  if (visit->schedule == NULL) return true;
  if (visit->schedule == testing_support_never_again) {
    resume_creation(visit->creation);
    return false;
  }
  visit->id = testing_support_id_of_task(visit->task);
  visit->can_tell_end = testing_support_can_tell_end_of_task(visit->task);
  if (visit->can_tell_end) swift_retain(visit->task);
  thread_state *place = &testing_support_thread;
  visit->had_returned = place->has_returned;
  visit->previous = testing_support_enter_schedule(visit->schedule);
  place->has_returned = false;
  return true;
}

// A task that has ended may be there no longer: on a task executor, what cannot tell its end is not looked at later.
static void end_visit(const visit *visit, bool is_on_task_executor) {
  resume_creation(visit->creation);
  if (visit->schedule == NULL) return;
  thread_state *place = &testing_support_thread;
  bool has_ended = visit->can_tell_end && !testing_support_is_task_unfinished(visit->task);
  bool is_over = place->has_returned || has_ended || (is_on_task_executor && !visit->can_tell_end);
  place->has_returned = visit->had_returned;
  testing_support_told.leave(visit->schedule, visit->id, is_over);
  testing_support_enter_schedule(visit->previous);
  testing_support_told.let_go(visit->schedule);
  if (visit->can_tell_end) swift_release(visit->task);
}

REPLACES_RUNTIME SWIFT void swift_job_run(const void *job, uintptr_t identity, uintptr_t implementation) {
  visit visit;
  if (!begin_visit(&visit, job, (executor_words){identity, implementation})) return;
  original_run(job, identity, implementation);
  end_visit(&visit, false);
}

void testing_support_run_resumption(const void *job) { original_run(job, 0, 0); }

REPLACES_RUNTIME SWIFT void swift_job_run_on_task_executor(
  const void *job, uintptr_t identity, uintptr_t implementation) {
  visit visit;
  if (!begin_visit(&visit, job, (executor_words){identity, implementation})) return;
  original_run_on_task_executor(job, identity, implementation);
  end_visit(&visit, true);
}

REPLACES_RUNTIME SWIFT void swift_job_run_on_serial_and_task_executor(
  const void *job, uintptr_t identity, uintptr_t implementation, uintptr_t task_identity,
  uintptr_t task_implementation) {
  visit visit;
  if (!begin_visit(&visit, job, (executor_words){task_identity, task_implementation})) return;
  original_run_for_task_executor(job, identity, implementation, task_identity, task_implementation);
  end_visit(&visit, true);
}

#else

const void *testing_support_task_that_never_runs(bool has_result) { return NULL; }

testing_support_destination testing_support_prepare_to_enqueue(uintptr_t identity, uintptr_t implementation) {
  return testing_support_to_lane;
}

uintptr_t testing_support_awaited_actor(const void *job, bool *holds_others) { return 0; }

const void *testing_support_task_that_resumes(const void *job) { return NULL; }

void testing_support_run_resumption(const void *job) {}

bool testing_support_hop_of_task(
  const void *task, const void **function, const void **context, uintptr_t *actor) {
  return false;
}

#endif
