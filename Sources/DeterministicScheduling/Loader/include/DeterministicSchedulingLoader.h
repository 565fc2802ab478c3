// What the scheduler needs and Swift cannot say: a thread's own variables, an installation at image load, and the
// layout of the runtime's jobs.

#ifndef DETERMINISTIC_SCHEDULING_LOADER_H
#define DETERMINISTIC_SCHEDULING_LOADER_H

#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// The thread's place in a schedule.

/// The schedule whose job the calling thread runs, or null.
void *_Nullable testing_support_current_schedule(void);

/// Makes the calling thread work for a schedule, or, with null, for none, and returns the one it worked for before.
void *_Nullable testing_support_enter_schedule(void *_Nullable schedule);

/// Whether the schedule of the calling thread decides at every hop to an actor.
void testing_support_set_explores_hops(bool explores);

/// Whether the calling thread runs a lane, and so has one of the lanes' places.
bool testing_support_has_place(void);
void testing_support_set_has_place(bool has_place);

/// Keeps the memory of an actor that a schedule has claimed from being used again, but not the actor.
void testing_support_keep_memory_of_actor(const void *actor);
void testing_support_let_go_of_actor(const void *actor);
/// Whether an actor whose memory is kept is gone.
bool testing_support_is_actor_gone(const void *actor);

/// What the schedule is told of hops and of executors that are not its own.
typedef struct {
  /// The executors that are the schedule's.
  uintptr_t main_lane;
  uintptr_t turnstile;
  uintptr_t turnstile_implementation;
  /// A task is about to hop to a default actor. Returns whether the actor is the schedule's from now on.
  bool (*_Nonnull claim)(void *schedule, const void *actor, bool may_wait);
  /// A task is about to hop to an executor that is not the schedule's.
  void (*_Nonnull depart)(void *schedule, const void *task, uint64_t id);
  /// A task was created on such an executor.
  void (*_Nonnull create)(void *schedule, const void *task, uint64_t id);
  /// A task begins to run there. Returns its schedule, kept alive, if it has one.
  void *_Nullable (*_Nonnull arrive)(void *_Nullable schedule, const void *task, uint64_t id);
  /// A task has run there. It is over there if it has ended or gone back to the schedule.
  void (*_Nonnull leave)(void *schedule, const void *task, uint64_t id, bool is_over);
  /// The schedule that was kept alive need be no longer.
  void (*_Nonnull let_go)(void *schedule);
} testing_support_callbacks;

void testing_support_set_callbacks(testing_support_callbacks callbacks);

// Virtual time, as the standard library's clocks tell it on the calling thread.

typedef struct {
  int64_t seconds;
  int64_t nanoseconds;
} testing_support_time;

/// What the real clocks show when a schedule begins.
typedef struct {
  testing_support_time continuous;
  testing_support_time suspending;
} testing_support_epoch;

testing_support_epoch testing_support_epoch_now(void);

/// Sets the virtual time of the calling thread: so long after the epoch.
void testing_support_set_time(testing_support_epoch epoch, testing_support_time elapsed);

/// How much time has passed on the calling thread, since it was set, by looking at the clock again and again; in
/// nanoseconds. Reading it sets it back to zero.
int64_t testing_support_take_passed_time(void);

// Which tasks belong to a schedule: a filter that is asked before any lock is taken.

void testing_support_filter_insert(uint64_t task);
void testing_support_filter_remove(uint64_t task);
/// False if the task surely belongs to no schedule.
bool testing_support_filter_may_contain(uint64_t task);

/// Tells that a schedule begins, or is over.
void testing_support_count_schedules(int difference);

/// True, for nearly every job of ordinary code, if the calling thread runs no deterministic test and the job is of none.
bool testing_support_is_ordinary(const void *job);

// The runtime's jobs, on the one toolchain whose layout is known.

/// Tells that the runtime is the one whose layout is known, and whose functions and clocks are replaced.
void testing_support_use_known_layout(void);

/// The number of the task that a job will run: its own, or for a job that lets an actor process its queue, that of the
/// latest task in the queue. Zero if there is none.
uint64_t testing_support_task_of_job(const void *job);

/// The number of the task that the calling thread runs, or zero.
uint64_t testing_support_current_task(void);

/// The name of a task that has not yet begun to run, or null.
const char *_Nullable testing_support_name_of_new_task(const void *job);

/// Whether the end of a job's task can be told.
bool testing_support_can_tell_end_of_task(const void *job);

/// To be called around the running of a job: the first gives back the task whose end the second tells, or null; the
/// second the number of the task if it has ended, or zero.
const void *_Nullable testing_support_begin_running(const void *job);
uint64_t testing_support_end_running(const void *task);

/// Whether a task has not ended yet.
bool testing_support_is_task_unfinished(const void *task);

/// Whether a task runs, or is about to, on any thread.
bool testing_support_is_task_active(const void *task);

/// The runtime's own function behind the hook for the default executor, remembered when it is first called.
void testing_support_remember_original_enqueue(const void *function);
const void *_Nullable testing_support_original_enqueue(void);

/// Puts a function in the runtime's hook of a given name, where there is one.
bool testing_support_set_hook(const char *name, const void *function);

#pragma clang assume_nonnull end

#endif
