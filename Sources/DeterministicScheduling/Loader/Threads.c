// What a thread of a lane does: whether it uses a processor, waits in the system, or only waits for a processor.

#define _GNU_SOURCE
#include "ThreadState.h"

#if defined(__linux__)

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

testing_support_thread_reference testing_support_this_thread(void) {
  static _Thread_local int32_t id;
  if (id == 0) id = (int32_t)syscall(SYS_gettid);
  return (testing_support_thread_reference){(uintptr_t)pthread_self(), id};
}

// The letter behind the thread's name, which stands in parentheses and may hold any character.
static char state_of_thread(int32_t id) {
  char path[64], line[512];
  snprintf(path, sizeof path, "/proc/self/task/%d/stat", (int)id);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, line, sizeof line - 1);
  close(file);
  if (count <= 0) return 0;
  line[count] = 0;
  const char *end = strrchr(line, ')');
  return end != NULL && end[1] == ' ' ? end[2] : 0;
}

testing_support_thread_activity testing_support_activity_of_thread(testing_support_thread_reference thread) {
  testing_support_thread_activity activity = {0, false, false};
  clockid_t clock;
  struct timespec used;
  if (pthread_getcpuclockid((pthread_t)thread.handle, &clock) != 0 || clock_gettime(clock, &used) != 0) return activity;
  char state = state_of_thread(thread.id);
  activity.processor_time = (int64_t)used.tv_sec * 1000000000 + used.tv_nsec;
  activity.is_waiting = state == 'S';
  activity.is_known = state != 0;
  return activity;
}

#else

testing_support_thread_reference testing_support_this_thread(void) {
  static int32_t count;
  static _Thread_local int32_t id;
  if (id == 0) id = __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED);
  return (testing_support_thread_reference){0, id};
}

testing_support_thread_activity testing_support_activity_of_thread(testing_support_thread_reference thread) {
  return (testing_support_thread_activity){0, false, false};
}

#endif
