#include "Place.h"

#include <string.h>

_Thread_local thread_place testing_support_place;

void *testing_support_current_schedule(void) { return testing_support_place.schedule; }

void *testing_support_enter_schedule(void *schedule) {
  thread_place *place = &testing_support_place;
  void *previous = place->schedule;
  if (schedule != previous) memset(place->claims, 0, sizeof place->claims);
  place->schedule = schedule;
  return previous;
}

void testing_support_set_explores_hops(bool explores) { testing_support_place.explores_hops = explores; }

bool testing_support_has_place(void) { return testing_support_place.has_place; }

void testing_support_set_has_place(bool has_place) { testing_support_place.has_place = has_place; }
