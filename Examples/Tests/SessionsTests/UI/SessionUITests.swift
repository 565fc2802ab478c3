#if canImport(XCUIAutomation) || (os(iOS) && canImport(XCTest) && !targetEnvironment(macCatalyst))
  import XCTest

  // What a person sees and does from screen to screen, told with the page objects beside this file. A UI-test runner
  // launches the app; in a unit-test target there is none, and the tests are skipped.

  /// The first screen by itself.
  @MainActor
  final class StartButtonUITests: XCTestCase {
    func test_whenAppLaunches_thenStartButtonCanBeTapped() throws {
      let app = try launchApp(arguments: ["--ui-testing"])

      HomePage(app: app).expectStartButton()
    }

    func test_whenStartIsTapped_thenTimerComesUp() throws {
      let app = try launchApp(arguments: ["--ui-testing"])

      HomePage(app: app).tapStart().waitForTimer()
    }
  }

  /// A session from its beginning to its end.
  @MainActor
  final class SessionFlowUITests: XCTestCase {
    func test_whenSessionIsStopped_thenHomeTellsThatItIsFinished() throws {
      let app = try launchApp(arguments: ["--ui-testing", "--reset-state"])

      HomePage(app: app)
        .tapStart()
        .waitForTimer()
        .tapStop()
        .expectSessionStatus("Finished")
    }
  }

  extension XCTestCase {
    /// The app reads the arguments: which state it begins with, and that it leaves out animations.
    @MainActor
    fileprivate func launchApp(arguments: [String]) throws -> XCUIApplication {
      let isUITestRunner = Bundle.main.bundleIdentifier?.hasSuffix(".xctrunner") == true
      try XCTSkipUnless(isUITestRunner, "There is no app to launch: copy this folder into a UI-test target.")
      continueAfterFailure = false
      let app = XCUIApplication()
      app.launchArguments = arguments
      app.launch()
      return app
    }
  }
#endif
