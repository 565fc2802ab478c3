#if canImport(XCUIAutomation) || (os(iOS) && canImport(XCTest) && !targetEnvironment(macCatalyst))
  import XCTest

  // Page objects for UI tests: what a person sees and does, named as a person would. Copy them into a UI-test target;
  // in a unit-test target they compile, but there is no app to launch.

  /// The first screen.
  @MainActor
  struct HomePage {
    let app: XCUIApplication

    private var startButton: XCUIElement { app.buttons["start-session-button"] }
    private var sessionStatus: XCUIElement { app.staticTexts["session-status-label"] }

    /// Starts a session and goes on to its screen.
    @discardableResult
    func tapStart() -> SessionPage {
      startButton.tap()
      return SessionPage(app: app)
    }

    /// Fails at the caller's line unless there is a button to start with.
    @discardableResult
    func expectStartButton(file: StaticString = #filePath, line: UInt = #line) -> Self {
      XCTAssertTrue(startButton.exists && startButton.isEnabled, "No session can be started.", file: file, line: line)
      return self
    }

    /// Fails at the caller's line unless the status reads as expected.
    @discardableResult
    func expectSessionStatus(_ expected: String, file: StaticString = #filePath, line: UInt = #line) -> Self {
      XCTAssertEqual(sessionStatus.label, expected, file: file, line: line)
      return self
    }
  }

  /// The screen of a running session.
  @MainActor
  struct SessionPage {
    let app: XCUIApplication

    private var timerLabel: XCUIElement { app.staticTexts["session-timer-label"] }
    private var stopButton: XCUIElement { app.buttons["stop-session-button"] }

    /// Fails at the caller's line unless the timer comes up. UI tests wait for real things in real time.
    @discardableResult
    func waitForTimer(timeout: TimeInterval = 10, file: StaticString = #filePath, line: UInt = #line) -> Self {
      XCTAssertTrue(timerLabel.waitForExistence(timeout: timeout), "The timer did not come up.", file: file, line: line)
      return self
    }

    /// Ends the session and goes back.
    @discardableResult
    func tapStop() -> HomePage {
      stopButton.tap()
      return HomePage(app: app)
    }
  }
#endif
