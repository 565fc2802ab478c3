// Installs the bridge when the image is loaded: before the first XCTest starts, and without a line of code in it.

#include "XCTestSupportLoader.h"

#include <stddef.h>

// Written in Swift. Weak, so that the image links even if the Swift module is not part of it.
extern void testing_support_install_xctest_bridge(void) __attribute__((weak));

__attribute__((constructor)) static void install(void) {
  if (testing_support_install_xctest_bridge != NULL) testing_support_install_xctest_bridge();
}
