#if canImport(XCUIAutomation) || (os(iOS) && canImport(XCTest) && !targetEnvironment(macCatalyst))
  import XCTest

  // One screen by itself, with doubles where the network is. A UI-test runner launches the app; in a unit-test target
  // there is none, and the tests are skipped.

  /// The button of the first screen.
  @MainActor
  final class StartButtonUITests: XCTestCase {
    func test_whenAppLaunches_thenStartButtonCanBeTapped() throws {
      try launchApp(arguments: ["--ui-testing"])
        .expectStartButton()
    }

    func test_whenStartIsTapped_thenTimerComesUp() throws {
      try launchApp(arguments: ["--ui-testing"])
        .tapStart()
        .expectTimer()
    }
  }
#endif
