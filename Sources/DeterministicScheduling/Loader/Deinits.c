// Deinitializers that are isolated to an actor. One that cannot run where the object is released is a job without a task: it is
// known from here alone that a test has something left to do there.

#define _GNU_SOURCE
#include "ThreadState.h"

#if defined(__linux__) && defined(__LP64__) && __has_attribute(swiftasynccall)

#include <dlfcn.h>
#include <stdlib.h>

#define SWIFT __attribute__((swiftcall))
// As in Hops.c.
#define REPLACES_RUNTIME __attribute__((weak, visibility("default")))

typedef SWIFT void (*deinit_function)(void *object);
typedef SWIFT void (*deinit_on_executor_function)(
  void *object, deinit_function work, uintptr_t identity, uintptr_t implementation, size_t flags);

// Written once, before anything runs concurrently.
static deinit_on_executor_function original;

__attribute__((constructor(102))) static void find_original(void) {
  original = (deinit_on_executor_function)dlsym(RTLD_NEXT, "swift_task_deinitOnExecutor");
}

typedef struct {
  void *object;
  deinit_function work;
  // Of a task of the schedule; or of work that it has started.
  bool is_of_work;
  started_work owner;
} queued_deinit;

static bool is_work_running(void) {
  thread_state *thread = &testing_support_thread;
  return thread->work_schedule != NULL && thread->schedule == NULL && testing_support_current_task() == 0;
}

// Whether anybody is to be told of its end.
static bool begin(queued_deinit *queued, uintptr_t identity, uintptr_t implementation) {
  if (!testing_support_is_exact || !testing_support_has_schedules() || queued->object == (void *)identity) return false;
  if (is_work_running()) {
    queued->is_of_work = true;
    queued->owner.schedule = testing_support_thread.work_schedule;
    queued->owner.number =
      testing_support_told.begin_work(queued->owner.schedule, testing_support_started_block, 0, NULL);
    return true;
  }
  if (!testing_support_is_task_of_schedule()) return false;
  testing_support_destination destination = testing_support_prepare_to_enqueue(identity, implementation);
  if (destination == testing_support_to_lane) return false;
  queued->owner.schedule = testing_support_told.begin_deinit(
    testing_support_thread.schedule, testing_support_current_task(), destination == testing_support_to_actor,
    &queued->owner.number);
  return queued->owner.schedule != NULL;
}

static SWIFT void run(void *object) {
  queued_deinit queued = *(queued_deinit *)object;
  free(object);
  // On a thread that is no lane it is the test's all the same, as work is that the test has started.
  bool is_on_lane = testing_support_thread.schedule != NULL;
  started_work work = {queued.owner.schedule, queued.is_of_work ? queued.owner.number : 0}, previous;
  if (!is_on_lane) previous = testing_support_enter_work(work);
  queued.work(queued.object);
  if (!is_on_lane) testing_support_leave_work(previous);
  if (queued.is_of_work) {
    testing_support_told.end_work(queued.owner.schedule, queued.owner.number);
  } else {
    testing_support_told.end_deinit(queued.owner.schedule, queued.owner.number);
  }
}

REPLACES_RUNTIME SWIFT void swift_task_deinitOnExecutor(
  void *object, deinit_function work, uintptr_t identity, uintptr_t implementation, size_t flags) {
  queued_deinit queued = {object, work, false, {NULL, 0}};
  if (!begin(&queued, identity, implementation)) return original(object, work, identity, implementation, flags);
  queued_deinit *copy = malloc(sizeof queued);
  *copy = queued;
  original(copy, run, identity, implementation, flags);
}

#endif
