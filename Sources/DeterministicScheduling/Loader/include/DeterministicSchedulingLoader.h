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
bool testing_support_explores_hops(void);
void testing_support_set_explores_hops(bool explores);

/// The executor at which a task waits for its turn to hop.
void testing_support_set_turnstile(uintptr_t identity, uintptr_t implementation);

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

/// Whether the standard library's clocks ask this library for the time.
bool testing_support_controls_clocks(void);

// Which tasks belong to a schedule: a filter that is asked before any lock is taken.

void testing_support_filter_insert(uint64_t task);
void testing_support_filter_remove(uint64_t task);
/// False if the task surely belongs to no schedule.
bool testing_support_filter_may_contain(uint64_t task);

// The runtime's jobs, on the one toolchain whose layout is known.

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

/// Whether a task runs, or is about to, on any thread.
bool testing_support_is_task_active(const void *task);

/// Puts a function in the runtime's hook of a given name, where there is one.
bool testing_support_set_hook(const char *name, const void *function);

#pragma clang assume_nonnull end

#endif
