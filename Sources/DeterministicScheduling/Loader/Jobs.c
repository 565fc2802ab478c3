// The layout of jobs, tasks and default actors in the concurrency runtime of Swift 6.3 on 64-bit Linux. Used by no other.

#include "DeterministicSchedulingLoader.h"

#include <stddef.h>

enum {
  job_kind_offset = 0x20,
  job_flags_offset = 0x20,
  job_id_offset = 0x24,
  task_upper_id_offset = 0x90,
  task_innermost_record_offset = 0x68,
  processing_job_actor_offset = 0x40,
  actor_first_job_offset = 0x28,
};

enum { job_kind_task = 0, job_kind_processing = 193 };
enum { job_flag_has_name = 1 << 30 };
enum { record_kind_name = 6 };

static const void *pointer_at(const void *base, size_t offset) {
  return __atomic_load_n((const void *const *)((const char *)base + offset), __ATOMIC_ACQUIRE);
}

static uint32_t word_at(const void *base, size_t offset) { return *(const uint32_t *)((const char *)base + offset); }

static uint8_t kind_of(const void *job) { return *((const uint8_t *)job + job_kind_offset); }

static uint64_t id_of_task(const void *task) {
  return (uint64_t)word_at(task, job_id_offset) | (uint64_t)word_at(task, task_upper_id_offset) << 32;
}

uint64_t testing_support_task_of_job(const void *job) {
  switch (kind_of(job)) {
  case job_kind_task:
    return id_of_task(job);
  case job_kind_processing: {
    // Just scheduled by whoever put a job in the actor's queue; nobody takes one out before this job runs.
    const void *first = pointer_at(pointer_at(job, processing_job_actor_offset), actor_first_job_offset);
    return first != NULL && kind_of(first) == job_kind_task ? id_of_task(first) : 0;
  }
  default:
    return 0;
  }
}

extern const void *swift_task_getCurrent(void) __attribute__((swiftcall));

uint64_t testing_support_current_task(void) {
  const void *task = swift_task_getCurrent();
  return task == NULL ? 0 : id_of_task(task);
}

typedef struct task_record {
  size_t flags;
  const struct task_record *parent;
  const char *name;
} task_record;

const char *testing_support_name_of_new_task(const void *job) {
  if (kind_of(job) != job_kind_task || !(word_at(job, job_flags_offset) & job_flag_has_name)) return NULL;
  const task_record *record = pointer_at(job, task_innermost_record_offset);
  for (; record != NULL; record = record->parent) {
    if ((record->flags & 0xFF) == record_kind_name) return record->name;
  }
  return NULL;
}
