// The work that a deterministic test starts outside its schedule, for the files that answer the functions which start it.
// Private to this target.

#ifndef STARTED_WORK_H
#define STARTED_WORK_H

#include "ThreadState.h"

// The sanitizers answer these functions themselves.
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define IS_SANITIZED 1
#else
#define IS_SANITIZED 0
#endif

#if defined(__linux__) && defined(__LP64__) && __has_attribute(swiftasynccall) && !IS_SANITIZED
#define SEES_STARTED_WORK 1

// Seen first by the dynamic linker.
#define REPLACES_SYSTEM __attribute__((weak, visibility("default")))

// A block, as far as the block runtime has laid it down.
typedef struct block {
  const void *isa;
  int32_t flags;
  int32_t reserved;
  void (*invoke)(struct block *block);
  const void *descriptor;
} block;

typedef struct {
  unsigned long reserved;
  unsigned long size;
} block_descriptor;

// Stores the system's own function of a name.
void testing_support_find_original(void *function, const char *name);

// The schedule whose task, or whose work, starts more; null if there is none.
void *testing_support_schedule_of_caller(const void *caller);

// In how many nanoseconds a time has come, as Dispatch encodes it.
int64_t testing_support_delay_until(uint64_t when);

// Tells the schedule of the caller that a block may be enqueued on the main queue, if the queue leads there.
void testing_support_note_notification(void *queue, const void *caller);

// What the system is given in the place of a handler, or of what an item runs: work of a test, until it is released.
typedef struct {
  block block;
  started_work work;
  block *handler;
} observed_handler;

// Makes one, to be released once the system has its own copy.
block *testing_support_observe(
  const block *handler, void *schedule, testing_support_work_kind kind, const void *source, void *invoke);

// Whether `dispatch_block_create` is known, and whether what is to be known of a block is, and whether that has made it.
bool testing_support_knows_blocks(void);
bool testing_support_is_known(const block *work);
bool testing_support_is_item(const block *work);

// Whether it is a barrier, and one that is to be released once it was enqueued.
bool testing_support_is_barrier(const block *work);
block *testing_support_make_barrier(const block *work);

// The schedule whose test has made an item, or null; and whether no test has, as far as is known.
void *testing_support_owner_of_item(const block *work);
bool testing_support_is_item_of_nobody(const block *work);

// Whether an item is an operation of a test, which its queue may have let others wait for.
bool testing_support_is_operation(const block *item);

// Work that can be cancelled until it begins, with the block that is cancelled; and others of that kind.
typedef struct cancellable_work {
  started_work work;
  const block *block;
  struct cancellable_work *previous, *next;
  bool is_cancelled;
} cancellable_work;

// Ends the work as soon as the block is cancelled, if it has not begun before.
void testing_support_remember_cancellable(cancellable_work *cancellable, started_work work, block *block);

// Returns whether the work was not cancelled, and so is still to be ended.
bool testing_support_begin_cancellable(cancellable_work *cancellable);

#else
#define SEES_STARTED_WORK 0
#endif

#endif
