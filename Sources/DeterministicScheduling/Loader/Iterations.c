// The iterations of `dispatch_apply`, some of which run on other threads than the one that calls. There, an iteration is work of
// the test whose code calls: it sees the test's time, and what it starts is the test's.

#define _GNU_SOURCE
#include "StartedWork.h"

#if SEES_STARTED_WORK

typedef void (*iteration_function)(void *context, size_t iteration);
typedef void (*iteration_block_function)(block *block, size_t iteration);

static struct {
  void (*apply)(size_t count, void *queue, block *work);
  void (*apply_f)(size_t count, void *queue, void *context, iteration_function work);
} original;

__attribute__((constructor(101))) static void find_originals(void) {
  if (original.apply_f != NULL) return;
  testing_support_find_original(&original.apply, "dispatch_apply");
  testing_support_find_original(&original.apply_f, "dispatch_apply_f");
}

// A call that has not returned: its caller's schedule, which exists until then, and the work of it that the caller runs.
typedef struct {
  started_work work;
  const thread_state *caller;
  block *block;
} iterated_call;

static void run_iteration(void *context, size_t iteration) {
  const iterated_call *call = context;
  iteration_block_function invoke = (iteration_block_function)(void *)call->block->invoke;
  if (call->caller == &testing_support_thread) return invoke(call->block, iteration);
  started_work previous = testing_support_enter_work(call->work);
  invoke(call->block, iteration);
  testing_support_leave_work(previous);
}

REPLACES_SYSTEM void dispatch_apply(size_t count, void *queue, block *work) {
  find_originals();
  void *schedule = testing_support_schedule_of_caller(__builtin_return_address(0));
  if (schedule == NULL) return original.apply(count, queue, work);
  // What the caller let pass by looking at the clock passes for all iterations.
  testing_support_told.show_time(schedule);
  iterated_call call = {{schedule, testing_support_running_work(schedule)}, &testing_support_thread, work};
  original.apply_f(count, queue, &call, run_iteration);
}

#endif
