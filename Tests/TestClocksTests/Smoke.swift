import Testing
@testable import TestClocks
@Test func smoke() async throws {
  let clock = TestClock()
  let t = Task { try await clock.sleep(for: .seconds(1)); return clock.now }
  await clock.waitForSleepers()
  await clock.advance(by: .seconds(2))
  #expect(try await t.value == .init(offset: .seconds(1)))
  await clock.advance(by: .seconds(-2))
}
