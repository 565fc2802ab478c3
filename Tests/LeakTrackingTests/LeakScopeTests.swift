import LeakTracking
import Testing
import TestingSupportCore

@Suite("Tracking scopes")
struct LeakScopeTests {
  @Test("When there is no scope then the failure names the trait")
  func whenThereIsNoScope_thenFailureNamesTrait() async {
    var line = 0
    let issues = await capturingIssues {
      line = #line + 1
      trackForMemoryLeaks(Screen())
    }

    #expect(
      issues.map(\.comments) == [
        [
          """
          No leak check covers this Screen
          Add `.tracksMemoryLeaks` to the test or its suite, or wrap the code in `withLeakTracking { }`.
          """
        ]
      ]
    )
    #expect(issues.map(\.sourceLocation?.line) == [line])
  }

  @Test("When a detached task has left the scope then the failure says so")
  func whenDetachedTaskHasLeftScope_thenFailureSaysSo() async {
    let texts = await Task.detached {
      await capturingIssues { trackForMemoryLeaks(Screen()) }.map { $0.comments.map(\.rawValue).joined() }
    }.value

    #expect(texts.map { $0.contains("\nA detached task is outside its test.\n") } == [true])
  }

  @Test("When nothing is tracked then the scope says so at its line")
  func whenNothingIsTracked_thenScopeSaysSo() async {
    var line = 0
    let issues = await capturingIssues {
      line = #line + 1
      await withLeakTracking {}
    }

    #expect(
      issues.map(\.comments) == [
        [
          """
          No object was tracked, so nothing was checked
          Call `trackForMemoryLeaks(_:)` with the objects that the closure should release.
          """
        ]
      ]
    )
    #expect(issues.map(\.sourceLocation?.line) == [line])
  }

  @Test("When scopes are nested then the inner one tells what it tracked")
  func whenScopesAreNested_thenInnerOneTells() async {
    let screen = Screen()
    let issues = await capturingIssues {
      await withLeakTracking {
        trackForMemoryLeaks(Screen())
        let inner = await capturingIssues { await withLeakTracking { _ = trackForMemoryLeaks(screen) } }
        #expect(inner.count == 1)
      }
    }

    #expect(issues.isEmpty)
  }

  @Test("When the scope is on the main actor then its objects are tracked there")
  @MainActor
  func whenScopeIsOnMainActor_thenObjectsAreTracked() async {
    let screen = MainScreen()
    let issues = await capturingIssues {
      await withLeakTracking {
        trackForMemoryLeaks(MainScreen())
        trackForMemoryLeaks(screen)
      }
    }

    #expect(issues.count == 1)  // conventions:ignore count-only - how many there are is the subject
  }
}

// MARK: - makeSUT and Helper Factory Methods

private final class Screen: Sendable {}

@MainActor
private final class MainScreen {}
