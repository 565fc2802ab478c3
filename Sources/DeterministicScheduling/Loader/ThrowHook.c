// Where errors are thrown while a deterministic test runs, for the failure of a test whose body throws one.

#define _GNU_SOURCE
#include "ThreadState.h"

#if defined(__linux__) && defined(__LP64__) && __has_include(<execinfo.h>)

#include <dlfcn.h>
#include <execinfo.h>

enum { frame_count = 24 };

typedef void (*will_throw_hook)(const void *error);

// Whoever had the hook before, such as the testing library, which keeps the backtraces of errors. Written before the
// hook is.
static will_throw_hook previous_hook;

static void will_throw(const void *error) {
  will_throw_hook previous = __atomic_load_n(&previous_hook, __ATOMIC_ACQUIRE);
  if (previous != NULL) previous(error);
  void *schedule = testing_support_thread.schedule;
  if (schedule == NULL || testing_support_told.note_error == NULL) return;
  void *frames[frame_count];
  int count = backtrace(frames, frame_count);
  testing_support_told.note_error(schedule, error, (const void *const *)frames, count);
}

void testing_support_note_thrown_errors(void) {
  will_throw_hook *hook = dlsym(RTLD_DEFAULT, "_swift_willThrow");
  if (hook == NULL) return;
  will_throw_hook previous = __atomic_load_n(hook, __ATOMIC_ACQUIRE);
  do {
    __atomic_store_n(&previous_hook, previous, __ATOMIC_RELEASE);
  } while (!__atomic_compare_exchange_n(hook, &previous, will_throw, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
}

#else

void testing_support_note_thrown_errors(void) {}

#endif
