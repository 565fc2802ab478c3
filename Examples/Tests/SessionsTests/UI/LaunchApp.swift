#if canImport(XCUIAutomation) || (os(iOS) && canImport(XCTest) && !targetEnvironment(macCatalyst))
  import XCTest

  extension XCTestCase {
    /// Launches the app and returns its first screen. `LaunchOptions` of the app reads the arguments.
    @MainActor
    func launchApp(arguments: [String]) throws -> HomePage {
      let isUITestRunner = Bundle.main.bundleIdentifier?.hasSuffix(".xctrunner") == true
      try XCTSkipUnless(isUITestRunner, "There is no app to launch: copy this folder into a UI-test target.")
      continueAfterFailure = false
      let app = XCUIApplication()
      app.launchArguments = arguments
      app.launch()
      return HomePage(app: app)
    }
  }
#endif
