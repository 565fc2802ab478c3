#if canImport(XCUIAutomation) || (os(iOS) && canImport(XCTest) && !targetEnvironment(macCatalyst))
  import XCTest

  // Whole flows through the app, against the test server and from a state that is known. In a project of its own this
  // folder is a target beside the UI tests, which runs at night.

  /// A session from its beginning to its end.
  @MainActor
  final class SessionFlowE2ETests: XCTestCase {
    func test_whenSessionIsStopped_thenHomeTellsThatItIsFinished() throws {
      try launchApp(arguments: ["--e2e-testing", "--reset-state"])
        .tapStart()
        .expectTimer()
        .tapStop()
        .expectSessionStatus("Finished")
    }

    func test_whenAppIsLaunchedAgain_thenSessionIsStillRunning() throws {
      try launchApp(arguments: ["--e2e-testing", "--reset-state"])
        .tapStart()
        .expectTimer()

      try launchApp(arguments: ["--e2e-testing"])
        .expectSessionStatus("Active")
    }
  }
#endif
