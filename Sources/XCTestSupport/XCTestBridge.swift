import LeakTracking
import Testing
import TestingSupportCore
import XCTest

/// Fails an XCTest for the issues that the functions of this package record while it runs.
///
/// XCTest runs one test case at a time. An observer stores it, so functions don't need it as a parameter.
final class XCTestBridge: NSObject, XCTestObservation, Sendable {
  static let shared = XCTestBridge()

  /// One run of a test method.
  // Sendable: a test case is used under the lock below, or by XCTest itself, which waits for its own teardown blocks.
  struct Run: @unchecked Sendable {
    weak var testCase: XCTestCase?
    let leakScope: LeakScope
  }

  // The innermost run is last: a test case can run another one.
  private let runs = Locked<[Run]>([])

  func install() {
    XCTestObservationCenter.shared.addTestObserver(self)
    UnattributedIssues.processWide.install {
      self.record(XCTestFailure(text: $0, location: $1))
    } failureCount: {
      self.runs.withLock { $0.last?.testCase?.testRun?.failureCount }
    }
    LeakScope.installFallback { self.leakScope }
  }

  /// Fails the running test case.
  ///
  /// - Returns: Whether there is one.
  func record(_ failure: XCTestFailure) -> Bool {
    runs.withLock { runs in
      guard let testCase = runs.last?.testCase else { return false }
      failure.record(in: testCase)
      return true
    }
  }

  /// Whether an XCTest is running, and no test of Swift Testing.
  var isXCTestRunning: Bool {
    Test.current == nil && runs.withLock { $0.last?.testCase != nil }
  }

  /// The scope of the running test method, for the objects that it tracks.
  private var leakScope: LeakScope? {
    Test.current == nil ? runs.withLock { $0.last?.leakScope } : nil
  }

  // MARK: XCTestObservation

  func testCaseWillStart(_ testCase: XCTestCase) {
    let advice = "The check ran in a teardown block.\nTrack it in `setUp()` or in the test method."
    let run = Run(testCase: testCase, leakScope: LeakScope(roots: [testCase], adviceForLateTracking: advice))
    runs.withLock { $0.append(run) }
    // The first teardown block is the last one to run: what the others release is deallocated by then.
    testCase.addTeardownBlock { await run.checkForLeaks() }
  }

  func testCaseDidFinish(_ testCase: XCTestCase) {
    let finished = runs.withLock { runs in
      let finished = runs.filter { $0.testCase === testCase || $0.testCase == nil }
      runs.removeAll { $0.testCase === testCase || $0.testCase == nil }
      return finished
    }
    withExtendedLifetime(finished) {}
  }
}

extension XCTestBridge.Run {
  fileprivate func checkForLeaks() async {
    guard leakScope.hasTracked else { return }
    // XCTest calls the test on the main thread. A separate job there drains the pool of the previous one.
    await MainActor.run { withAutoreleasePool {} }
    for leak in await leakScope.leaks() {
      guard let testCase else { return }
      let text = [leak.comment?.rawValue, leak.text].compactMap(\.self).joined(separator: "\n")
      XCTestFailure(text: text, location: leak.sourceLocation).record(in: testCase)
    }
  }
}

/// Called when the image is loaded, by a constructor written in C.
@_cdecl("testing_support_install_xctest_bridge")
func installAtImageLoad() {
  XCTestBridge.shared.install()
}
