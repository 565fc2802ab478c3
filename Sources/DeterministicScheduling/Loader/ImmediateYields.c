// Yields that cost less than two steps of a schedule. A task that is the only one that can run goes on immediately; any
// other is run right after the job that resumes it, without becoming ready in between.

#include "ThreadState.h"

extern const void *swift_task_getCurrent(void) __attribute__((swiftcall));

void testing_support_allow_immediate_yields(testing_support_immediate_yields *yields, uint32_t count) {
  __atomic_store_n(&yields->left, count, __ATOMIC_RELAXED);
}

void testing_support_forbid_immediate_yields(testing_support_immediate_yields *yields) {
  __atomic_store_n(&yields->left, 0, __ATOMIC_RELAXED);
}

uint32_t testing_support_count_of_immediate_yields(const testing_support_immediate_yields *yields) {
  return __atomic_load_n(&yields->count, __ATOMIC_RELAXED);
}

uint32_t testing_support_take_immediate_yields(testing_support_immediate_yields *yields) {
  uint32_t count = testing_support_count_of_immediate_yields(yields);
  if (count != 0) __atomic_store_n(&yields->count, 0, __ATOMIC_RELAXED);
  return count;
}

void testing_support_set_immediate_yields(testing_support_immediate_yields *yields) {
  testing_support_thread.immediate_yields = yields;
}

// Another thread may forbid it at any time.
static bool take_permission(testing_support_immediate_yields *yields) {
  uint32_t left = __atomic_load_n(&yields->left, __ATOMIC_RELAXED);
  return left != 0
    && __atomic_compare_exchange_n(&yields->left, &left, left - 1, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

static bool yield_immediately(const void *job) {
  const thread_state *thread = &testing_support_thread;
  testing_support_immediate_yields *yields = thread->immediate_yields;
  // Whoever looks at the time may wait for it.
  if (yields == NULL || yields->schedule != thread->schedule || thread->has_looked) return false;
  const void *task = testing_support_resumed_task(job);
  if (task == NULL || task != swift_task_getCurrent() || testing_support_acting_schedule() == NULL) return false;
  if (!take_permission(yields)) return false;
  __atomic_store_n(&yields->count, testing_support_count_of_immediate_yields(yields) + 1, __ATOMIC_RELAXED);
  testing_support_run_resumption(job);
  return true;
}

bool testing_support_take_yield(const void *job) {
  thread_state *thread = &testing_support_thread;
  if (thread->awaited_task != job) return yield_immediately(job);
  thread->awaited_task = NULL;
  thread->resumed_task = job;
  return true;
}

void testing_support_await_resumption(const void *job) {
  testing_support_thread.awaited_task = testing_support_resumed_task(job);
}

const void *testing_support_take_resumption(void) {
  thread_state *thread = &testing_support_thread;
  const void *task = thread->resumed_task;
  thread->awaited_task = NULL;
  thread->resumed_task = NULL;
  return task;
}
