// Virtual time for the standard library's clocks: on a thread that runs a deterministic test, `ContinuousClock` and
// `SuspendingClock` ask this file for the time. Nobody else does: the answer depends on who calls.

#define _GNU_SOURCE
#include "ThreadState.h"

#include <dlfcn.h>
#include <stddef.h>
#include <time.h>

// After so many looks at a clock that stands still, each further look lets time pass: a loop that waits for a deadline by
// looking at the clock comes to its end. At first it is a microsecond, no more than code that only measures takes; after so
// many more looks it is a millisecond.
static const uint32_t looks_at_standing_clock = 10000;
static const uint32_t looks_at_slow_clock = 100000;
static const int64_t nanoseconds_per_look = 1000;
static const int64_t nanoseconds_per_later_look = 1000000;

static testing_support_time real_time(clockid_t clock) {
  struct timespec now = {0, 0};
  clock_gettime(clock, &now);
  return (testing_support_time){now.tv_sec, now.tv_nsec};
}

static testing_support_time sum_of(testing_support_time first, testing_support_time second) {
  int64_t nanoseconds = first.nanoseconds + second.nanoseconds;
  return (testing_support_time){
    first.seconds + second.seconds + nanoseconds / 1000000000, nanoseconds % 1000000000};
}

void testing_support_set_time(testing_support_epoch epoch, testing_support_time elapsed) {
  testing_support_thread.epoch = epoch;
  testing_support_thread.elapsed = elapsed;
  testing_support_thread.looks = 0;
  testing_support_thread.passed = 0;
  testing_support_thread.pace = unknown_pace;
}

void testing_support_forget_pace(void) { testing_support_thread.pace = unknown_pace; }

void testing_support_set_time_forward(testing_support_epoch epoch, testing_support_time elapsed) {
  thread_state *state = &testing_support_thread;
  state->epoch = epoch;
  int64_t nanoseconds = state->elapsed.nanoseconds + state->passed;
  int64_t seconds = state->elapsed.seconds + nanoseconds / 1000000000;
  bool is_later =
    elapsed.seconds != seconds ? elapsed.seconds > seconds : elapsed.nanoseconds > nanoseconds % 1000000000;
  if (is_later) testing_support_set_time(epoch, elapsed);
}

static bool are_equal(testing_support_time one, testing_support_time other) {
  return one.seconds == other.seconds && one.nanoseconds == other.nanoseconds;
}

void testing_support_show_time(testing_support_epoch epoch, testing_support_time elapsed) {
  const thread_state *state = &testing_support_thread;
  bool stands_still = state->passed == 0 && are_equal(state->elapsed, elapsed)
    && are_equal(state->epoch.continuous, epoch.continuous) && are_equal(state->epoch.suspending, epoch.suspending)
    && are_equal(state->epoch.date, epoch.date) && state->epoch.has_virtual_dates == epoch.has_virtual_dates;
  if (!stands_still) testing_support_set_time(epoch, elapsed);
}

testing_support_time testing_support_shown_time(void) {
  const thread_state *state = &testing_support_thread;
  return sum_of(state->elapsed, (testing_support_time){state->passed / 1000000000, state->passed % 1000000000});
}

void testing_support_lose_lane(void) { testing_support_thread.has_lost_lane = true; }

static uint64_t time_version;

void testing_support_note_time_beside_lane(void) { __atomic_add_fetch(&time_version, 1, __ATOMIC_RELEASE); }

int64_t testing_support_take_passed_time(void) {
  int64_t passed = testing_support_thread.passed;
  if (passed == 0) return 0;
  testing_support_thread.elapsed.nanoseconds += passed;
  testing_support_thread.elapsed.seconds += testing_support_thread.elapsed.nanoseconds / 1000000000;
  testing_support_thread.elapsed.nanoseconds %= 1000000000;
  testing_support_thread.passed = 0;
  return passed;
}

// Code that no lane runs takes real time, and other code of the test runs beside it. What it lets pass is no more than that,
// and passes for the whole test.
static bool takes_real_time(const thread_state *state) {
  return testing_support_is_exact && (state->schedule == NULL || state->has_lost_lane);
}

static bool tell_passed_time(const thread_state *state, int64_t passed) {
  uint64_t task = testing_support_current_task();
  void *schedule = state->schedule == NULL && task == 0 ? state->work_schedule : state->schedule;
  return testing_support_told.pass_time(schedule, task, passed);
}

static bool pass_real_time(thread_state *state) {
  testing_support_time now = real_time(CLOCK_MONOTONIC), start = state->standing_since;
  state->standing_since = now;
  int64_t passed = (now.seconds - start.seconds) * 1000000000 + now.nanoseconds - start.nanoseconds;
  bool keeps_pace = tell_passed_time(state, passed);
  state->looks = looks_at_standing_clock;
  return keeps_pace;
}

// A lane is asked once in each step, and as long as time passes there no faster than it really does.
static bool keeps_pace(thread_state *state) {
  if (!testing_support_is_exact || state->pace == free_pace) return false;
  bool is_unknown = state->pace == unknown_pace;
  if (is_unknown) state->standing_since = real_time(CLOCK_MONOTONIC);
  state->pace = (is_unknown ? tell_passed_time(state, 0) : pass_real_time(state)) ? real_pace : free_pace;
  return state->pace == real_pace;
}

void testing_support_look_at_time(void) {
  thread_state *state = &testing_support_thread;
  state->has_looked = true;
  bool is_real = takes_real_time(state);
  // What was counted on a lane says nothing of real time.
  if (is_real && !state->counts_in_real_time) state->looks = 0;
  state->counts_in_real_time = is_real;
  if (is_real && state->looks == 0) state->standing_since = real_time(CLOCK_MONOTONIC);
  if (state->looks < looks_at_standing_clock) {
    state->looks += 1;
  } else if (is_real) {
    pass_real_time(state);
  } else if (keeps_pace(state)) {
    // It has passed.
  } else if (state->looks < looks_at_standing_clock + looks_at_slow_clock) {
    state->looks += 1;
    state->passed += nanoseconds_per_look;
  } else {
    state->passed += nanoseconds_per_later_look;
  }
}

bool testing_support_take_look(void) {
  bool has_looked = testing_support_thread.has_looked;
  testing_support_thread.has_looked = false;
  return has_looked;
}

bool testing_support_take_real_time(void) {
  bool has_read = testing_support_thread.has_read_real_time;
  testing_support_thread.has_read_real_time = false;
  return has_read;
}

uint32_t testing_support_looks(void) { return testing_support_thread.looks; }

void testing_support_set_looks(uint32_t looks) { testing_support_thread.looks = looks; }

testing_support_epoch testing_support_epoch_now(void) {
#if defined(CLOCK_BOOTTIME)
  clockid_t continuous = CLOCK_BOOTTIME;
#else
  clockid_t continuous = CLOCK_MONOTONIC;
#endif
  return (testing_support_epoch){real_time(continuous), real_time(CLOCK_MONOTONIC), real_time(CLOCK_REALTIME), false};
}

testing_support_epoch testing_support_epoch_after(testing_support_epoch epoch, testing_support_time elapsed) {
  epoch.continuous = sum_of(epoch.continuous, elapsed);
  epoch.suspending = sum_of(epoch.suspending, elapsed);
  epoch.date = sum_of(epoch.date, elapsed);
  return epoch;
}

#if defined(__linux__)

#include <link.h>

typedef int (*clock_function)(clockid_t, struct timespec *);

static clock_function system_clock_function;

// Where a library lies in memory.
typedef struct {
  const void *address;
  uintptr_t start, end;
} library;

static library concurrency, foundation, operation_queues, dispatch;

static bool lies_in(uintptr_t address, const library *library) {
  return address >= library->start && address < library->end;
}

static int find_library(struct dl_phdr_info *info, size_t size, void *context) {
  library *library = context;
  uintptr_t start = UINTPTR_MAX, end = 0;
  for (int i = 0; i < info->dlpi_phnum; i += 1) {
    if (info->dlpi_phdr[i].p_type != PT_LOAD) continue;
    uintptr_t first = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    if (first < start) start = first;
    if (first + info->dlpi_phdr[i].p_memsz > end) end = first + info->dlpi_phdr[i].p_memsz;
  }
  if ((uintptr_t)library->address < start || (uintptr_t)library->address >= end) return 0;
  library->start = start;
  library->end = end;
  return 1;
}

static void find(library *library, const char *symbol) {
  library->address = dlsym(RTLD_DEFAULT, symbol);
  if (library->address != NULL) dl_iterate_phdr(find_library, library);
}

// Where a library is linked into the test's own image, nothing tells its calls from others.
static void find_separate(library *library, const char *symbol) {
  find(library, symbol);
  if (lies_in((uintptr_t)&testing_support_set_time, library)) library->start = library->end = 0;
}

__attribute__((constructor(101))) static void find_standard_clocks(void) {
  find(&concurrency, "swift_task_getCurrent");
  // The types `Date` and `OperationQueue`.
  find_separate(&foundation, "$s20FoundationEssentials4DateVMn");
  find_separate(&operation_queues, "$s10Foundation14OperationQueueCMn");
  find_separate(&dispatch, "dispatch_time");
}

bool testing_support_is_in_dispatch(const void *address) {
  return dispatch.end == 0 || lies_in((uintptr_t)address, &dispatch);
}

bool testing_support_is_in_operation_queues(const void *address) {
  return lies_in((uintptr_t)address, &operation_queues);
}

static void add(struct timespec *sum, testing_support_time start) {
  int64_t nanoseconds = start.nanoseconds + testing_support_thread.elapsed.nanoseconds + testing_support_thread.passed;
  sum->tv_sec = start.seconds + testing_support_thread.elapsed.seconds + nanoseconds / 1000000000;
  sum->tv_nsec = nanoseconds % 1000000000;
}

// The sanitizers bring a weak one of their own.
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define REPLACES_SYSTEM __attribute__((visibility("default")))
#else
#define REPLACES_SYSTEM __attribute__((weak, visibility("default")))
#endif

// A lane shows the time of its turn, as long as no time passes beside it.
static void refresh_time(thread_state *thread) {
  uint64_t version = __atomic_load_n(&time_version, __ATOMIC_ACQUIRE);
  if (version == thread->time_version && !thread->has_lost_lane) return;
  thread->time_version = version;
  testing_support_told.show_time(thread->schedule);
}

// Whether the running task, or work that it has started, is of a schedule; where it runs on a thread that is not, the
// thread is told the time first.
static bool is_time_virtual(void) {
  if (!testing_support_is_exact || !testing_support_has_schedules()) return false;
  thread_state *thread = &testing_support_thread;
  if (thread->work_schedule != NULL && thread->schedule == NULL && testing_support_current_task() == 0) {
    return testing_support_told.show_time(thread->work_schedule);
  }
  if (!testing_support_is_task_of_schedule()) return false;
  if (thread->schedule == NULL) {
    testing_support_told.set_time(testing_support_current_task());
  } else {
    refresh_time(thread);
  }
  return true;
}

// A task of a test that asks for the real time may wait for it.
static void note_real_time(uintptr_t caller) {
  thread_state *thread = &testing_support_thread;
  if (thread->schedule == NULL || thread->does_own_work || testing_support_current_task() == 0) return;
  if (lies_in(caller, &foundation) || lies_in(caller, &dispatch)) thread->has_read_real_time = true;
}

// The system's function of the same name, seen first by the dynamic linker: the standard library's clocks end here.
REPLACES_SYSTEM int clock_gettime(clockid_t clock, struct timespec *time) {
  uintptr_t caller = (uintptr_t)__builtin_return_address(0);
  if (clock == CLOCK_REALTIME && lies_in(caller, &foundation) && is_time_virtual()
      && testing_support_thread.epoch.has_virtual_dates) {
    testing_support_look_at_time();
    add(time, testing_support_thread.epoch.date);
    return 0;
  }
  if (lies_in(caller, &concurrency)
      && (clock == CLOCK_BOOTTIME || clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW) && is_time_virtual()) {
    testing_support_look_at_time();
    add(time, clock == CLOCK_BOOTTIME ? testing_support_thread.epoch.continuous : testing_support_thread.epoch.suspending);
    return 0;
  }
  note_real_time(caller);
  clock_function function = __atomic_load_n(&system_clock_function, __ATOMIC_ACQUIRE);
  if (function == NULL) {
    function = (clock_function)dlsym(RTLD_NEXT, "clock_gettime");
    __atomic_store_n(&system_clock_function, function, __ATOMIC_RELEASE);
  }
  return function(clock, time);
}

#endif
