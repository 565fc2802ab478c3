// A closure that does not escape is two words to the calling convention, and its receiver owns neither.

#include "DeterministicSchedulingLoader.h"

typedef struct {
  uintptr_t function;
  uintptr_t context;
} closure_words;

__attribute__((swiftcall)) closure_words testing_support_closure_words(uintptr_t function, uintptr_t context) {
  return (closure_words){function, context};
}
