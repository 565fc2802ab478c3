import Testing
import TestingSupport

@Suite("One import", .deterministic, .tracksMemoryLeaks)
struct UmbrellaTests {
  @Test("When the umbrella is imported then every module is there")
  func whenUmbrellaIsImported_thenEveryModuleIsThere() async {
    let spy = trackForMemoryLeaks(FunctionSpy<Int, Void, Never>())
    let clock = TestClock()
    let sleeping = Task {
      try? await clock.sleep(for: .seconds(1))
      spy.call(anyInt())
    }
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(1))
    await sleeping.value

    expectNoDifference(spy.callCount, 1)
    #expect(TestDescription("Spy").value(spy.callCount).description == "Spy(1)")
  }
}
