// What the scheduler needs and Swift cannot say: a thread's own variables, an installation at image load, and the
// layout of the runtime's jobs.

#ifndef DETERMINISTIC_SCHEDULING_LOADER_H
#define DETERMINISTIC_SCHEDULING_LOADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// The thread's place in a schedule.

/// The schedule whose job the calling thread runs, or null.
void *_Nullable testing_support_current_schedule(void);

/// The schedule that the calling thread runs a task of, or null: a lane also runs what ordinary tasks have queued on an
/// actor that both use.
void *_Nullable testing_support_acting_schedule(void);

/// Whether the running task is of the schedule that the thread runs; of any schedule if it runs none.
bool testing_support_is_task_of_schedule(void);
/// Whether the running task is of any schedule, whichever the thread runs.
bool testing_support_is_task_of_any_schedule(void);

/// Whether running code is to see the schedule's main executor.
bool testing_support_sees_main_lane(void);

/// Makes the running task act for the calling thread's schedule, though it is none of it.
void testing_support_act_for_schedule(void);

/// Whether the job that is being enqueued is the first one of a task that is being created for the schedule; true once.
bool testing_support_take_creation(const void *job);

/// Makes the calling thread work for a schedule, or, with null, for none, and returns the one it worked for before.
void *_Nullable testing_support_enter_schedule(void *_Nullable schedule);

/// Whether the schedule of the calling thread decides at every hop to an actor.
void testing_support_set_explores_hops(bool explores);

/// A task of the calling thread's schedule is about to take its turn.
void testing_support_begin_turn(void);

/// Whether the calling thread runs a lane, and so has one of the lanes' slots.
bool testing_support_has_lane_slot(void);
void testing_support_set_has_lane_slot(bool has_lane_slot);

/// The task that a thread runs is held from now on, or no longer.
void testing_support_set_held(int32_t thread, bool is_held);

/// The thread of a held task, which is the calling one, waits until the task is released from now on, or no longer.
void testing_support_set_waiting(int32_t thread, bool waits);

/// The number of the calling thread, as another thread may ask about it, even if the thread has ended.
int32_t testing_support_this_thread(void);

/// What a thread has done until now.
typedef struct {
  /// The processor time that it has used, in nanoseconds.
  int64_t processor_time;
  /// Whether it waits in the system for something else than a processor.
  bool is_waiting;
  /// Whether the system can tell.
  bool is_known;
} testing_support_thread_activity;

testing_support_thread_activity testing_support_activity_of_thread(int32_t thread);

/// For how long a thread has waited for a processor until now, in nanoseconds; zero if the system cannot tell. What it waits now
/// counts once it has one.
int64_t testing_support_delay_of_thread(int32_t thread);

/// What a thread waits for that waits in the system.
typedef enum __attribute__((enum_extensibility(closed))) {
  testing_support_wait_unknown,
  /// A lock, which another thread has.
  testing_support_wait_lock,
  /// Something that no thread has, such as the end of a sleep, or data.
  testing_support_wait_event,
} testing_support_wait_kind;

/// - Parameter owner: Set to the number of the thread that has the lock; zero while it is about to be released.
testing_support_wait_kind testing_support_wait_of_thread(int32_t thread, int32_t *owner);

/// Begins a stay of the calling thread on a lane, and returns its number, unique in the process.
uint64_t testing_support_begin_occupancy(int32_t thread);
void testing_support_end_occupancy(void);
/// The stay of the calling thread, or zero.
uint64_t testing_support_occupancy(void);

/// Keeps the memory of an object from being used again, such as that of an actor that a schedule has claimed, but not the
/// object.
void testing_support_keep_memory(const void *object);
void testing_support_let_go_of_memory(const void *object);
/// Whether a task runs on one of these default actors, or waits in its queue. In one call, since a test may have thousands.
bool testing_support_is_any_actor_busy(const uintptr_t *actors, size_t count);
/// Whether an actor whose memory is kept is gone.
bool testing_support_is_actor_gone(const void *actor);

/// What a test starts outside its schedule.
typedef enum __attribute__((enum_extensibility(closed))) {
  testing_support_started_block,
  testing_support_started_thread,
  /// Is called once or often: by an event source, when a group or a work item has ended, or with what was read.
  testing_support_event_handler,
  /// Is called when an event source was cancelled.
  testing_support_cancel_handler,
  /// Is called when a channel has been closed.
  testing_support_cleanup_handler,
  /// Is called once an operation queue has started it.
  testing_support_added_operation,
  /// May be called, or never. Its number is 0.
  testing_support_made_item,
} testing_support_work_kind;

/// What the schedule is told of tasks, of hops and of executors that are not its own.
typedef struct {
  /// The executors that are the schedule's.
  uintptr_t main_lane;
  uintptr_t turnstile;
  uintptr_t turnstile_implementation;
  /// The process's default executor.
  uintptr_t router;
  /// Whether a task is of a schedule, or, if that is null, of any.
  bool (*_Nonnull owns)(void *_Nullable schedule, uint64_t id);
  /// A task was created for a schedule, or, if that is null, for that of the task that created it, and is not known yet.
  void (*_Nonnull adopt)(void *_Nullable schedule, uint64_t creator, const void *task, uint64_t id);
  /// A task of a schedule that explores orders has created another one, and may be held.
  void (*_Nonnull hold)(void *schedule, const void *task, uint64_t id);
  /// A task of a schedule needs a lock that the thread of a held task may have, or of which nobody knows who has it, where
  /// `owner` is 0. Returns whether a held task has continued meanwhile, so that the lock may be free now.
  bool (*_Nonnull wait_for_held)(void *schedule, int32_t owner);
  /// A task of a schedule leaves the scope of an `async let` that has not ended, and so cancels it.
  void (*_Nonnull cancel_child)(void *schedule, uint64_t id);
  /// The scope of an `async let` ends, and the memory of its task is about to.
  void (*_Nonnull end_scope)(uint64_t id);
  /// A task of a schedule is awaited.
  void (*_Nonnull await_result)(uint64_t id);
  /// Sets the virtual time of the calling thread to that of a task's schedule.
  void (*_Nonnull set_time)(uint64_t id);
  /// An actor serves tasks of the schedule and ordinary ones, or a task prefers an executor of the user's: tasks of the
  /// schedule may run where nobody is told.
  void (*_Nonnull share)(void *schedule);
  void (*_Nonnull share_by_task)(uint64_t id);
  void (*_Nonnull share_actor)(uintptr_t actor);
  /// A task is about to hop to a default actor. Returns whether the actor is the schedule's from now on.
  bool (*_Nonnull claim)(void *schedule, const void *actor, bool may_wait);
  /// A task is about to hop to an executor that is not the schedule's.
  void (*_Nonnull depart)(void *schedule, uint64_t id);
  /// A task begins to run there. Returns its schedule, retained, if it has one; or ``testing_support_never_again``.
  void *_Nullable (*_Nonnull arrive)(uint64_t id);
  /// A task has run there. It is over there if it has ended or gone back to the schedule.
  void (*_Nonnull leave)(void *schedule, uint64_t id, bool is_over);
  /// An isolated deinitializer is about to be enqueued, on an actor, or on an executor of the user's, for a schedule, or, if
  /// that is null, for the task's. Returns the schedule, retained, and the deinitializer's number; null if nobody is to be told
  /// of its end.
  void *_Nullable (*_Nonnull begin_deinit)(
    void *_Nullable schedule, uint64_t task, bool is_on_actor, uint64_t *number);
  /// It has run. Releases the schedule.
  void (*_Nonnull end_deinit)(void *schedule, uint64_t number);
  /// A schedule that was retained need be no longer.
  void (*_Nonnull let_go)(void *schedule);
  /// A test starts work: a block, to run after so many nanoseconds, a thread, or a handler, of an event source or of
  /// anything else. Retains the schedule, and returns the number of the work.
  uint64_t (*_Nonnull begin_work)(
    void *schedule, testing_support_work_kind kind, int64_t delay, const void *_Nullable source);
  /// Work that a test has started outside creates a task, which belongs to no test.
  void (*_Nonnull note_task_of_work)(void *schedule);
  /// A test is about to enqueue a block on the main queue.
  void (*_Nonnull note_main_block)(void *schedule);
  /// The same, of one that can be enqueued later. Returns whether it is kept: then it is enqueued with
  /// `testing_support_enqueue_on_main` once the main-actor jobs before it have run.
  bool (*_Nonnull keep_main_block)(void *schedule, void *started);
  /// A test sets the timer of an event source, to go off after so many nanoseconds and then again and again; never if
  /// that is negative.
  void (*_Nonnull set_timer)(void *schedule, const void *source, int64_t delay, int64_t interval);
  /// A handler has returned, and may be called again.
  void (*_Nonnull end_call)(void *schedule, uint64_t number);
  /// The block or the thread has ended, or the handler was released. Releases the schedule.
  void (*_Nonnull end_work)(void *schedule, uint64_t number);
  /// Sets the virtual time of the calling thread to that of a schedule, unless it is later already. Returns whether the
  /// schedule is not over yet.
  bool (*_Nonnull show_time)(void *schedule);
  /// The calling thread has looked at a clock that stood still for so many nanoseconds. It works for the schedule, or runs the
  /// task. Returns whether a lane lets no more time pass than really does.
  bool (*_Nonnull pass_time)(void *_Nullable schedule, uint64_t task, int64_t nanoseconds);
  /// Which channel a cleanup handler is that of, and that a channel is closed.
  void (*_Nonnull set_channel)(void *schedule, uint64_t number, const void *channel);
  void (*_Nonnull close_channel)(void *schedule, const void *channel);
  /// A thread that works for a schedule is about to throw an error, from the first of these frames.
  void (*_Nonnull note_error)(
    void *schedule, const void *error, const void *_Nullable const *_Nonnull frames, int count);
} testing_support_callbacks;

/// Stands for the schedule of a task that has outlived its test: it never runs again.
#define testing_support_never_again ((void *)1)
void *testing_support_never_again_marker(void);

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
  testing_support_time date;
  /// Whether dates follow virtual time too.
  bool has_virtual_dates;
} testing_support_epoch;

testing_support_epoch testing_support_epoch_now(void);

/// What they show when some virtual time has elapsed since another epoch.
testing_support_epoch testing_support_epoch_after(testing_support_epoch epoch, testing_support_time elapsed);

/// Sets the virtual time of the calling thread: so long after the epoch.
void testing_support_set_time(testing_support_epoch epoch, testing_support_time elapsed);

/// The same, unless the thread shows a later time.
void testing_support_set_time_forward(testing_support_epoch epoch, testing_support_time elapsed);

/// Sets the virtual time of the calling thread, and goes on counting looks where it is the time that the thread shows.
void testing_support_show_time(testing_support_epoch epoch, testing_support_time elapsed);

/// What the calling thread shows: how much time has passed since the epoch.
testing_support_time testing_support_shown_time(void);

/// Another thread runs the lane in the calling one's place, which is told the time at each look from now on.
void testing_support_lose_lane(void);

/// Time has passed beside the lane of a schedule, or a thread has lost its lane: threads that run a schedule's tasks ask for
/// the time at their next look.
void testing_support_note_time_beside_lane(void);

/// Counts a look at the virtual time: after many of them while it stands still, each lets some time pass.
void testing_support_look_at_time(void);

/// Whether the calling thread has looked at the time since this was asked last.
bool testing_support_take_look(void);

/// Whether a task of the calling thread's schedule has asked for the real time, as `Date()` does, since this was last asked.
bool testing_support_take_real_time(void);

/// How many looks the calling thread has counted since its virtual time was set. They belong to the schedule, which takes
/// them along to the next thread: when time passes for a loop must not depend on the threads that run it.
uint32_t testing_support_looks(void);
void testing_support_set_looks(uint32_t looks);

/// The calling thread asks its schedule again whether it lets no more time pass than really does.
void testing_support_forget_pace(void);

/// How much time has passed on the calling thread, since it was set, by looking at the clock again and again; in
/// nanoseconds. Reading it sets it back to zero.
int64_t testing_support_take_passed_time(void);

// Which tasks belong to a schedule: a filter that is asked before any lock is taken.

void testing_support_filter_insert(uint64_t task);
void testing_support_filter_remove(uint64_t task);
/// False if the task surely belongs to no schedule.
bool testing_support_filter_may_contain(uint64_t task);

/// The same for the actors that schedules have claimed.
void testing_support_filter_count_actor(uintptr_t actor, int difference);
bool testing_support_filter_may_contain_actor(uintptr_t actor);

/// Tells that a schedule begins, or is over.
void testing_support_count_schedules(int difference);

/// True, for nearly every job of ordinary code, if the calling thread runs no deterministic test and the job is of none.
bool testing_support_is_ordinary(const void *job);

// The work that a test starts outside its schedule.

/// Whether blocks on dispatch queues, and threads, are seen.
bool testing_support_sees_started_work(void);

/// Enqueues a block that was kept.
void testing_support_enqueue_on_main(void *started);

/// Whether the calling thread runs work that a test of the schedule has started outside it.
bool testing_support_runs_work(const void *schedule);

/// The number of the work of a schedule that the calling thread runs, or zero.
uint64_t testing_support_running_work(const void *schedule);

/// To be called around what the scheduler itself starts, which is no work of a test.
void testing_support_begin_own_work(void);
void testing_support_end_own_work(void);

// What the exact engine stands on.

/// The name of the first function that should have been replaced and has not been, or null.
const char *_Nullable testing_support_missing_replacement(void);

/// The version of the layout that the concurrency runtime says it has, or zero.
uint32_t testing_support_layout_version(void);

/// Whether a trial task's number, kind and status are read where the layout has them.
bool testing_support_reads_trial_task(void);

/// What the environment variable `TESTING_SUPPORT_SCHEDULING` says. An unknown value is like none.
typedef enum __attribute__((enum_extensibility(closed))) {
  testing_support_scheduling_unset,
  testing_support_scheduling_exact,
  testing_support_scheduling_ordered,
  testing_support_scheduling_best_effort,
  testing_support_scheduling_unavailable,
  testing_support_scheduling_unknown,
} testing_support_scheduling_setting;

testing_support_scheduling_setting testing_support_scheduling(void);
testing_support_scheduling_setting testing_support_parse_scheduling(const char *_Nullable value);

/// Whether it requests no less than the exact engine.
bool testing_support_allows_exact_engine(void);

/// What the environment variable `TESTING_SUPPORT_HASHING` says. An unknown value is like none.
typedef enum __attribute__((enum_extensibility(closed))) {
  testing_support_hashing_unset,
  testing_support_hashing_fixed,
  testing_support_hashing_random,
  testing_support_hashing_unknown,
} testing_support_hashing_setting;

testing_support_hashing_setting testing_support_hashing(void);
testing_support_hashing_setting testing_support_parse_hashing(const char *_Nullable value);

/// Whether dictionaries and sets have the same order in every process.
bool testing_support_is_hashing_fixed(void);

// The runtime's jobs, on the one toolchain whose layout is known.

/// Tells whether the runtime is the one whose layout is known, and whose functions and clocks are replaced.
void testing_support_use_known_layout(bool is_known);

/// The task that a job will run: its own, or for a job that lets an actor process its queue, the latest in the queue.
const void *_Nullable testing_support_task_behind_job(const void *job);

/// The default actor that a job waits for, or zero: a job that lets an actor process its queue, or a task that waits for
/// its turn to hop there. `holds_others` becomes true if the task comes from another serial executor: what begins to wait
/// later then comes after it.
uintptr_t testing_support_awaited_actor(const void *_Nonnull job, bool *_Nonnull holds_others);
uint8_t testing_support_priority_of_job(const void *job);

/// The running task, if it has resumed the task that is being enqueued, and may be held there; or null.
const void *_Nullable testing_support_task_that_resumes(const void *job);

/// Whether a job is a task, and not one that lets an actor process its queue or the like.
bool testing_support_is_task(const void *job);

/// Whether a task is another one's child, which that one waits for and cancels.
bool testing_support_is_child_task(const void *task);

void testing_support_cancel_task(const void *task);

/// Makes a task that runs, and was cancelled, one that is not: its next sleep suspends it, in place of returning at once.
///
/// - Returns: Whether it is such a task.
bool testing_support_take_back_cancellation(const void *_Nonnull task);
void testing_support_retain_task(const void *task);
void testing_support_release_task(const void *task);

/// The number of the task that a job will run: its own, or for a job that lets an actor process its queue, that of the
/// latest task in the queue. Zero if there is none.
uint64_t testing_support_task_of_job(const void *job);

/// The number of the task that the calling thread runs, or zero.
uint64_t testing_support_current_task(void);

/// The name of a task that has not yet begun to run, or null.
const char *_Nullable testing_support_name_of_new_task(const void *job);

/// Where in the code a job goes on: the function and, for a task that has not begun, what its closure has captured first.
/// That is the closure of the user's where the function is only there to call it, behind its result's type if it is
/// generic. Null if it is not known.
typedef struct {
  const void *_Nullable function;
  const void *_Nullable captures[2];
} testing_support_code_reference;

testing_support_code_reference testing_support_code_of_job(const void *job);

/// The same for the task that the calling thread creates.
testing_support_code_reference testing_support_code_of_new_task(void);

/// Where a suspended task continues, and where the functions do that await it there, one after the other.
///
/// - Returns: How many addresses were written to `frames`.
int testing_support_frames_of_task(const void *_Nonnull task, const void *_Nullable *_Nonnull frames, int capacity);

/// Tells schedules, from now on, of the errors that are thrown on their threads. To be called once.
void testing_support_note_thrown_errors(void);

/// The default actor at which a job continues, or null. False if it is not sure that the job's task continues in this step,
/// since others may be in the actor's queue.
bool testing_support_actor_of_job(const void *_Nonnull job, const void *_Nullable *_Nonnull actor);

/// Whether a task was cancelled.
bool testing_support_is_task_cancelled(const void *task);

/// Whether a task is being cancelled at this moment, so that what makes it ready is a cancellation handler.
bool testing_support_is_being_cancelled(const void *job);

/// Learns how tasks begin. To be called once, on the toolchain whose layout is known.
void testing_support_learn_task_entries(void);

/// Writes the name of the function at an address, with its types, into a buffer. False if it is not known.
bool testing_support_name_of_function(const void *address, char *buffer, size_t capacity);

/// The line of source code that the code at an address was compiled from, and the name of its file; zero if it is not known.
///
/// - Parameter is_call: Whether the address is in a call; otherwise a function goes on there.
uint32_t testing_support_line_of_code(const void *address, bool is_call, char *file, size_t capacity);

/// The task that runs, as far as its state is known; null otherwise.
const void *_Nullable testing_support_running_task(void);

/// Lets other threads run.
void testing_support_yield_processor(void);

/// Waits until a task that is about to suspend has done so.
void testing_support_wait_for_suspension(const void *_Nullable task);

/// Whether the end of a job's task can be told.
bool testing_support_can_tell_end_of_task(const void *job);

/// Whether a job is the task of an `async let`, which lies in its parent's memory.
bool testing_support_is_async_let(const void *job);

/// To be called around the running of a job: the first gives back the task whose end the second tells, or null; the
/// second the number of the task if it has ended, or zero.
const void *_Nullable testing_support_begin_running(const void *job);
uint64_t testing_support_end_running(const void *task);

/// Whether a task has not ended yet.
bool testing_support_is_task_unfinished(const void *task);

/// The error with which a task has ended that is none of another one's children; or null.
const void *_Nullable testing_support_error_of_task(const void *task);

/// Tells that a schedule begins that is told whose results are awaited, or is over.
void testing_support_count_result_observers(int difference);

/// Whether a task runs, or is about to, on any thread.
bool testing_support_is_task_active(const void *task);
/// The default actor in whose queue a task is that does not run, or zero.
uintptr_t testing_support_actor_of_queued_task(const void *task);
/// Whether a default actor runs a task, on any thread. Its memory has to be kept.
bool testing_support_is_actor_running(const void *actor);
/// Whether a task runs on any thread.
bool testing_support_is_task_running(const void *task);
/// Learns from a task that has yielded, and from the job that resumes it, how such tasks are recognized.
void testing_support_learn_yield(const void *task, const void *job);
/// Whether a task has yielded, and has not gone on. What resumes it is a job that may be on any executor.
bool testing_support_has_task_yielded(const void *task);

/// Whether, and how often, a schedule's task may go on immediately when it yields: read and written by its lane's thread, and
/// forbidden by any.
typedef struct {
  void *_Nullable schedule;
  uint32_t left;
  uint32_t count;
} testing_support_immediate_yields;

void testing_support_allow_immediate_yields(testing_support_immediate_yields *yields, uint32_t count);
void testing_support_forbid_immediate_yields(testing_support_immediate_yields *yields);
/// How many there were since they were last taken. To be taken by the lane's thread alone.
uint32_t testing_support_count_of_immediate_yields(const testing_support_immediate_yields *yields);
uint32_t testing_support_take_immediate_yields(testing_support_immediate_yields *yields);
/// Makes the calling thread run the lane of the schedule that they belong to, or, with null, none.
void testing_support_set_immediate_yields(testing_support_immediate_yields *_Nullable yields);
/// The task that a job resumes which does nothing else, as that of a yield; null for any other job.
const void *_Nullable testing_support_resumed_task(const void *job);
/// Takes a job that is part of a yield: of one that may go on immediately, so that the running task is resumed before it has
/// suspended, or of one whose task the calling thread is about to run.
bool testing_support_take_yield(const void *job);
/// To be called around the running of a job that resumes a task after a yield: the task does not become ready, but is given
/// back by the second; null if it has become ready elsewhere.
void testing_support_await_resumption(const void *job);
const void *_Nullable testing_support_take_resumption(void);

/// The runtime's own function behind the hook for the default executor, remembered when it is first called.
void testing_support_remember_original_enqueue(const void *function);
const void *_Nullable testing_support_original_enqueue(void);

/// Puts a function in the runtime's hook of a given name, where there is one.
bool testing_support_set_hook(const char *name, const void *function);

/// From now on, nothing but what the runtime's hook for jobs holds at this moment is to be there.
void testing_support_watch_enqueue_hook(void);

/// Looks whether the hook holds what another library has put there.
void testing_support_check_enqueue_hook(void);

/// Does the same, and returns how often it did.
uint64_t testing_support_foreign_hooks(void);

/// Returns what a name stands for in this process, or NULL.
const void *_Nullable testing_support_symbol(const char *name);

// Trials of the hooks, which catch what the calling thread enqueues meanwhile.

void testing_support_begin_trial(void);
/// Keeps the job if the calling thread has a trial that has not caught one.
bool testing_support_catch_in_trial(const void *job);
/// Ends the trial, and returns the job that was caught, if any.
const void *_Nullable testing_support_end_trial(void);

#pragma clang assume_nonnull end

#endif
