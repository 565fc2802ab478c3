// Blocks that were cancelled before they began: what a test has started with them is over, though the system keeps them until
// they would have run.

#define _GNU_SOURCE
#include "StartedWork.h"

#if SEES_STARTED_WORK

#include <pthread.h>

static struct {
  void (*cancel)(block *work);
  intptr_t (*is_cancelled)(block *work);
} original;

__attribute__((constructor(101))) static void find_originals(void) {
  if (original.is_cancelled != NULL) return;
  testing_support_find_original(&original.cancel, "dispatch_block_cancel");
  testing_support_find_original(&original.is_cancelled, "dispatch_block_testcancel");
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
// All that has not begun, and was not cancelled.
static cancellable_work *first;

static void insert(cancellable_work *work) {
  work->next = first;
  if (first != NULL) first->previous = work;
  first = work;
}

static void forget(cancellable_work *work) {
  if (work->previous != NULL) work->previous->next = work->next;
  if (work->next != NULL) work->next->previous = work->previous;
  if (first == work) first = work->next;
}

static started_work take_cancelled(const block *block) {
  started_work cancelled = {NULL, 0};
  pthread_mutex_lock(&lock);
  cancellable_work *work = first;
  while (work != NULL && work->block != block) work = work->next;
  if (work != NULL) {
    forget(work);
    work->is_cancelled = true;
    cancelled = work->work;
  }
  pthread_mutex_unlock(&lock);
  return cancelled;
}

// A block may have been enqueued more than once.
static void end_cancelled(const block *block) {
  for (started_work work = take_cancelled(block); work.schedule != NULL; work = take_cancelled(block)) {
    testing_support_told.end_work(work.schedule, work.number);
  }
}

void testing_support_remember_cancellable(cancellable_work *cancellable, started_work work, block *block) {
  cancellable->work = work;
  cancellable->block = block;
  pthread_mutex_lock(&lock);
  insert(cancellable);
  pthread_mutex_unlock(&lock);
  // Asked afterwards: it may have been cancelled meanwhile, too.
  if (original.is_cancelled(block) != 0) end_cancelled(block);
}

bool testing_support_begin_cancellable(cancellable_work *cancellable) {
  if (cancellable->block == NULL) return true;
  pthread_mutex_lock(&lock);
  bool is_cancelled = cancellable->is_cancelled;
  if (!is_cancelled) forget(cancellable);
  pthread_mutex_unlock(&lock);
  return !is_cancelled;
}

REPLACES_SYSTEM void dispatch_block_cancel(block *work) {
  find_originals();
  // First: what is told to be over must not begin.
  original.cancel(work);
  if (testing_support_has_schedules()) end_cancelled(work);
}

#endif
