// Virtual time for the standard library's clocks: on a thread that runs a deterministic test, `ContinuousClock` and
// `SuspendingClock` ask this file for the time. Nobody else does: the answer depends on who calls.

#define _GNU_SOURCE
#include "Place.h"

#include <dlfcn.h>
#include <stddef.h>
#include <time.h>

// After so many looks at a clock that stands still, each further look lets a millisecond pass: a loop that waits for a
// deadline by looking at the clock comes to its end.
static const uint32_t looks_at_standing_clock = 10000;
static const int64_t nanoseconds_per_look = 1000000;

void testing_support_set_time(testing_support_epoch epoch, testing_support_time elapsed) {
  testing_support_place.epoch = epoch;
  testing_support_place.elapsed = elapsed;
  testing_support_place.looks = 0;
  testing_support_place.passed = 0;
}

int64_t testing_support_take_passed_time(void) {
  int64_t passed = testing_support_place.passed;
  if (passed == 0) return 0;
  testing_support_place.elapsed.nanoseconds += passed;
  testing_support_place.elapsed.seconds += testing_support_place.elapsed.nanoseconds / 1000000000;
  testing_support_place.elapsed.nanoseconds %= 1000000000;
  testing_support_place.passed = 0;
  return passed;
}

static testing_support_time real_time(clockid_t clock) {
  struct timespec now = {0, 0};
  clock_gettime(clock, &now);
  return (testing_support_time){now.tv_sec, now.tv_nsec};
}

testing_support_epoch testing_support_epoch_now(void) {
#if defined(CLOCK_BOOTTIME)
  return (testing_support_epoch){real_time(CLOCK_BOOTTIME), real_time(CLOCK_MONOTONIC)};
#else
  return (testing_support_epoch){real_time(CLOCK_MONOTONIC), real_time(CLOCK_MONOTONIC)};
#endif
}

#if defined(__linux__)

#include <link.h>

typedef int (*clock_function)(clockid_t, struct timespec *);

static clock_function system_clock_function;
static uintptr_t library_start, library_end;

static int find_library(struct dl_phdr_info *info, size_t size, void *address) {
  uintptr_t start = UINTPTR_MAX, end = 0;
  for (int i = 0; i < info->dlpi_phnum; i += 1) {
    if (info->dlpi_phdr[i].p_type != PT_LOAD) continue;
    uintptr_t first = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    if (first < start) start = first;
    if (first + info->dlpi_phdr[i].p_memsz > end) end = first + info->dlpi_phdr[i].p_memsz;
  }
  if ((uintptr_t)address < start || (uintptr_t)address >= end) return 0;
  library_start = start;
  library_end = end;
  return 1;
}

__attribute__((constructor(101))) static void find_standard_clocks(void) {
  void *address = dlsym(RTLD_DEFAULT, "swift_task_getCurrent");
  if (address != NULL) dl_iterate_phdr(find_library, address);
}

static void add(struct timespec *sum, testing_support_time start) {
  int64_t nanoseconds = start.nanoseconds + testing_support_place.elapsed.nanoseconds + testing_support_place.passed;
  sum->tv_sec = start.seconds + testing_support_place.elapsed.seconds + nanoseconds / 1000000000;
  sum->tv_nsec = nanoseconds % 1000000000;
}

// The sanitizers bring a weak one of their own.
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define REPLACES_SYSTEM __attribute__((visibility("default")))
#else
#define REPLACES_SYSTEM __attribute__((weak, visibility("default")))
#endif

// The system's function of the same name, seen first by the dynamic linker: the standard library's clocks end here.
REPLACES_SYSTEM int clock_gettime(clockid_t clock, struct timespec *time) {
  uintptr_t caller = (uintptr_t)__builtin_return_address(0);
  if (testing_support_is_exact && testing_support_place.schedule != NULL && caller >= library_start && caller < library_end
      && (clock == CLOCK_BOOTTIME || clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW)) {
    if (testing_support_place.looks < looks_at_standing_clock) {
      testing_support_place.looks += 1;
    } else {
      testing_support_place.passed += nanoseconds_per_look;
    }
    add(time, clock == CLOCK_BOOTTIME ? testing_support_place.epoch.continuous : testing_support_place.epoch.suspending);
    return 0;
  }
  clock_function function = __atomic_load_n(&system_clock_function, __ATOMIC_ACQUIRE);
  if (function == NULL) {
    function = (clock_function)dlsym(RTLD_NEXT, "clock_gettime");
    __atomic_store_n(&system_clock_function, function, __ATOMIC_RELEASE);
  }
  return function(clock, time);
}

#endif
