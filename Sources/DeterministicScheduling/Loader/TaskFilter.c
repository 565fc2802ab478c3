// Answers, for nearly every job of ordinary code, without a lock: this task belongs to no deterministic test.

#include "ThreadState.h"

// Tasks are numbered one after the other, so the low bits spread them evenly. A count that has reached its maximum stays
// there: the filter may only err on the side of "perhaps".
static uint8_t counts[1 << 16];

static uint8_t *count_of(uint64_t task) { return &counts[task & 0xFFFF]; }

void testing_support_filter_insert(uint64_t task) {
  uint8_t *count = count_of(task);
  uint8_t old = __atomic_load_n(count, __ATOMIC_RELAXED);
  while (old != UINT8_MAX
         && !__atomic_compare_exchange_n(count, &old, old + 1, true, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
  }
}

void testing_support_filter_remove(uint64_t task) {
  uint8_t *count = count_of(task);
  uint8_t old = __atomic_load_n(count, __ATOMIC_RELAXED);
  while (old != UINT8_MAX && old != 0
         && !__atomic_compare_exchange_n(count, &old, old - 1, true, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
  }
}

bool testing_support_filter_may_contain(uint64_t task) {
  return __atomic_load_n(count_of(task), __ATOMIC_ACQUIRE) != 0;
}

// The same for the actors that schedules have claimed.
static uint8_t actor_counts[1 << 12];

void testing_support_filter_count_actor(uintptr_t actor, int difference) {
  uint8_t *count = &actor_counts[actor >> 4 & 0xFFF];
  uint8_t old = __atomic_load_n(count, __ATOMIC_RELAXED);
  while (old != UINT8_MAX
         && !__atomic_compare_exchange_n(
           count, &old, (uint8_t)(old + difference), true, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
  }
}

bool testing_support_filter_may_contain_actor(uintptr_t actor) {
  return __atomic_load_n(&actor_counts[actor >> 4 & 0xFFF], __ATOMIC_ACQUIRE) != 0;
}

static int schedules;

void testing_support_count_schedules(int difference) { __atomic_fetch_add(&schedules, difference, __ATOMIC_SEQ_CST); }

bool testing_support_has_schedules(void) { return __atomic_load_n(&schedules, __ATOMIC_ACQUIRE) > 0; }

bool testing_support_is_ordinary(const void *job) {
  const thread_state *thread = &testing_support_thread;
  if (thread->schedule != NULL || thread->creation.is_active || thread->is_trying) return false;
  return !testing_support_filter_may_contain(testing_support_task_of_job(job));
}
