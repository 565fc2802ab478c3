// What a thread knows of the schedule it works for. Private to this target.

#ifndef PLACE_H
#define PLACE_H

#include "DeterministicSchedulingLoader.h"

#include <stddef.h>

enum { claim_cache_size = 64 };

typedef struct {
  void *schedule;
  // The strategy decides at hops too.
  bool explores_hops;
  bool has_place;
  // The task that runs on an executor that is not the schedule's has gone back to the schedule.
  bool has_returned;
  // Actors that are known to be the schedule's.
  const void *claims[claim_cache_size];

  testing_support_epoch epoch;
  testing_support_time elapsed;
  uint32_t looks;
  int64_t passed;
} thread_place;

// Whether the toolchain is one whose runtime is known in every detail. Written once, before anything runs concurrently.
extern bool testing_support_is_exact;

extern _Thread_local thread_place testing_support_place;

// The task that a job runs, or null; the same for the task of a number.
const void *testing_support_task_behind_job(const void *job);
uint64_t testing_support_id_of_task(const void *task);

#endif
