// The settings of the process in its environment: read here alone, before any other code runs, and the same for all.

#include "DeterministicSchedulingLoader.h"

#include <stdlib.h>

static char lowercase(char letter) { return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter; }

static bool is_one_of(const char *value, const char *name) {
  for (; *value != 0 && lowercase(*value) == lowercase(*name); value++) name++;
  return *value == 0 && *name == 0;
}

testing_support_scheduling_setting testing_support_parse_scheduling(const char *value) {
  if (value == NULL || value[0] == 0) return testing_support_scheduling_unset;
  if (is_one_of(value, "exact")) return testing_support_scheduling_exact;
  if (is_one_of(value, "ordered")) return testing_support_scheduling_ordered;
  // What it was called once.
  if (is_one_of(value, "bestEffort")) return testing_support_scheduling_best_effort;
  if (is_one_of(value, "unavailable")) return testing_support_scheduling_unavailable;
  return testing_support_scheduling_unknown;
}

testing_support_scheduling_setting testing_support_scheduling(void) {
  return testing_support_parse_scheduling(getenv("TESTING_SUPPORT_SCHEDULING"));
}

testing_support_hashing_setting testing_support_parse_hashing(const char *value) {
  if (value == NULL || value[0] == 0) return testing_support_hashing_unset;
  if (is_one_of(value, "fixed")) return testing_support_hashing_fixed;
  if (is_one_of(value, "random")) return testing_support_hashing_random;
  return testing_support_hashing_unknown;
}

testing_support_hashing_setting testing_support_hashing(void) {
  return testing_support_parse_hashing(getenv("TESTING_SUPPORT_HASHING"));
}

bool testing_support_allows_exact_engine(void) {
  switch (testing_support_scheduling()) {
  case testing_support_scheduling_unset:
  case testing_support_scheduling_exact:
  case testing_support_scheduling_unknown: return true;
  case testing_support_scheduling_ordered:
  case testing_support_scheduling_best_effort:
  case testing_support_scheduling_unavailable: return false;
  }
}
