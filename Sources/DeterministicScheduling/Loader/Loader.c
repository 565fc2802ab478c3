// Installs the scheduler when the image is loaded: before any test runs, and so before anything runs concurrently.

#define _GNU_SOURCE
#include "DeterministicSchedulingLoader.h"

#include <dlfcn.h>
#include <stddef.h>

#if defined(__linux__)
// Written in Swift. Weak, so that the image links even if the Swift module is not part of it.
extern void testing_support_install_scheduler(void) __attribute__((weak));

__attribute__((constructor)) static void install(void) {
  if (testing_support_install_scheduler != NULL) testing_support_install_scheduler();
}
#endif

bool testing_support_set_hook(const char *name, const void *function) {
  void *hook = dlsym(RTLD_DEFAULT, name);
  if (hook == NULL) return false;
  __atomic_store_n((const void **)hook, function, __ATOMIC_RELEASE);
  return true;
}

// The runtime's hook that takes jobs, what it holds by right, and how often anything else was found there.
static const void **enqueue_hook, *own_hook;
static uint64_t foreign_hooks;

void testing_support_watch_enqueue_hook(void) {
  enqueue_hook = dlsym(RTLD_DEFAULT, "swift_task_enqueueGlobal_hook");
  if (enqueue_hook != NULL) own_hook = __atomic_load_n(enqueue_hook, __ATOMIC_ACQUIRE);
}

void testing_support_check_enqueue_hook(void) {
  if (enqueue_hook == NULL || __atomic_load_n(enqueue_hook, __ATOMIC_RELAXED) == own_hook) return;
  __atomic_add_fetch(&foreign_hooks, 1, __ATOMIC_RELAXED);
}

uint64_t testing_support_foreign_hooks(void) {
  testing_support_check_enqueue_hook();
  return __atomic_load_n(&foreign_hooks, __ATOMIC_RELAXED);
}

const void *testing_support_symbol(const char *name) { return dlsym(RTLD_DEFAULT, name); }

static const void *original_enqueue;

void testing_support_remember_original_enqueue(const void *function) {
  __atomic_store_n(&original_enqueue, function, __ATOMIC_RELEASE);
}

const void *testing_support_original_enqueue(void) { return __atomic_load_n(&original_enqueue, __ATOMIC_ACQUIRE); }
