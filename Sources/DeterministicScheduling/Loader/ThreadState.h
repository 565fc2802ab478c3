// What a thread knows of the schedule it works for. Private to this target.

#ifndef THREAD_STATE_H
#define THREAD_STATE_H

#include "DeterministicSchedulingLoader.h"

#include <stddef.h>

enum { claim_cache_size = 64 };

// A task that a thread creates for its schedule.
typedef struct {
  // The next job that is enqueued on the thread is the task's first, unless an executor of the user's may be asked to enqueue
  // it, and meanwhile makes others ready.
  bool is_active;
  bool may_leave_lane;
  // What the task, or the latest one that was created, begins with: an async function as the runtime is given it, and its
  // closure's context.
  const void *entry;
  const void *context;
} new_task;

typedef struct {
  void *schedule;
  // The strategy decides at hops too.
  bool explores_hops;
  // How many hops to actors the running task has made immediately since its turn began.
  uint32_t immediate_hops;
  bool has_lane_slot;
  testing_support_immediate_yields *immediate_yields;
  // The task that is being resumed after a yield, and the same once it has become ready.
  const void *awaited_task;
  const void *resumed_task;
  // Which stay on a lane this is, or zero; and how many there were.
  uint64_t occupancy;
  uint32_t occupancy_count;
  // The task that runs on an executor that is not the schedule's has gone back to the schedule.
  bool has_returned;
  // Actors that are known to be the schedule's.
  const void *claims[claim_cache_size];
  new_task creation;
  // A trial of the hooks, and the job that it has caught.
  bool is_trying;
  const void *caught;
  // How many initializers of globals are running on this thread, one inside the other.
  uint32_t initializers;
  // The tasks that were last found to be the schedule's, and not to be.
  uint64_t member;
  uint64_t stranger;

  // The schedule whose work outside it the thread runs, such as a block on a dispatch queue.
  void *work_schedule;
  // Which work of that schedule it is.
  uint64_t work_number;
  // Above zero while the scheduler itself starts work.
  uint32_t does_own_work;

  testing_support_epoch epoch;
  testing_support_time elapsed;
  uint32_t looks;
  // Whether looks are counted where real time passes, and since when, in real time.
  bool counts_in_real_time;
  testing_support_time standing_since;
  // Whether time passes on a lane no faster than it really does.
  enum { unknown_pace, free_pace, real_pace } pace;
  // Another thread runs the lane in this one's place: what time it is depends on that thread.
  bool has_lost_lane;
  // Of all schedules, how often time had passed beside their lanes when this thread was last told the time.
  uint64_t time_version;
  // A task of the schedule has asked Foundation or Dispatch for the real time.
  bool has_read_real_time;
  int64_t passed;
  bool has_looked;
} thread_state;

// Whether the toolchain is one whose runtime is known in every detail. Written before anything runs concurrently.
extern bool testing_support_is_exact;

extern _Thread_local thread_state testing_support_thread;

// A new task that is never made ready; null where tasks are not created by the runtime that is known.
const void *testing_support_task_that_never_runs(bool has_result);

// A task that is being created, and may begin before its creator knows it.
typedef struct testing_support_creation {
  void *schedule;
  uint64_t creator;
  const void *entry;
  const void *context;
  struct testing_support_creation *next;
} testing_support_creation;

// To be called around the creation of such a task.
void testing_support_begin_creation(testing_support_creation *creation);
void testing_support_end_creation(const testing_support_creation *creation);

// Tells the schedule of a task that is about to begin, if it is one of those.
void testing_support_adopt_new_task(const void *task, uint64_t id);

// Whether a task has not begun, and begins with an async function as the runtime is given it, and its closure's context.
bool testing_support_begins_with(const void *task, const void *entry, const void *context);

// The actor whose queue a job processes, or null.
const void *testing_support_processed_actor(const void *job);

// The context with which a task goes on in a function, or null if it goes on elsewhere.
const void *testing_support_context_of_task(const void *job, const void *function);

// Where a task continues that waits for its turn to hop, and the default actor that it hops to, or zero. False, and nothing
// is written, if it does not wait for that.
bool testing_support_hop_of_task(
  const void *task, const void **function, const void **context, uintptr_t *actor);

// Whether a thread has the lock of a task's status, as one that cancels the task has while it calls the handlers.
bool testing_support_is_status_locked(const void *task);

// Runs a job that resumes a task, and does nothing else.
void testing_support_run_resumption(const void *job);

// The number of a task.
uint64_t testing_support_id_of_task(const void *task);

// Where a job is about to go that the calling thread enqueues, for its schedule if it has one: to the schedule's own executors,
// to a default actor, which is claimed, or to an executor of the user's.
typedef enum { testing_support_to_lane, testing_support_to_actor, testing_support_to_executor } testing_support_destination;
testing_support_destination testing_support_prepare_to_enqueue(uintptr_t identity, uintptr_t implementation);

// Which work of which schedule it is.
typedef struct {
  void *schedule;
  uint64_t number;
} started_work;

// The calling thread begins to run work, and ends. Returns what it ran before.
started_work testing_support_enter_work(started_work work);
void testing_support_leave_work(started_work previous);

// How a mutex of the system's library begins.
typedef struct {
  int32_t lock;
  uint32_t count;
  int32_t owner;
} mutex_start;

// Which part of a lock that the system knows says who has it.
enum { futex_owner = 0x3FFFFFFF };

// What the schedule is told of; written once, before anything runs concurrently.
extern testing_support_callbacks testing_support_told;

// Whether an address is in the code of Dispatch, or nothing tells that code from other code.
bool testing_support_is_in_dispatch(const void *address);

// Whether an address is in the code of operation queues, as far as that is a library of its own.
bool testing_support_is_in_operation_queues(const void *address);

// Whether any schedule has begun and is not over.
bool testing_support_has_schedules(void);

#endif
