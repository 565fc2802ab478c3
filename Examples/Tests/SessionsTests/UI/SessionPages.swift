#if canImport(XCUIAutomation) || (os(iOS) && canImport(XCTest) && !targetEnvironment(macCatalyst))
  import XCTest

  // Page objects for UI tests: what a person sees and does, named as a person would. Copy them into a UI-test target and
  // into an end-to-end target; in a unit-test target they compile, but there is no app to launch.

  /// The first screen.
  @MainActor
  struct HomePage {
    let app: XCUIApplication

    private var startButton: XCUIElement { app.buttons["start-session-button"] }
    private var sessionStatus: XCUIElement { app.staticTexts["session-status-label"] }

    /// Starts a session and goes on to its screen. Waits for the button.
    @discardableResult
    func tapStart(file: StaticString = #filePath, line: UInt = #line) -> SessionPage {
      startButton.expectExistence("There is no button to start a session.", file: file, line: line)
      startButton.tap()
      return SessionPage(app: app)
    }

    /// Fails at the caller's line unless a button to start with comes up and can be tapped.
    @discardableResult
    func expectStartButton(file: StaticString = #filePath, line: UInt = #line) -> Self {
      startButton.expectExistence("There is no button to start a session.", file: file, line: line)
      startButton.expect("isEnabled == true", "The button to start a session is disabled.", file: file, line: line)
      return self
    }

    /// Fails at the caller's line unless the status comes to read as expected.
    @discardableResult
    func expectSessionStatus(_ expected: String, file: StaticString = #filePath, line: UInt = #line) -> Self {
      sessionStatus.expect("label == \"\(expected)\"", "The status is not \(expected).", file: file, line: line)
      return self
    }
  }

  /// The screen of a running session.
  @MainActor
  struct SessionPage {
    let app: XCUIApplication

    private var timerLabel: XCUIElement { app.staticTexts["session-timer-label"] }
    private var stopButton: XCUIElement { app.buttons["stop-session-button"] }

    /// Fails at the caller's line unless the timer comes up.
    @discardableResult
    func expectTimer(file: StaticString = #filePath, line: UInt = #line) -> Self {
      timerLabel.expectExistence("The timer did not come up.", file: file, line: line)
      return self
    }

    /// Ends the session and goes back. Waits for the button.
    @discardableResult
    func tapStop(file: StaticString = #filePath, line: UInt = #line) -> HomePage {
      stopButton.expectExistence("There is no button to stop the session.", file: file, line: line)
      stopButton.tap()
      return HomePage(app: app)
    }
  }

  extension XCUIElement {
    /// Fails at the caller's line unless the element comes up. UI tests wait for real things in real time.
    fileprivate func expectExistence(_ message: String, file: StaticString, line: UInt) {
      XCTAssertTrue(waitForExistence(timeout: 10), message, file: file, line: line)
    }

    /// Fails at the caller's line unless a condition comes to hold.
    fileprivate func expect(_ condition: String, _ message: String, file: StaticString, line: UInt) {
      let expectation = XCTNSPredicateExpectation(predicate: NSPredicate(format: condition), object: self)
      let result = XCTWaiter().wait(for: [expectation], timeout: 10)
      XCTAssertEqual(result, .completed, message, file: file, line: line)
    }
  }
#endif
