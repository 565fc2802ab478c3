// What a thread of a lane does: whether it uses a processor, waits in the system, or only waits for a processor.

#define _GNU_SOURCE
#include "ThreadState.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

int32_t testing_support_this_thread(void) {
  static _Thread_local int32_t id;
  if (id == 0) id = (int32_t)syscall(SYS_gettid);
  return id;
}

static bool read_line(int32_t id, const char *name, char *line, size_t size) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%d/%s", (int)id, name);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t count = read(file, line, size - 1);
  close(file);
  if (count <= 0) return false;
  line[count] = 0;
  return true;
}

// The letter behind the thread's name, which stands in parentheses and may hold any character.
static char state_of_thread(int32_t id) {
  char line[512];
  if (!read_line(id, "stat", line, sizeof line)) return 0;
  const char *end = strrchr(line, ')');
  return end != NULL && end[1] == ' ' ? end[2] : 0;
}

// The clock of a thread's processor time. The system's library would read it from memory that is gone if the thread has ended.
static clockid_t clock_of_thread(int32_t id) {
  enum { of_thread = 4, scheduled = 2 };
  return (clockid_t)(~(uint32_t)id << 3 | of_thread | scheduled);
}

// The sanitizers have locks of their own, for whose waits they enter the system themselves. Any memory access may take one, and on
// a busy machine its owner may have no processor: the code under test does not wait.
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)

extern char sanitizer_function __asm__("__sanitizer_set_report_path") __attribute__((weak));

static bool waits_for_sanitizer(int32_t thread) {
  char line[512];
  unsigned long code;
  Dl_info waiting, sanitizer;
  return read_line(thread, "syscall", line, sizeof line)
    && sscanf(line, "%*s %*s %*s %*s %*s %*s %*s %*s %lx", &code) == 1 && &sanitizer_function != NULL
    && dladdr((const void *)code, &waiting) && dladdr(&sanitizer_function, &sanitizer)
    && waiting.dli_fbase == sanitizer.dli_fbase;
}

#else

static bool waits_for_sanitizer(int32_t thread) { return false; }

#endif

testing_support_thread_activity testing_support_activity_of_thread(int32_t thread) {
  testing_support_thread_activity activity = {0, false, false};
  struct timespec used;
  if (clock_gettime(clock_of_thread(thread), &used) != 0) return activity;
  char state = state_of_thread(thread);
  activity.processor_time = (int64_t)used.tv_sec * 1000000000 + used.tv_nsec;
  activity.is_waiting = state == 'S' && !waits_for_sanitizer(thread);
  activity.is_known = state != 0;
  return activity;
}

int64_t testing_support_delay_of_thread(int32_t thread) {
  char line[128];
  long long used, delay;
  if (!read_line(thread, "schedstat", line, sizeof line) || sscanf(line, "%lld %lld", &used, &delay) != 2) return 0;
  return delay;
}

// The operations of the system call by which a thread waits.
enum { futex_operations = 0x7F, futex_lock_with_owner = 6, futex_lock_with_owner_2 = 13 };

// By a system call: the thread may have gone on, and the memory may be gone.
static bool read_memory(uintptr_t address, void *bytes, size_t size) {
  struct iovec local = {bytes, size}, remote = {(void *)address, size};
  return process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == (ssize_t)size;
}

static bool is_thread(int32_t id) {
  char line[64];
  return id > 0 && read_line(id, "comm", line, sizeof line);
}

testing_support_wait_kind testing_support_wait_of_thread(int32_t thread, int32_t *owner) {
  char line[512];
  long call;
  unsigned long address, operation, expected;
  if (!read_line(thread, "syscall", line, sizeof line)) return testing_support_wait_unknown;
  if (sscanf(line, "%ld %lx %lx %lx", &call, &address, &operation, &expected) != 4 || call < 0) {
    return testing_support_wait_unknown;
  }
  if (call != SYS_futex) return testing_support_wait_event;
  operation &= futex_operations;
  if (operation == futex_lock_with_owner || operation == futex_lock_with_owner_2) {
    uint32_t word;
    if (!read_memory(address, &word, sizeof word)) return testing_support_wait_unknown;
    *owner = (int32_t)(word & futex_owner);
  } else {
    // It waits for a change of this word; whoever releases the mutex may have changed it, but not yet resumed the thread.
    enum { has_waiters = 2 };
    mutex_start mutex;
    if ((uint32_t)expected != has_waiters || !read_memory(address, &mutex, sizeof mutex)) return testing_support_wait_unknown;
    *owner = mutex.owner;
  }
  return *owner == 0 || is_thread(*owner) ? testing_support_wait_lock : testing_support_wait_unknown;
}

#else

testing_support_wait_kind testing_support_wait_of_thread(int32_t thread, int32_t *owner) {
  return testing_support_wait_unknown;
}

int32_t testing_support_this_thread(void) {
  static int32_t count;
  static _Thread_local int32_t id;
  if (id == 0) id = __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED);
  return id;
}

testing_support_thread_activity testing_support_activity_of_thread(int32_t thread) {
  return (testing_support_thread_activity){0, false, false};
}

int64_t testing_support_delay_of_thread(int32_t thread) { return 0; }

#endif
