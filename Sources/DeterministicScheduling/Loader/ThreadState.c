#include "ThreadState.h"

#include <string.h>

_Thread_local thread_state testing_support_thread;

void *testing_support_current_schedule(void) { return testing_support_thread.schedule; }

void *testing_support_enter_schedule(void *schedule) {
  thread_state *place = &testing_support_thread;
  void *previous = place->schedule;
  if (schedule != previous) {
    memset(place->claims, 0, sizeof place->claims);
    place->member = 0;
    place->stranger = 0;
    // It asks for the time at its next look, and is told whether it has lost its lane.
    place->has_lost_lane = false;
    place->time_version = 0;
  }
  place->schedule = schedule;
  return previous;
}

started_work testing_support_enter_work(started_work work) {
  thread_state *thread = &testing_support_thread;
  started_work previous = {thread->work_schedule, thread->work_number};
  thread->work_schedule = work.schedule;
  thread->work_number = work.number;
  if (thread->schedule == NULL) {
    thread->looks = 0;
    thread->passed = 0;
  }
  return previous;
}

void testing_support_leave_work(started_work previous) {
  testing_support_thread.work_schedule = previous.schedule;
  testing_support_thread.work_number = previous.number;
}

void testing_support_set_explores_hops(bool explores) { testing_support_thread.explores_hops = explores; }

bool testing_support_has_lane_slot(void) { return testing_support_thread.has_lane_slot; }

void testing_support_set_has_lane_slot(bool has_lane_slot) { testing_support_thread.has_lane_slot = has_lane_slot; }

uint64_t testing_support_occupancy(void) { return testing_support_thread.occupancy; }

uint64_t testing_support_begin_occupancy(int32_t thread) {
  thread_state *state = &testing_support_thread;
  state->occupancy_count += 1;
  state->occupancy = (uint64_t)(uint32_t)thread << 32 | state->occupancy_count;
  state->has_lost_lane = false;
  return state->occupancy;
}

void testing_support_end_occupancy(void) {
  testing_support_thread.occupancy = 0;
  testing_support_thread.has_lost_lane = false;
}

testing_support_callbacks testing_support_told;

void testing_support_set_callbacks(testing_support_callbacks callbacks) { testing_support_told = callbacks; }

extern const void *swift_task_getCurrent(void) __attribute__((swiftcall));

// A thread that runs a schedule's lane also runs what ordinary tasks have queued on an actor that both use. So it is the
// running task that decides, not the thread.
void *testing_support_acting_schedule(void) {
  thread_state *thread = &testing_support_thread;
  if (thread->schedule == NULL || !testing_support_is_exact) return thread->schedule;
  const void *task = swift_task_getCurrent();
  if (task == NULL) return thread->schedule;
  uint64_t id = testing_support_id_of_task(task);
  if (id == thread->member) return thread->schedule;
  if (id == thread->stranger) return NULL;
  if (testing_support_filter_may_contain(id) && testing_support_told.owns(thread->schedule, id)) {
    thread->member = id;
    return thread->schedule;
  }
  thread->stranger = id;
  testing_support_told.share(thread->schedule);
  return NULL;
}

void testing_support_act_for_schedule(void) { testing_support_thread.member = testing_support_current_task(); }

bool testing_support_is_task_of_schedule(void) {
  if (testing_support_thread.schedule != NULL) return testing_support_acting_schedule() != NULL;
  return testing_support_is_task_of_any_schedule();
}

bool testing_support_is_task_of_any_schedule(void) {
  if (testing_support_acting_schedule() != NULL) return true;
  if (!testing_support_is_exact || !testing_support_has_schedules()) return false;
  const void *task = swift_task_getCurrent();
  if (task == NULL) return false;
  uint64_t id = testing_support_id_of_task(task);
  return testing_support_filter_may_contain(id) && testing_support_told.owns(NULL, id);
}

bool testing_support_sees_main_lane(void) {
  if (testing_support_thread.is_trying) return true;
  return testing_support_thread.initializers == 0 && testing_support_is_task_of_schedule();
}

bool testing_support_take_creation(const void *job) {
  new_task *creation = &testing_support_thread.creation;
  if (!creation->is_active) return false;
  if (creation->may_leave_lane) {
    const void *task = testing_support_task_behind_job(job);
    if (task == NULL || !testing_support_begins_with(task, creation->entry, creation->context)) return false;
  }
  creation->is_active = false;
  return true;
}

void testing_support_begin_trial(void) {
  testing_support_thread.is_trying = true;
  testing_support_thread.caught = NULL;
}

bool testing_support_catch_in_trial(const void *job) {
  if (!testing_support_thread.is_trying || testing_support_thread.caught != NULL) return false;
  testing_support_thread.caught = job;
  return true;
}

const void *testing_support_end_trial(void) {
  testing_support_thread.is_trying = false;
  return testing_support_thread.caught;
}

void *testing_support_never_again_marker(void) { return testing_support_never_again; }
