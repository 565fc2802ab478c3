// Tasks that are being created, and may begin before their creator knows them.
//
// What prefers a task executor of the user's is enqueued there while the runtime creates it. The executor's thread may be
// faster than the creator, or run the task inside the call itself: the task is recognized by what it begins with.

#include "ThreadState.h"

#if defined(__linux__) && defined(__LP64__)

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static testing_support_creation *first;
// Read without the lock: nearly always zero.
static uint32_t count;

void testing_support_begin_creation(testing_support_creation *creation) {
  thread_state *thread = &testing_support_thread;
  creation->schedule = thread->schedule;
  creation->creator = testing_support_current_task();
  creation->entry = thread->creation.entry;
  creation->context = thread->creation.context;
  pthread_mutex_lock(&lock);
  creation->next = first;
  first = creation;
  __atomic_store_n(&count, count + 1, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&lock);
}

// If it is still there: a task that was recognized takes it away.
static void remove_creation(const testing_support_creation *creation) {
  testing_support_creation **link = &first;
  while (*link != NULL && *link != creation) link = &(*link)->next;
  if (*link == NULL) return;
  *link = creation->next;
  __atomic_store_n(&count, count - 1, __ATOMIC_RELEASE);
}

void testing_support_end_creation(const testing_support_creation *creation) {
  pthread_mutex_lock(&lock);
  remove_creation(creation);
  pthread_mutex_unlock(&lock);
}

void testing_support_adopt_new_task(const void *task, uint64_t id) {
  if (__atomic_load_n(&count, __ATOMIC_ACQUIRE) == 0) return;
  pthread_mutex_lock(&lock);
  const testing_support_creation *creation = first;
  while (creation != NULL && !testing_support_begins_with(task, creation->entry, creation->context)) {
    creation = creation->next;
  }
  if (creation != NULL) {
    remove_creation(creation);
    testing_support_thread.creation = (new_task){false, false, creation->entry, creation->context};
    // With the lock, which the creator needs to go on: its schedule is there.
    testing_support_told.adopt(creation->schedule, creation->creator, task, id);
  }
  pthread_mutex_unlock(&lock);
}

#endif
