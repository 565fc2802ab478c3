#if canImport(XCUIAutomation) || (os(iOS) && canImport(XCTest) && !targetEnvironment(macCatalyst))
  import XCTest

  // The test of the page "Page objects for UI tests". Its page objects are in `Examples/Tests/SessionsTests/UI`; the
  // ones here are the least that it needs. A unit-test target has no app to launch, so it is compiled and skipped.

  @MainActor
  final class SessionFlowUITests: XCTestCase {
    func test_whenSessionIsStartedAndStopped_thenItIsOver() throws {
      // An app that hosts unit tests is an app, too: only a UI-test runner can launch another one.
      let isUITestRunner = Bundle.main.bundleIdentifier?.hasSuffix(".xctrunner") == true
      try XCTSkipUnless(isUITestRunner, "A UI test needs an app to launch.")

      launch(arguments: ["--ui-testing", "--reset-state"])
        .tapStart()
        .waitForTimer()
        .tapStop()
        .expectSessionStatus("Finished")
    }

    private func launch(arguments: [String]) -> HomePage {
      continueAfterFailure = false
      let app = XCUIApplication()
      app.launchArguments = arguments
      app.launch()
      return HomePage(app: app)
    }
  }

  @MainActor
  private struct HomePage {
    let app: XCUIApplication

    func tapStart() -> SessionPage {
      app.buttons["start-session-button"].tap()
      return SessionPage(app: app)
    }

    func expectSessionStatus(_ expected: String, file: StaticString = #filePath, line: UInt = #line) {
      XCTAssertEqual(app.staticTexts["session-status-label"].label, expected, file: file, line: line)
    }
  }

  @MainActor
  private struct SessionPage {
    let app: XCUIApplication

    func waitForTimer(file: StaticString = #filePath, line: UInt = #line) -> Self {
      let isThere = app.staticTexts["session-timer-label"].waitForExistence(timeout: 10)
      XCTAssertTrue(isThere, "The timer did not come up.", file: file, line: line)
      return self
    }

    func tapStop() -> HomePage {
      app.buttons["stop-session-button"].tap()
      return HomePage(app: app)
    }
  }
#endif
