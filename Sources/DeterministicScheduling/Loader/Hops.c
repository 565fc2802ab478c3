// Lets a schedule decide at every hop of a task to an actor and back.
//
// The runtime moves a task onto an idle actor without asking any executor, so that a test with one lane would never see
// another task get there first. Compiled code asks for each hop by calling `swift_task_switch`; this file answers in the
// runtime's place, and for a test that explores orders makes the task wait its turn before the hop is made.

#define _GNU_SOURCE
#include "DeterministicSchedulingLoader.h"

#if defined(__linux__) && defined(__LP64__) && __has_attribute(swiftasynccall)

#include <dlfcn.h>
#include <stddef.h>

#define ASYNC __attribute__((swiftasynccall))
#define SWIFT __attribute__((swiftcall))
#define CONTEXT __attribute__((swift_async_context))

typedef ASYNC void (*resume_function)(CONTEXT void *context);
typedef ASYNC void (*switch_function)(
  CONTEXT void *context, resume_function resume, uintptr_t executor, uintptr_t implementation);
typedef struct {
  uintptr_t identity;
  uintptr_t implementation;
} executor_words;

extern SWIFT executor_words swift_task_getCurrentExecutor(void);
extern SWIFT void *swift_task_alloc(size_t size);
extern SWIFT void swift_task_dealloc(void *allocation);

// Written once, before anything runs concurrently.
static switch_function original_switch;
static executor_words turnstile;

// What a waiting task remembers of its hop; laid out as the runtime's async contexts begin.
typedef struct {
  void *parent;
  resume_function resume_parent;
  void *context;
  resume_function resume;
  executor_words target;
} pending_hop;

void testing_support_set_turnstile(uintptr_t identity, uintptr_t implementation) {
  turnstile = (executor_words){identity, implementation};
}

__attribute__((constructor(102))) static void find_original(void) {
  original_switch = (switch_function)dlsym(RTLD_NEXT, "swift_task_switch");
}

// An executor that is no object of its own: the generic one, or a default actor.
static bool is_of_runtime(executor_words executor) { return (executor.implementation & ~(uintptr_t)7) == 0; }

static bool needs_turn(executor_words target) {
  if (!testing_support_explores_hops() || turnstile.identity == 0 || !is_of_runtime(target)) return false;
  executor_words current = swift_task_getCurrentExecutor();
  return is_of_runtime(current) && current.identity != target.identity;
}

// A call that a function of this convention returns is a tail call, always.

static ASYNC void make_hop(CONTEXT void *frame) {
  pending_hop hop = *(pending_hop *)frame;
  swift_task_dealloc(frame);
  return original_switch(
    hop.context, hop.resume, hop.target.identity, hop.target.implementation);
}

// The runtime's function of the same name, seen first by the dynamic linker. Weak, so that the runtime's own prevails
// where both are linked into one image.
__attribute__((weak, visibility("default"))) ASYNC void swift_task_switch(
  CONTEXT void *context, resume_function resume, uintptr_t executor, uintptr_t implementation) {
  executor_words target = {executor, implementation};
  if (needs_turn(target)) {
    pending_hop *hop = swift_task_alloc(sizeof(pending_hop));
    *hop = (pending_hop){context, NULL, context, resume, target};
    return original_switch(hop, make_hop, turnstile.identity, turnstile.implementation);
  }
  return original_switch(context, resume, executor, implementation);
}

#else

void testing_support_set_turnstile(uintptr_t identity, uintptr_t implementation) {}

#endif
