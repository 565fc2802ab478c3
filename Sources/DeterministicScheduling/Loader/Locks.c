// The locks that a task of a deterministic test waits for while another one is held that has them. The other one continues in
// its place, until it is its turn again: no two tasks of a test run at once, and the order does not depend on when a thread
// wakes up.
//
// Answered here in the system's place, since the system says neither that a lock is about to be waited for, nor that it was
// given to the next thread.

#define _GNU_SOURCE
#include "StartedWork.h"

#if SEES_STARTED_WORK

#include <errno.h>
#include <pthread.h>
#include <sched.h>

#define SWIFT __attribute__((swiftcall))
#define SWIFT_SELF __attribute__((swift_context))

typedef void (*work_function)(void *context);
typedef SWIFT void (*lock_of_swift_function)(uint32_t thread, SWIFT_SELF uint32_t *owner);

static struct {
  int (*lock)(pthread_mutex_t *mutex);
  int (*lock_for_reading)(pthread_rwlock_t *lock);
  int (*lock_for_writing)(pthread_rwlock_t *lock);
  intptr_t (*wait)(void *semaphore, uint64_t timeout);
  void (*sync)(void *queue, block *work);
  void (*sync_f)(void *queue, void *context, work_function work);
  void (*barrier_sync)(void *queue, block *work);
  void (*barrier_sync_f)(void *queue, void *context, work_function work);
  void (*async_and_wait)(void *queue, block *work);
  void (*barrier_async_and_wait)(void *queue, block *work);
  lock_of_swift_function lock_of_swift;
} original;

// Called by whatever needs a lock before the process has begun, too: it must not need one itself.
static void find_originals(void) {
  if (__atomic_load_n(&original.lock, __ATOMIC_ACQUIRE) != NULL) return;
  testing_support_find_original(&original.lock_for_reading, "pthread_rwlock_rdlock");
  testing_support_find_original(&original.lock_for_writing, "pthread_rwlock_wrlock");
  testing_support_find_original(&original.wait, "dispatch_semaphore_wait");
  testing_support_find_original(&original.sync, "dispatch_sync");
  testing_support_find_original(&original.sync_f, "dispatch_sync_f");
  testing_support_find_original(&original.barrier_sync, "dispatch_barrier_sync");
  testing_support_find_original(&original.barrier_sync_f, "dispatch_barrier_sync_f");
  testing_support_find_original(&original.async_and_wait, "dispatch_async_and_wait");
  testing_support_find_original(&original.barrier_async_and_wait, "dispatch_barrier_async_and_wait");
  testing_support_find_original(&original.lock_of_swift, "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
  int (*lock)(pthread_mutex_t *mutex) = NULL;
  testing_support_find_original(&lock, "pthread_mutex_lock");
  __atomic_store_n(&original.lock, lock, __ATOMIC_RELEASE);
}

__attribute__((constructor(101))) static void find_originals_at_load(void) { find_originals(); }

// MARK: Threads of held tasks

enum { most_held_threads = 256 };

// The number of a thread is negative here as long as it does not yet wait to be released, or looks at its schedule: it may
// have locks that are no task's, for a moment. That changes at any time, so whoever asks for a thread has to find its entry
// whatever the sign.
static int32_t held_threads[most_held_threads];
static uint32_t held_thread_count;

static bool replace(int32_t found, int32_t replacement) {
  for (int index = 0; index < most_held_threads; index++) {
    int32_t expected = found;
    if (__atomic_compare_exchange_n(
          &held_threads[index], &expected, replacement, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) return true;
  }
  return false;
}

static bool erase(int32_t thread) {
  for (int index = 0; index < most_held_threads; index++) {
    int32_t *entry = &held_threads[index], found = __atomic_load_n(entry, __ATOMIC_RELAXED);
    while (found == thread || found == -thread) {
      if (__atomic_compare_exchange_n(entry, &found, 0, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) return true;
    }
  }
  return false;
}

void testing_support_set_held(int32_t thread, bool is_held) {
  bool has_changed = is_held ? replace(0, -thread) : erase(thread);
  if (has_changed) __atomic_add_fetch(&held_thread_count, is_held ? 1 : -1, __ATOMIC_ACQ_REL);
}

void testing_support_set_waiting(int32_t thread, bool waits) {
  if (waits) {
    replace(-thread, thread);
  } else {
    replace(thread, -thread);
  }
}

typedef enum { not_held, waiting, busy } held_state;

static held_state state_of_thread(int32_t thread) {
  if (thread <= 0) return not_held;
  for (int index = 0; index < most_held_threads; index++) {
    int32_t found = __atomic_load_n(&held_threads[index], __ATOMIC_ACQUIRE);
    if (found == thread) return waiting;
    if (found == -thread) return busy;
  }
  return not_held;
}

static bool is_held(int32_t thread) {
  held_state state;
  while ((state = state_of_thread(thread)) == busy) sched_yield();
  return state == waiting;
}

// Whether the calling thread runs the lane of a schedule that may hold tasks, while any schedule does.
static bool may_wait_for_held_task(void) {
  const thread_state *thread = &testing_support_thread;
  return __atomic_load_n(&held_thread_count, __ATOMIC_ACQUIRE) != 0 && thread->explores_hops && thread->occupancy != 0;
}

// Lets a held task continue until it suspends. Returns false if none is held that may have the lock.
static bool wait_for_held_task(int32_t owner) {
  return testing_support_told.wait_for_held(testing_support_thread.schedule, owner);
}

// MARK: Locks that tell who has them

// As the system's library lays it down.
typedef struct {
  uint32_t readers, writers, writer_phase, writers_futex, padding[2];
  int32_t writer;
} read_write_lock_start;

static int32_t owner_of_mutex(const pthread_mutex_t *mutex) {
  return __atomic_load_n(&((const mutex_start *)(const void *)mutex)->owner, __ATOMIC_RELAXED);
}

static int32_t writer_of_lock(const pthread_rwlock_t *lock) {
  return __atomic_load_n(&((const read_write_lock_start *)(const void *)lock)->writer, __ATOMIC_RELAXED);
}

REPLACES_SYSTEM int pthread_mutex_lock(pthread_mutex_t *mutex) {
  find_originals();
  if (!may_wait_for_held_task()) return original.lock(mutex);
  int result = pthread_mutex_trylock(mutex);
  while (result == EBUSY) {
    int32_t owner = owner_of_mutex(mutex);
    held_state state = state_of_thread(owner);
    if (state == busy) {
      // It may have this lock only for that. It is not waited for: it may need a lock of the schedule that this thread has.
      sched_yield();
    } else if (state != waiting || owner != owner_of_mutex(mutex) || !wait_for_held_task(owner)) {
      return original.lock(mutex);
    }
    result = pthread_mutex_trylock(mutex);
  }
  return result;
}

typedef int (*read_write_lock_function)(pthread_rwlock_t *lock);

// Of readers nobody knows which threads they are.
static int lock_read_write(pthread_rwlock_t *lock, read_write_lock_function attempt, read_write_lock_function wait) {
  if (!may_wait_for_held_task()) return wait(lock);
  int result = attempt(lock);
  while (result == EBUSY) {
    int32_t writer = writer_of_lock(lock);
    if ((writer != 0 && !is_held(writer)) || !wait_for_held_task(writer)) return wait(lock);
    result = attempt(lock);
  }
  return result;
}

REPLACES_SYSTEM int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
  find_originals();
  return lock_read_write(lock, pthread_rwlock_tryrdlock, original.lock_for_reading);
}

REPLACES_SYSTEM int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
  find_originals();
  return lock_read_write(lock, pthread_rwlock_trywrlock, original.lock_for_writing);
}

// How a `Mutex` of Swift is locked that another thread has.
REPLACES_SYSTEM SWIFT void replaced_lock_of_swift(uint32_t thread, SWIFT_SELF uint32_t *owner)
  __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");

SWIFT void replaced_lock_of_swift(uint32_t thread, SWIFT_SELF uint32_t *owner) {
  find_originals();
  if (original.lock_of_swift == NULL) {
    // The standard library's was loaded later.
    testing_support_find_original(&original.lock_of_swift, "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
  }
  while (may_wait_for_held_task()) {
    uint32_t found = 0;
    if (__atomic_compare_exchange_n(owner, &found, thread, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) return;
    int32_t holder = (int32_t)(found & futex_owner);
    if (!is_held(holder) || !wait_for_held_task(holder)) break;
  }
  original.lock_of_swift(thread, owner);
}

// MARK: Semaphores and queues

REPLACES_SYSTEM intptr_t dispatch_semaphore_wait(void *semaphore, uint64_t timeout) {
  find_originals();
  if (timeout != UINT64_MAX || !may_wait_for_held_task()) return original.wait(semaphore, timeout);
  while (original.wait(semaphore, 0) != 0) {
    if (!wait_for_held_task(0)) return original.wait(semaphore, timeout);
  }
  return 0;
}

// Which threads that may be held run blocks on queues.
typedef struct synchronous_call {
  void *queue;
  int32_t thread;
  struct synchronous_call *next;
} synchronous_call;

static pthread_mutex_t lock_of_calls = PTHREAD_MUTEX_INITIALIZER;
static synchronous_call *latest_call;

static int32_t holder_of_queue(const void *queue) {
  int32_t thread = 0;
  original.lock(&lock_of_calls);
  for (const synchronous_call *call = latest_call; call != NULL && thread == 0; call = call->next) {
    if (call->queue == queue && is_held(call->thread)) thread = call->thread;
  }
  pthread_mutex_unlock(&lock_of_calls);
  return thread;
}

static bool begin_synchronous_call(synchronous_call *call, void *queue) {
  const thread_state *thread = &testing_support_thread;
  if (!thread->explores_hops || thread->occupancy == 0) return false;
  for (int32_t holder; may_wait_for_held_task() && (holder = holder_of_queue(queue)) != 0;) {
    if (!wait_for_held_task(holder)) break;
  }
  *call = (synchronous_call){queue, testing_support_this_thread(), NULL};
  original.lock(&lock_of_calls);
  call->next = latest_call;
  latest_call = call;
  pthread_mutex_unlock(&lock_of_calls);
  return true;
}

static void end_synchronous_call(const synchronous_call *ended) {
  original.lock(&lock_of_calls);
  synchronous_call **call = &latest_call;
  while (*call != ended) call = &(*call)->next;
  *call = ended->next;
  pthread_mutex_unlock(&lock_of_calls);
}

#define REPLACE_SYNCHRONOUS(NAME, ORIGINAL) \
  REPLACES_SYSTEM void NAME(void *queue, block *work) { \
    find_originals(); \
    synchronous_call call; \
    bool is_noted = begin_synchronous_call(&call, queue); \
    original.ORIGINAL(queue, work); \
    if (is_noted) end_synchronous_call(&call); \
  }

REPLACE_SYNCHRONOUS(dispatch_sync, sync)
REPLACE_SYNCHRONOUS(dispatch_barrier_sync, barrier_sync)
REPLACE_SYNCHRONOUS(dispatch_async_and_wait, async_and_wait)
REPLACE_SYNCHRONOUS(dispatch_barrier_async_and_wait, barrier_async_and_wait)

#define REPLACE_SYNCHRONOUS_FUNCTION(NAME, ORIGINAL) \
  REPLACES_SYSTEM void NAME(void *queue, void *context, work_function work) { \
    find_originals(); \
    synchronous_call call; \
    bool is_noted = begin_synchronous_call(&call, queue); \
    original.ORIGINAL(queue, context, work); \
    if (is_noted) end_synchronous_call(&call); \
  }

REPLACE_SYNCHRONOUS_FUNCTION(dispatch_sync_f, sync_f)
REPLACE_SYNCHRONOUS_FUNCTION(dispatch_barrier_sync_f, barrier_sync_f)

#else

void testing_support_set_held(int32_t thread, bool is_held) {}

void testing_support_set_waiting(int32_t thread, bool waits) {}

#endif
