// Whose results are awaited: compiled code asks for the result of a task by calling the getters of `Task.value` and
// `Task.result`, which are answered here in the runtime's place. The value of a task that cannot throw has another getter.

#define _GNU_SOURCE
#include "ThreadState.h"

#if defined(__linux__) && defined(__LP64__) && __has_attribute(swiftasynccall)

#include <dlfcn.h>

#define ASYNC __attribute__((swiftasynccall))
#define CONTEXT __attribute__((swift_async_context))
// As in Hops.c.
#define REPLACES_RUNTIME __attribute__((weak, visibility("default")))

// The types of the result and of the error, and how that is an error. Whatever else there may be is passed on as well.
#define TYPES const void *success, const void *failure, const void *conformance, const void *reserved

typedef ASYNC void (*result_function)(void *result, CONTEXT void *context, const void *task, TYPES);

// Written once, before anything runs concurrently.
static result_function original_value;
static result_function original_result;

static int observers;

void testing_support_count_result_observers(int difference) {
  __atomic_fetch_add(&observers, difference, __ATOMIC_RELAXED);
}

__attribute__((constructor(102))) static void find_originals(void) {
  original_value = (result_function)dlsym(RTLD_NEXT, "$sScT5valuexvg");
  original_result = (result_function)dlsym(RTLD_NEXT, "$sScT6results6ResultOyxq_Gvg");
}

static void note(const void *task) {
  if (!testing_support_is_exact) return;
  if (testing_support_catch_in_trial(task)) return;
  if (__atomic_load_n(&observers, __ATOMIC_RELAXED) == 0) return;
  uint64_t id = testing_support_id_of_task(task);
  if (testing_support_filter_may_contain(id)) testing_support_told.await_result(id);
}

ASYNC void testing_support_value(void *result, CONTEXT void *context, const void *task, TYPES) __asm__("$sScT5valuexvg");
ASYNC void testing_support_result(void *result, CONTEXT void *context, const void *task, TYPES)
  __asm__("$sScT6results6ResultOyxq_Gvg");

REPLACES_RUNTIME ASYNC void testing_support_value(void *result, CONTEXT void *context, const void *task, TYPES) {
  note(task);
  return original_value(result, context, task, success, failure, conformance, reserved);
}

REPLACES_RUNTIME ASYNC void testing_support_result(void *result, CONTEXT void *context, const void *task, TYPES) {
  note(task);
  return original_result(result, context, task, success, failure, conformance, reserved);
}

#else

void testing_support_count_result_observers(int difference) {}

#endif
