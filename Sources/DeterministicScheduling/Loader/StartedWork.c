// The work that a deterministic test starts outside its schedule: blocks on dispatch queues, and threads. The functions
// that start it are answered here in the system's place, so that its end is known, and what time it is there.

#define _GNU_SOURCE
#include "StartedWork.h"

#if SEES_STARTED_WORK

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef void (*work_function)(void *context);
typedef void *(*thread_function)(void *context);

static struct {
  void (*async)(void *queue, block *work);
  void (*async_f)(void *queue, void *context, work_function work);
  void (*barrier_async)(void *queue, block *work);
  void (*barrier_async_f)(void *queue, void *context, work_function work);
  void (*group_async)(void *group, void *queue, block *work);
  void (*group_async_f)(void *group, void *queue, void *context, work_function work);
  void (*after)(uint64_t when, void *queue, block *work);
  void (*after_f)(uint64_t when, void *queue, void *context, work_function work);
  uint64_t (*time)(uint64_t base, int64_t delta);
  uint64_t (*wall_time)(const void *base, int64_t delta);
  const char *(*label)(void *queue);
  block *(*copy)(const block *work);
  void (*release)(const block *work);
  void (*enter_group)(void *group);
  void (*leave_group)(void *group);
  void (*retain)(void *object);
  void (*let_go)(void *object);
  int (*create_thread)(pthread_t *thread, const pthread_attr_t *attributes, thread_function start, void *context);
} original;

void testing_support_find_original(void *function, const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  memcpy(function, &found, sizeof found);
}

static void learn_targets(void);

__attribute__((constructor(101))) static void find_originals(void) {
  if (original.create_thread != NULL) return;
  testing_support_find_original(&original.async, "dispatch_async");
  testing_support_find_original(&original.async_f, "dispatch_async_f");
  testing_support_find_original(&original.barrier_async, "dispatch_barrier_async");
  testing_support_find_original(&original.barrier_async_f, "dispatch_barrier_async_f");
  testing_support_find_original(&original.group_async, "dispatch_group_async");
  testing_support_find_original(&original.group_async_f, "dispatch_group_async_f");
  testing_support_find_original(&original.after, "dispatch_after");
  testing_support_find_original(&original.after_f, "dispatch_after_f");
  testing_support_find_original(&original.time, "dispatch_time");
  testing_support_find_original(&original.wall_time, "dispatch_walltime");
  testing_support_find_original(&original.label, "dispatch_queue_get_label");
  testing_support_find_original(&original.copy, "_Block_copy");
  testing_support_find_original(&original.release, "_Block_release");
  testing_support_find_original(&original.enter_group, "dispatch_group_enter");
  testing_support_find_original(&original.leave_group, "dispatch_group_leave");
  testing_support_find_original(&original.retain, "dispatch_retain");
  testing_support_find_original(&original.let_go, "dispatch_release");
  testing_support_find_original(&original.create_thread, "pthread_create");
  learn_targets();
}

bool testing_support_sees_started_work(void) {
  Dl_info own, found;
  const void *function = dlsym(RTLD_DEFAULT, "dispatch_async");
  return testing_support_knows_blocks() && function != NULL
    && !testing_support_is_in_dispatch((const void *)testing_support_sees_started_work)
    && dladdr((const void *)testing_support_sees_started_work, &own) && dladdr(function, &found)
    && own.dli_fbase == found.dli_fbase;
}

static bool is_own_queue(void *queue) {
  const char *label = original.label(queue);
  return label != NULL && strncmp(label, "deterministic test", strlen("deterministic test")) == 0;
}

// What an initializer of a global starts is the process's.
void *testing_support_schedule_of_caller(const void *caller) {
  if (!testing_support_is_exact || !testing_support_has_schedules()) return NULL;
  thread_state *thread = &testing_support_thread;
  if ((thread->schedule == NULL && thread->work_schedule == NULL) || thread->initializers > 0) return NULL;
  void *schedule =
    testing_support_current_task() == 0 ? thread->work_schedule : testing_support_acting_schedule();
  if (schedule == NULL || thread->does_own_work) return NULL;
  return testing_support_is_in_dispatch(caller) ? NULL : schedule;
}

// The main queue, as `dispatch_get_main_queue` returns it.
extern char main_queue __asm__("_dispatch_main_q") __attribute__((weak));

// Where a queue has the queue on which its blocks run in the end, or the next one on the way there; zero if that is unknown.
static size_t offset_of_target;

static void *target_of(void *queue) {
  void *target;
  memcpy(&target, (const char *)queue + offset_of_target, sizeof target);
  return target;
}

static void learn_targets(void) {
  enum { words = 8 };
  void *(*create)(const char *label, void *attribute);
  void (*set_target)(void *queue, void *target);
  testing_support_find_original(&create, "dispatch_queue_create");
  testing_support_find_original(&set_target, "dispatch_set_target_queue");
  if (create == NULL || set_target == NULL || original.let_go == NULL || &main_queue == NULL) return;
  void *before[words], *queue = create("deterministic test", NULL);
  memcpy(before, queue, sizeof before);
  set_target(queue, &main_queue);
  for (size_t word = words - 1; word > 0; word -= 1) {
    offset_of_target = word * sizeof queue;
    if (target_of(queue) == &main_queue && before[word] != &main_queue) break;
    offset_of_target = 0;
  }
  original.let_go(queue);
}

static bool leads_to_main(void *queue) {
  enum { most_targets = 8 };
  if (offset_of_target == 0) return queue == &main_queue;
  for (int count = 0; queue != NULL && count < most_targets; count += 1) {
    if (queue == &main_queue) return true;
    queue = target_of(queue);
  }
  return false;
}

static void note_queue(void *schedule, void *queue) {
  if (leads_to_main(queue)) testing_support_told.note_main_block(schedule);
}

void testing_support_note_notification(void *queue, const void *caller) {
  find_originals();
  void *schedule = testing_support_schedule_of_caller(caller);
  if (schedule != NULL) note_queue(schedule, queue);
}

static void *schedule_on_queue(void *schedule, void *queue) {
  return schedule == NULL || is_own_queue(queue) ? NULL : schedule;
}

static void *schedule_of_function(void *queue, const void *caller) {
  return schedule_on_queue(testing_support_schedule_of_caller(caller), queue);
}

static bool runs_work_only(void) {
  return testing_support_thread.work_schedule != NULL && testing_support_current_task() == 0;
}

static void *schedule_of_block(void *queue, const block *work, const void *caller) {
  if (!testing_support_is_known(work)) return NULL;
  void *owner = testing_support_owner_of_item(work);
  if (owner != NULL) return testing_support_is_in_dispatch(caller) ? NULL : schedule_on_queue(owner, queue);
  // An operation that ends lets the next one begin, which may be another test's.
  if (testing_support_is_item_of_nobody(work) && runs_work_only()) return NULL;
  return schedule_of_function(queue, caller);
}

// A queue of operations enqueues a barrier inside a block of its own.
static void *schedule_of_barrier(void *queue, const block *work, const void *caller) {
  if (testing_support_is_in_operation_queues((const void *)work->invoke) && runs_work_only()) return NULL;
  return schedule_of_block(queue, work, caller);
}

typedef struct {
  started_work work;
  work_function function;
  thread_function start;
  void *context;
  // The group that it leaves when it ends, or null.
  void *group;
  // What can be cancelled until it begins, if it is a block of which that is true.
  cancellable_work cancellable;
} started_function;

static started_function *begin(void *schedule, testing_support_work_kind kind, int64_t delay) {
  started_function *started = calloc(1, sizeof *started);
  started->work.schedule = schedule;
  started->work.number = testing_support_told.begin_work(schedule, kind, delay, NULL);
  return started;
}

static void end(started_function *started) {
  testing_support_told.end_work(started->work.schedule, started->work.number);
  free(started);
}

static void *run(started_function *started) {
  if (!testing_support_begin_cancellable(&started->cancellable)) {
    // The schedule knows that it is over. It does nothing, but those that wait for it are told.
    started->function(started->context);
    free(started);
    return NULL;
  }
  started_work previous = testing_support_enter_work(started->work);
  void *result = NULL;
  if (started->start != NULL) {
    result = started->start(started->context);
  } else {
    started->function(started->context);
  }
  testing_support_leave_work(previous);
  end(started);
  return result;
}

static void run_work(void *context) {
  started_function *started = context;
  void *group = started->group;
  run(started);
  if (group == NULL) return;
  original.leave_group(group);
  original.let_go(group);
}

static void *run_thread(void *started) { return run(started); }

static void run_block(void *context) {
  block *work = context;
  work->invoke(work);
  original.release(work);
}

static started_function *begin_function(void *schedule, int64_t delay, work_function work, void *context) {
  started_function *started = begin(schedule, testing_support_started_block, delay);
  started->function = work;
  started->context = context;
  return started;
}

static started_function *begin_block(void *schedule, int64_t delay, const block *work) {
  block *copy = original.copy(work);
  started_function *started = begin_function(schedule, delay, run_block, copy);
  if (testing_support_is_item(work)) testing_support_remember_cancellable(&started->cancellable, started->work, copy);
  return started;
}

// A block that runs work.
typedef struct {
  block block;
  started_function *started;
} started_block;

static void run_started_block(block *block) { run(((started_block *)(void *)block)->started); }

// For what has no function that enqueues a barrier, but takes a block that is one. To be released once it was enqueued.
static block *begin_barrier(void *schedule, int64_t delay, const block *work) {
  static const block_descriptor descriptor = {0, sizeof(started_block)};
  const void *isa = dlsym(RTLD_DEFAULT, "_NSConcreteStackBlock");
  started_block started = {{isa, 0, 0, run_started_block, &descriptor}, begin_block(schedule, delay, work)};
  return testing_support_make_barrier(&started.block);
}

// In how many nanoseconds a time has come, as Dispatch encodes it.
int64_t testing_support_delay_until(uint64_t when) {
  enum { wall_bits = 3 };
  int64_t delay = 0;
  if (when >> 62 == wall_bits) {
    delay = (int64_t)original.wall_time(NULL, 0) - (int64_t)when;
  } else if (when >> 63 == 0) {
    delay = (int64_t)(when - original.time(0, 0));
  }
  return delay > 0 ? delay : 0;
}

// Jobs of the main actor and blocks on the main queue run in the order in which they are enqueued: a block is kept until the
// jobs before it have run.
static void enqueue(
  void *schedule, void *queue, started_function *started, void (*submit)(void *, void *, work_function)) {
  if (queue != &main_queue) {
    note_queue(schedule, queue);
  } else if (testing_support_told.keep_main_block(schedule, started)) {
    return;
  }
  submit(queue, started, run_work);
}

// On the main queue, which is serial, barriers are blocks like any other.
static void enqueue_in_group(void *schedule, void *group, started_function *started) {
  original.retain(group);
  original.enter_group(group);
  started->group = group;
  enqueue(schedule, &main_queue, started, original.async_f);
}

void testing_support_enqueue_on_main(void *started) { original.async_f(&main_queue, started, run_work); }

REPLACES_SYSTEM void dispatch_async(void *queue, block *work) {
  find_originals();
  void *schedule = schedule_of_block(queue, work, __builtin_return_address(0));
  if (schedule == NULL) return original.async(queue, work);
  void (*submit)(void *, void *, work_function) = testing_support_is_barrier(work) ? original.barrier_async_f : original.async_f;
  started_function *started = begin_block(schedule, 0, work);
  if (!testing_support_is_operation(work)) return enqueue(schedule, queue, started, submit);
  note_queue(schedule, queue);
  submit(queue, started, run_work);
}

REPLACES_SYSTEM void dispatch_async_f(void *queue, void *context, work_function work) {
  find_originals();
  void *schedule = schedule_of_function(queue, __builtin_return_address(0));
  if (schedule == NULL) return original.async_f(queue, context, work);
  enqueue(schedule, queue, begin_function(schedule, 0, work, context), original.async_f);
}

REPLACES_SYSTEM void dispatch_barrier_async(void *queue, block *work) {
  find_originals();
  void *schedule = schedule_of_barrier(queue, work, __builtin_return_address(0));
  if (schedule == NULL) return original.barrier_async(queue, work);
  enqueue(schedule, queue, begin_block(schedule, 0, work), original.barrier_async_f);
}

REPLACES_SYSTEM void dispatch_barrier_async_f(void *queue, void *context, work_function work) {
  find_originals();
  void *schedule = schedule_of_function(queue, __builtin_return_address(0));
  if (schedule == NULL) return original.barrier_async_f(queue, context, work);
  enqueue(schedule, queue, begin_function(schedule, 0, work, context), original.barrier_async_f);
}

REPLACES_SYSTEM void dispatch_group_async(void *group, void *queue, block *work) {
  find_originals();
  void *schedule = schedule_of_block(queue, work, __builtin_return_address(0));
  if (schedule == NULL) return original.group_async(group, queue, work);
  if (queue == &main_queue) return enqueue_in_group(schedule, group, begin_block(schedule, 0, work));
  note_queue(schedule, queue);
  if (!testing_support_is_barrier(work)) return original.group_async_f(group, queue, begin_block(schedule, 0, work), run_work);
  block *barrier = begin_barrier(schedule, 0, work);
  original.group_async(group, queue, barrier);
  original.release(barrier);
}

REPLACES_SYSTEM void dispatch_group_async_f(void *group, void *queue, void *context, work_function work) {
  find_originals();
  void *schedule = schedule_of_function(queue, __builtin_return_address(0));
  if (schedule == NULL) return original.group_async_f(group, queue, context, work);
  if (queue == &main_queue) return enqueue_in_group(schedule, group, begin_function(schedule, 0, work, context));
  note_queue(schedule, queue);
  original.group_async_f(group, queue, begin_function(schedule, 0, work, context), run_work);
}

REPLACES_SYSTEM void dispatch_after(uint64_t when, void *queue, block *work) {
  find_originals();
  void *schedule = when == UINT64_MAX ? NULL : schedule_of_block(queue, work, __builtin_return_address(0));
  if (schedule == NULL) return original.after(when, queue, work);
  note_queue(schedule, queue);
  int64_t delay = testing_support_delay_until(when);
  if (!testing_support_is_barrier(work)) return original.after_f(when, queue, begin_block(schedule, delay, work), run_work);
  block *barrier = begin_barrier(schedule, delay, work);
  original.after(when, queue, barrier);
  original.release(barrier);
}

REPLACES_SYSTEM void dispatch_after_f(uint64_t when, void *queue, void *context, work_function work) {
  find_originals();
  void *schedule = when == UINT64_MAX ? NULL : schedule_of_function(queue, __builtin_return_address(0));
  if (schedule == NULL) return original.after_f(when, queue, context, work);
  note_queue(schedule, queue);
  original.after_f(when, queue, begin_function(schedule, testing_support_delay_until(when), work, context), run_work);
}

REPLACES_SYSTEM int pthread_create(
  pthread_t *thread, const pthread_attr_t *attributes, thread_function start, void *context) {
  find_originals();
  void *schedule = testing_support_schedule_of_caller(__builtin_return_address(0));
  if (schedule == NULL) return original.create_thread(thread, attributes, start, context);
  started_function *started = begin(schedule, testing_support_started_thread, 0);
  started->start = start;
  started->context = context;
  int error = original.create_thread(thread, attributes, run_thread, started);
  if (error != 0) end(started);
  return error;
}

#else

bool testing_support_sees_started_work(void) { return false; }

void testing_support_enqueue_on_main(void *started) {}

#endif

bool testing_support_runs_work(const void *schedule) {
  return testing_support_thread.work_schedule == schedule && testing_support_current_task() == 0;
}

uint64_t testing_support_running_work(const void *schedule) {
  return testing_support_thread.work_schedule == schedule ? testing_support_thread.work_number : 0;
}

void testing_support_begin_own_work(void) { testing_support_thread.does_own_work += 1; }

void testing_support_end_own_work(void) { testing_support_thread.does_own_work -= 1; }
