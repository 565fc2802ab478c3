import DeterministicScheduling
import LeakTracking
import TestAssertions
import Testing
import XCTest
import XCTestSupport

final class TrackForMemoryLeaksTests: XCTestCase {
  // MARK: Objects that go

  func test_whenObjectIsGone_thenNothingFails() {
    let observed = ObservedTestCase.run { _ in trackForMemoryLeaks(Screen()) }

    expectNoDifference(observed.failures, [])
  }

  func test_whenObjectIsTracked_thenItIsGivenBack() {
    let screen = Screen()

    var tracked: Screen?
    _ = ObservedTestCase.run { _ in tracked = trackForMemoryLeaks(screen) }

    XCTAssertTrue(tracked === screen)
  }

  func test_whenTaskLetsGoShortlyAfterMethod_thenNothingFails() {
    let observed = ObservedTestCase.run { _ in
      let screen = trackForMemoryLeaks(Screen())
      Task {
        for _ in 0..<100 { await Task.yield() }  // conventions:ignore yielding - the work takes a while
        screen.touch()
      }
    }

    expectNoDifference(observed.failures, [])
  }

  func test_whenLaterTeardownBlockLetsGo_thenNothingFails() {
    let observed = ObservedTestCase.run { testCase in
      testCase.sut = trackForMemoryLeaks(Screen())
      testCase.addTeardownBlock { [unowned testCase] in testCase.sut = nil }
    }

    expectNoDifference(observed.failures, [])
  }

  func test_whenAsyncMethodEnds_thenItsObjectsAreGone() async throws {
    let screen = trackForMemoryLeaks(Screen())
    try await withDeterministicScheduling {
      let inner = trackForMemoryLeaks(Screen())
      try await Task.sleep(for: .milliseconds(10))  // sleep-is-the-subject
      inner.touch()
    }
    screen.touch()
  }

  // MARK: Objects that stay

  func test_whenObjectStays_thenFailureIsAtLineThatTrackedIt() {
    let screen = Screen()
    let line = #line + 2
    let observed = ObservedTestCase.run { _ in
      trackForMemoryLeaks(screen)
    }

    expectNoDifference(observed.failures, [.init(text: unseenHolderText, line: line)])
  }

  func test_whenFactoryPassesPlaceOn_thenFailureIsAtItsCaller() {
    func makeScreen(sourceLocation: SourceLocation = #_sourceLocation) -> Screen {
      trackForMemoryLeaks(Screen(), sourceLocation: sourceLocation)
    }
    var screen: Screen?
    let line = #line + 2
    let observed = ObservedTestCase.run { _ in
      screen = makeScreen()
    }

    expectNoDifference(observed.failures, [.init(text: unseenHolderText, line: line)])
    screen?.touch()
  }

  func test_whenMessageIsGiven_thenItComesFirst() {
    let screen = Screen()
    let line = #line + 2
    let observed = ObservedTestCase.run { _ in
      trackForMemoryLeaks(screen, "The screen was closed")
    }

    expectNoDifference(observed.failures, [.init(text: "The screen was closed\n\(unseenHolderText)", line: line)])
  }

  func test_whenObjectsHoldEachOther_thenCycleIsToldOnce() {
    let line = #line + 4
    let observed = ObservedTestCase.run { _ in
      let (screen, model) = (Screen(), Model())
      (screen.model, model.screen) = (model, screen)
      trackForMemoryLeaks(screen, model)
    }

    expectNoDifference(
      observed.failures,
      [
        .init(
          text: """
            Screen was not deallocated
            Strong reference cycle: Screen.model → Model.screen → Screen
            Model also leaked, retained by it
            """,
          line: line
        )
      ]
    )
  }

  func test_whenPropertyOfTestCaseHoldsObject_thenThatIsTold() {
    let line = #line + 2
    let observed = ObservedTestCase.run { testCase in
      testCase.sut = trackForMemoryLeaks(Screen())
    }

    let text = """
      Screen was not deallocated
      Retained by: ObservedTestCase.sut → Screen
      The first object outlives the test.
      """
    expectNoDifference(observed.failures, [.init(text: text, line: line)])
  }

  func test_whenObjectIsTrackedTwice_thenItFailsOnce() {
    let screen = Screen()
    let observed = ObservedTestCase.run { _ in
      trackForMemoryLeaks(screen)
      trackForMemoryLeaks(screen)
    }

    expectNoDifference(observed.failures.count, 1)
  }

  func test_whenThirdOfSeveralStays_thenItAloneFails() {
    let screen = Screen()
    let line = #line + 2
    let observed = ObservedTestCase.run { _ in
      trackForMemoryLeaks(Model(), Model(), screen, Model())
    }

    expectNoDifference(observed.failures, [.init(text: unseenHolderText, line: line)])
  }

  // MARK: One test after the other

  func test_whenTestCaseHasRun_thenNextOneKnowsNothingOfItsObjects() {
    let (first, second) = (Screen(), Model())
    let observed = [
      ObservedTestCase.run { _ in trackForMemoryLeaks(first) },
      ObservedTestCase.run { _ in trackForMemoryLeaks(second) },
    ]

    expectNoDifference(observed.map { $0.failures.map { $0.text.prefix(6) } }, [["Screen"], ["Model "]])
  }

  func test_whenObjectIsTrackedAfterLook_thenThatFails() {
    let screen = Screen()
    let line = #line + 2
    let observed = ObservedTestCase.run(tearDown: { _ in
      trackForMemoryLeaks(screen)
    }) { _ in
      trackForMemoryLeaks(Model())
    }

    let text = """
      This Screen was tracked after the leak check
      The check ran in a teardown block.
      Track it in `setUp()` or in the test method.
      """
    expectNoDifference(observed.failures, [.init(text: text, line: line)])
  }
}

/// Tracks in the phases of a test that a test method does not see.
final class TrackingPhasesTests: XCTestCase {
  private var screen: Screen?

  override func setUp() {
    screen = trackForMemoryLeaks(Screen())
    addTeardownBlock { [unowned self] in screen = nil }
  }

  func test_whenObjectIsTrackedInSetUp_thenItIsChecked() {
    XCTAssertNotNil(screen)
  }

  func test_whenObjectIsFirstTrackedInTeardownBlock_thenItIsChecked() {
    addTeardownBlock { trackForMemoryLeaks(Screen()) }
  }
}

// MARK: - Factories

private let unseenHolderText = """
  Screen was not deallocated
  Retained by something that reflection cannot see: a closure, a detached task, a global, or the system
  (a timer, a notification observer, a view hierarchy, or an autorelease pool that has not drained).
  """

// MARK: - Test Doubles

// Sendable: touched by one task at a time.
private final class Screen: @unchecked Sendable {
  var model: Model?
  func touch() {}
}

private final class Model {
  var screen: Screen?
}
