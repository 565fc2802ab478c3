// The handlers that a deterministic test sets for what happens outside its schedule: those of event sources, of groups and
// work items that end, of channels, and of reading and writing. One is work of the test until the system releases it.

#define _GNU_SOURCE
#include "StartedWork.h"

#if SEES_STARTED_WORK

#include <dlfcn.h>
#include <string.h>
#include <sys/types.h>

static struct {
  void (*set_event_handler)(void *source, block *handler);
  void (*set_cancel_handler)(void *source, block *handler);
  void (*set_mandatory_cancel_handler)(void *source, block *handler);
  void (*set_registration_handler)(void *source, block *handler);
  void (*set_timer)(void *source, uint64_t start, uint64_t interval, uint64_t leeway);
  void (*group_notify)(void *group, void *queue, block *work);
  void (*block_notify)(block *work, void *queue, block *notification);
  void (*read)(int file, size_t length, void *queue, block *handler);
  void (*write)(int file, void *data, void *queue, block *handler);
  void *(*io_create)(unsigned long type, int file, void *queue, block *handler);
  void *(*io_create_with_path)(
    unsigned long type, const char *path, int flags, mode_t mode, void *queue, block *handler);
  void *(*io_create_with_io)(unsigned long type, void *other, void *queue, block *handler);
  void (*io_close)(void *channel, unsigned long flags);
  void (*io_read)(void *channel, int64_t offset, size_t length, void *queue, block *handler);
  void (*io_write)(void *channel, int64_t offset, void *data, void *queue, block *handler);
  void (*io_barrier)(void *channel, block *work);
  block *(*copy)(const block *work);
  void (*release)(const block *work);
} original;

__attribute__((constructor(101))) static void find_originals(void) {
  if (original.release != NULL) return;
  testing_support_find_original(&original.set_event_handler, "dispatch_source_set_event_handler");
  testing_support_find_original(&original.set_cancel_handler, "dispatch_source_set_cancel_handler");
  testing_support_find_original(&original.set_mandatory_cancel_handler, "dispatch_source_set_mandatory_cancel_handler");
  testing_support_find_original(&original.set_registration_handler, "dispatch_source_set_registration_handler");
  testing_support_find_original(&original.set_timer, "dispatch_source_set_timer");
  testing_support_find_original(&original.group_notify, "dispatch_group_notify");
  testing_support_find_original(&original.block_notify, "dispatch_block_notify");
  testing_support_find_original(&original.read, "dispatch_read");
  testing_support_find_original(&original.write, "dispatch_write");
  testing_support_find_original(&original.io_create, "dispatch_io_create");
  testing_support_find_original(&original.io_create_with_path, "dispatch_io_create_with_path");
  testing_support_find_original(&original.io_create_with_io, "dispatch_io_create_with_io");
  testing_support_find_original(&original.io_close, "dispatch_io_close");
  testing_support_find_original(&original.io_read, "dispatch_io_read");
  testing_support_find_original(&original.io_write, "dispatch_io_write");
  testing_support_find_original(&original.io_barrier, "dispatch_io_barrier");
  testing_support_find_original(&original.copy, "_Block_copy");
  testing_support_find_original(&original.release, "_Block_release");
}

static void copy_observed(void *copy, const void *observed) {}

static void dispose_of_observed(const void *block) {
  const observed_handler *observed = block;
  original.release(observed->handler);
  testing_support_told.end_work(observed->work.schedule, observed->work.number);
}

static const struct {
  block_descriptor size;
  void (*copy)(void *copy, const void *observed);
  void (*dispose)(const void *observed);
} descriptor = {{0, sizeof(observed_handler)}, copy_observed, dispose_of_observed};

// A handler that is being called: kept until it returns, though it may set another one in its own place.
typedef struct {
  observed_handler *observed;
  started_work previous;
  block *handler;
} handler_call;

static handler_call begin_call(block *block) {
  observed_handler *observed = (observed_handler *)(void *)original.copy(block);
  return (handler_call){observed, testing_support_enter_work(observed->work), observed->handler};
}

static void end_call(handler_call call) {
  testing_support_leave_work(call.previous);
  testing_support_told.end_call(call.observed->work.schedule, call.observed->work.number);
  original.release(&call.observed->block);
}

static void call(block *block) {
  handler_call call = begin_call(block);
  call.handler->invoke(call.handler);
  end_call(call);
}

typedef void (*transfer_function)(block *block, void *data, int error);

static void call_with_transfer(block *block, void *data, int error) {
  handler_call call = begin_call(block);
  ((transfer_function)(void *)call.handler->invoke)(call.handler, data, error);
  end_call(call);
}

typedef void (*channel_function)(block *block, bool is_done, void *data, int error);

static void call_with_channel(block *block, bool is_done, void *data, int error) {
  handler_call call = begin_call(block);
  ((channel_function)(void *)call.handler->invoke)(call.handler, is_done, data, error);
  end_call(call);
}

typedef void (*cleanup_function)(block *block, int error);

static void call_with_error(block *block, int error) {
  handler_call call = begin_call(block);
  ((cleanup_function)(void *)call.handler->invoke)(call.handler, error);
  end_call(call);
}

block *testing_support_observe(
  const block *handler, void *schedule, testing_support_work_kind kind, const void *source, void *invoke) {
  find_originals();
  enum { has_copy_and_dispose = 1 << 25 };
  observed_handler observed = {
    .block = {dlsym(RTLD_DEFAULT, "_NSConcreteStackBlock"), has_copy_and_dispose, 0, NULL, &descriptor},
    .work = {schedule, testing_support_told.begin_work(schedule, kind, 0, source)},
    .handler = original.copy(handler),
  };
  memcpy(&observed.block.invoke, &invoke, sizeof invoke);
  return original.copy(&observed.block);
}

// Calls a function of the system with a handler that is observed, if it is set by a test.
#define WITH_OBSERVED(handler, kind, source, invoke, function, ...) \
  do { \
    find_originals(); \
    void *schedule = testing_support_schedule_of_caller(__builtin_return_address(0)); \
    if (schedule == NULL || handler == NULL) { \
      original.function(__VA_ARGS__); \
    } else { \
      handler = testing_support_observe(handler, schedule, kind, source, (void *)invoke); \
      original.function(__VA_ARGS__); \
      original.release(handler); \
    } \
  } while (0)

REPLACES_SYSTEM void dispatch_source_set_event_handler(void *source, block *handler) {
  WITH_OBSERVED(handler, testing_support_event_handler, source, call, set_event_handler, source, handler);
}

REPLACES_SYSTEM void dispatch_source_set_cancel_handler(void *source, block *handler) {
  WITH_OBSERVED(handler, testing_support_cancel_handler, source, call, set_cancel_handler, source, handler);
}

REPLACES_SYSTEM void dispatch_source_set_mandatory_cancel_handler(void *source, block *handler) {
  WITH_OBSERVED(
    handler, testing_support_cancel_handler, source, call, set_mandatory_cancel_handler, source, handler);
}

// It is called once, when the source begins to work: whatever the timer of the source says.
REPLACES_SYSTEM void dispatch_source_set_registration_handler(void *source, block *handler) {
  WITH_OBSERVED(handler, testing_support_event_handler, NULL, call, set_registration_handler, source, handler);
}

REPLACES_SYSTEM void dispatch_source_set_timer(void *source, uint64_t start, uint64_t interval, uint64_t leeway) {
  find_originals();
  void *schedule = testing_support_schedule_of_caller(__builtin_return_address(0));
  if (schedule != NULL) {
    int64_t delay = start == UINT64_MAX ? -1 : testing_support_delay_until(start);
    testing_support_told.set_timer(schedule, source, delay, interval >= INT64_MAX ? -1 : (int64_t)interval);
  }
  original.set_timer(source, start, interval, leeway);
}

// If the group or the block has ended, this enqueues what is told.
REPLACES_SYSTEM void dispatch_group_notify(void *group, void *queue, block *work) {
  testing_support_note_notification(queue, __builtin_return_address(0));
  WITH_OBSERVED(work, testing_support_event_handler, NULL, call, group_notify, group, queue, work);
}

REPLACES_SYSTEM void dispatch_block_notify(block *work, void *queue, block *notification) {
  testing_support_note_notification(queue, __builtin_return_address(0));
  WITH_OBSERVED(notification, testing_support_event_handler, NULL, call, block_notify, work, queue, notification);
}

REPLACES_SYSTEM void dispatch_read(int file, size_t length, void *queue, block *handler) {
  WITH_OBSERVED(handler, testing_support_event_handler, NULL, call_with_transfer, read, file, length, queue, handler);
}

REPLACES_SYSTEM void dispatch_write(int file, void *data, void *queue, block *handler) {
  WITH_OBSERVED(handler, testing_support_event_handler, NULL, call_with_transfer, write, file, data, queue, handler);
}

// Creates a channel with a handler that is observed, if it is set by a test.
#define CREATING_CHANNEL(handler, function, ...) \
  do { \
    find_originals(); \
    void *schedule = testing_support_schedule_of_caller(__builtin_return_address(0)); \
    if (schedule == NULL || handler == NULL) return original.function(__VA_ARGS__); \
    handler = testing_support_observe(handler, schedule, testing_support_cleanup_handler, NULL, (void *)call_with_error); \
    void *channel = original.function(__VA_ARGS__); \
    uint64_t number = ((const observed_handler *)(const void *)handler)->work.number; \
    if (channel != NULL) testing_support_told.set_channel(schedule, number, channel); \
    original.release(handler); \
    return channel; \
  } while (0)

REPLACES_SYSTEM void *dispatch_io_create(unsigned long type, int file, void *queue, block *handler) {
  CREATING_CHANNEL(handler, io_create, type, file, queue, handler);
}

REPLACES_SYSTEM void *dispatch_io_create_with_path(
  unsigned long type, const char *path, int flags, mode_t mode, void *queue, block *handler) {
  CREATING_CHANNEL(handler, io_create_with_path, type, path, flags, mode, queue, handler);
}

REPLACES_SYSTEM void *dispatch_io_create_with_io(unsigned long type, void *other, void *queue, block *handler) {
  CREATING_CHANNEL(handler, io_create_with_io, type, other, queue, handler);
}

REPLACES_SYSTEM void dispatch_io_close(void *channel, unsigned long flags) {
  find_originals();
  void *schedule = testing_support_schedule_of_caller(__builtin_return_address(0));
  if (schedule != NULL) testing_support_told.close_channel(schedule, channel);
  original.io_close(channel, flags);
}

REPLACES_SYSTEM void dispatch_io_read(void *channel, int64_t offset, size_t length, void *queue, block *handler) {
  WITH_OBSERVED(
    handler, testing_support_event_handler, NULL, call_with_channel, io_read, channel, offset, length, queue, handler);
}

REPLACES_SYSTEM void dispatch_io_write(void *channel, int64_t offset, void *data, void *queue, block *handler) {
  WITH_OBSERVED(
    handler, testing_support_event_handler, NULL, call_with_channel, io_write, channel, offset, data, queue, handler);
}

REPLACES_SYSTEM void dispatch_io_barrier(void *channel, block *work) {
  WITH_OBSERVED(work, testing_support_event_handler, NULL, call, io_barrier, channel, work);
}

#endif
