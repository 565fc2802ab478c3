import DeterministicScheduling
import XCTest

/// Skips a test that needs the exact engine: elsewhere its sleeps take real time, and what never ends, never ends.
func skipUnlessExact() throws {
  try XCTSkipUnless(DeterministicSupport.current == .exact, "needs the exact engine")
}
