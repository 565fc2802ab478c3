// Blocks that `dispatch_block_create` makes, as every `DispatchWorkItem` has one, and whose they are: a queue of operations
// makes one when an operation is added, and enqueues it when another one ends, which may be another test's.

#define _GNU_SOURCE
#include "StartedWork.h"

#if SEES_STARTED_WORK

#include <dlfcn.h>
#include <string.h>

static struct {
  block *(*create)(unsigned long flags, const block *work);
  block *(*create_with_class)(unsigned long flags, unsigned int class, int priority, const block *work);
  void (*release)(const block *work);
} original;

// Such a block can be cancelled and waited for, also inside another block, but is a barrier only where it is the one that is
// enqueued.
typedef struct {
  block block;
  unsigned long magic;
  unsigned long flags;
} work_item;

enum { flag_barrier = 1 };

// How such blocks begin, whether their flags are where they are looked for, and where the block is that they run, or zero.
static void (*invoke_item)(struct block *block);
static bool knows_flags;
static size_t offset_of_work;

static void do_nothing(block *work) {}

static size_t size_of(const block *item) { return ((const block_descriptor *)item->descriptor)->size; }

static bool are_flags_found(const block *none, const block *barrier) {
  const work_item *first = (const void *)none, *second = (const void *)barrier;
  return size_of(none) >= sizeof *first && none->invoke == barrier->invoke && first->magic == second->magic
    && (first->flags ^ second->flags) == flag_barrier;
}

static size_t find_work(const block *item, const block *work) {
  for (size_t offset = sizeof(work_item); offset + sizeof work <= size_of(item); offset += sizeof work) {
    if (memcmp((const char *)item + offset, &work, sizeof work) == 0) return offset;
  }
  return 0;
}

static void learn_items(void) {
  const void *isa = dlsym(RTLD_DEFAULT, "_NSConcreteGlobalBlock");
  if (original.create == NULL || isa == NULL || original.release == NULL) return;
  static const block_descriptor descriptor = {0, sizeof(block)};
  enum { is_global = 1 << 28 };
  // Copies of it are itself.
  block plain = {isa, is_global, 0, do_nothing, &descriptor};
  block *none = original.create(0, &plain);
  block *barrier = original.create(flag_barrier, &plain);
  if (none != NULL) invoke_item = none->invoke;
  knows_flags = none != NULL && barrier != NULL && are_flags_found(none, barrier);
  if (knows_flags) offset_of_work = find_work(none, &plain);
  if (none != NULL) original.release(none);
  if (barrier != NULL) original.release(barrier);
}

__attribute__((constructor(101))) static void find_originals(void) {
  if (original.release != NULL) return;
  testing_support_find_original(&original.create, "dispatch_block_create");
  testing_support_find_original(&original.create_with_class, "dispatch_block_create_with_qos_class");
  testing_support_find_original(&original.release, "_Block_release");
  learn_items();
}

bool testing_support_knows_blocks(void) {
  find_originals();
  return invoke_item != NULL;
}

bool testing_support_is_item(const block *work) { return work->invoke == invoke_item; }

bool testing_support_is_known(const block *work) {
  return testing_support_knows_blocks() && (knows_flags || !testing_support_is_item(work));
}

bool testing_support_is_barrier(const block *work) {
  return testing_support_is_item(work) && ((const work_item *)(const void *)work)->flags & flag_barrier;
}

block *testing_support_make_barrier(const block *work) { return original.create(flag_barrier, work); }

static bool runs_work_of(const void *schedule) {
  const thread_state *thread = &testing_support_thread;
  return thread->schedule != NULL || thread->work_schedule == schedule || testing_support_current_task() != 0;
}

// Whatever has started the item, such as the end of another test's operation, the thread runs work of its owner.
static void run_owned(block *block) {
  observed_handler *owned = (observed_handler *)(void *)block;
  if (runs_work_of(owned->work.schedule)) return owned->handler->invoke(owned->handler);
  started_work previous = testing_support_enter_work(owned->work);
  owned->handler->invoke(owned->handler);
  testing_support_leave_work(previous);
}

static testing_support_work_kind kind_of(const block *work) {
  return testing_support_is_in_operation_queues((const void *)work->invoke) ? testing_support_added_operation
                                                                            : testing_support_made_item;
}

// To be released once an item was made with it.
static block *own(const block *work, void *schedule) {
  return testing_support_observe(work, schedule, kind_of(work), NULL, (void *)run_owned);
}

static const block *work_of(const block *item) {
  const block *work;
  memcpy(&work, (const char *)item + offset_of_work, sizeof work);
  return work;
}

void *testing_support_owner_of_item(const block *item) {
  if (offset_of_work == 0 || !testing_support_is_item(item)) return NULL;
  const block *work = work_of(item);
  return work != NULL && work->invoke == run_owned ? ((const observed_handler *)(const void *)work)->work.schedule : NULL;
}

bool testing_support_is_operation(const block *item) {
  if (testing_support_owner_of_item(item) == NULL) return false;
  return ((const observed_handler *)(const void *)work_of(item))->work.number != 0;
}

bool testing_support_is_item_of_nobody(const block *work) {
  return offset_of_work != 0 && testing_support_is_item(work) && testing_support_owner_of_item(work) == NULL;
}

REPLACES_SYSTEM block *dispatch_block_create(unsigned long flags, const block *work) {
  find_originals();
  void *schedule = offset_of_work == 0 ? NULL : testing_support_schedule_of_caller(__builtin_return_address(0));
  if (schedule == NULL) return original.create(flags, work);
  block *owned = own(work, schedule);
  block *item = original.create(flags, owned);
  original.release(owned);
  return item;
}

REPLACES_SYSTEM block *dispatch_block_create_with_qos_class(
  unsigned long flags, unsigned int class, int priority, const block *work) {
  find_originals();
  void *schedule = offset_of_work == 0 ? NULL : testing_support_schedule_of_caller(__builtin_return_address(0));
  if (schedule == NULL) return original.create_with_class(flags, class, priority, work);
  block *owned = own(work, schedule);
  block *item = original.create_with_class(flags, class, priority, owned);
  original.release(owned);
  return item;
}

#endif
