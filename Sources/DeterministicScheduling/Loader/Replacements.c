// Whether this library's functions are the ones that the process calls, and what is to be set before anything else runs.

#define _GNU_SOURCE
#include "ThreadState.h"

#include <dlfcn.h>

// The standard library's own, and in this order.
typedef struct {
  uint64_t seeds[2];
  bool is_deterministic;
} hashing_parameters;

bool testing_support_is_hashing_fixed(void) {
  const hashing_parameters *parameters = dlsym(RTLD_DEFAULT, "_swift_stdlib_Hashing_parameters");
  return parameters != NULL && parameters->is_deterministic;
}

#if defined(__linux__) && defined(__LP64__) && __has_attribute(swiftasynccall)

#include <time.h>

extern void swift_task_switch(void);
extern void swift_task_create(void);
extern void swift_asyncLet_begin(void);
extern void swift_asyncLet_finish(void);
extern void swift_job_run(void);
extern void swift_job_run_on_task_executor(void);
extern void swift_job_run_on_serial_and_task_executor(void);
extern void swift_task_deinitOnExecutor(void);
extern void swift_once(void);

static const struct {
  const char *name;
  const void *replacement;
} replacements[] = {
  {"swift_task_switch", swift_task_switch},
  {"swift_task_create", swift_task_create},
  {"swift_asyncLet_begin", swift_asyncLet_begin},
  {"swift_asyncLet_finish", swift_asyncLet_finish},
  {"swift_job_run", swift_job_run},
  {"swift_job_run_on_task_executor", swift_job_run_on_task_executor},
  {"swift_job_run_on_serial_and_task_executor", swift_job_run_on_serial_and_task_executor},
  {"swift_task_deinitOnExecutor", swift_task_deinitOnExecutor},
  {"swift_once", swift_once},
  {"clock_gettime", clock_gettime},
};

// In a dynamic library that is loaded after the runtime, or with a runtime that is linked into the same image, the
// runtime's own functions prevail. What this image calls them is what all others call them, so the first one found is
// looked at, and whose image it is in.
const char *testing_support_missing_replacement(void) {
  Dl_info own, found;
  if (!dladdr((const void *)testing_support_missing_replacement, &own)) return "dladdr";
  for (size_t i = 0; i < sizeof replacements / sizeof *replacements; i += 1) {
    const void *function = dlsym(RTLD_DEFAULT, replacements[i].name);
    if (function == NULL || !dladdr(function, &found) || found.dli_fbase != own.dli_fbase) return replacements[i].name;
    if (dlsym(RTLD_NEXT, replacements[i].name) == NULL) return replacements[i].name;
  }
  return NULL;
}

// Written in Swift: whether the toolchain is one for which there is an exact engine.
extern bool testing_support_has_exact_engine(void) __attribute__((weak));

// Dictionaries and sets have the same order every time, as `SWIFT_DETERMINISTIC_HASHING` would have it. Before any other
// code of this image: a table that is made earlier would not find its keys again.
__attribute__((constructor(101))) static void make_hashing_deterministic(void) {
  if (testing_support_has_exact_engine == NULL || !testing_support_has_exact_engine()) return;
  if (!testing_support_allows_exact_engine() || testing_support_hashing() == testing_support_hashing_random) return;
  hashing_parameters *parameters = dlsym(RTLD_DEFAULT, "_swift_stdlib_Hashing_parameters");
  if (parameters == NULL || testing_support_missing_replacement() != NULL) return;
  *parameters = (hashing_parameters){{0, 0}, true};
}

// The version of the layout that the concurrency runtime says it has, or zero.
uint32_t testing_support_layout_version(void) {
  const uint32_t *version = dlsym(RTLD_DEFAULT, "_swift_concurrency_debug_internal_layout_version");
  return version == NULL ? 0 : *version;
}

#else

const char *testing_support_missing_replacement(void) { return "swift_task_switch"; }

uint32_t testing_support_layout_version(void) { return 0; }

#endif
