import DeterministicScheduling
import LeakTracking
import Testing
import TestingSupportCore

@Suite("Tracking memory leaks")
struct LeakTrackingTests {
  @Suite("Objects that go")
  struct ReleasedTests {
    @Test("When the object is gone then nothing is reported")
    func whenObjectIsGone_thenNothingIsReported() async {
      let issues = await capturingIssues {
        await withLeakTracking { _ = trackForMemoryLeaks(Screen()) }
      }

      #expect(issues.map(\.comments) == [])
    }

    @Test("When an object is tracked then it is given back")
    func whenObjectIsTracked_thenItIsGivenBack() async {
      await withLeakTracking {
        let screen = Screen()
        #expect(trackForMemoryLeaks(screen) === screen)
      }
    }

    @Test("When a task lets go shortly after the body then it is no leak", arguments: [false, true])
    func whenTaskLetsGoAfterBody_thenItIsNoLeak(isDetached: Bool) async {
      let issues = await capturingIssues {
        await withLeakTracking {
          let screen = trackForMemoryLeaks(Screen())
          let work: @Sendable () async -> Void = {
            for _ in 0..<100 { await Task.yield() }  // conventions:ignore yielding - the work takes a while
            screen.touch()
          }
          if isDetached { Task.detached(operation: work) } else { Task(operation: work) }
        }
      }

      #expect(issues.map(\.comments) == [])
    }

    @Test(
      "When a task sleeps in a deterministic test then it is no leak, however long it sleeps",
      .exactOnly,
      .deterministic
    )
    func whenTaskSleepsInDeterministicTest_thenItIsNoLeak() async {
      let issues = await capturingIssues {
        await withLeakTracking {
          let screen = trackForMemoryLeaks(Screen())
          Task.detached {
            try await Task.sleep(for: .seconds(3600))  // sleep-is-the-subject
            screen.touch()
          }
        }
      }

      #expect(issues.map(\.comments) == [])
    }
  }

  @Suite("Objects that stay")
  struct LeakedTests {
    @Test("When an object stays then the failure is at the line that tracked it")
    func whenObjectStays_thenFailureIsAtTrackingLine() async {
      let screen = Screen()
      var line = 0
      let issues = await capturingIssues {
        await withLeakTracking {
          line = #line + 1
          trackForMemoryLeaks(screen)
        }
      }

      #expect(issues.map(\.sourceLocation?.line) == [line])
    }

    @Test("When makeSUT passes its location on then the failure is at the test's line")
    func whenMakeSUTPassesLocation_thenFailureIsAtTestLine() async {
      var line = 0
      let issues = await capturingIssues {
        await withLeakTracking {
          line = #line + 1
          _ = makeLeakingSUT()
        }
      }

      #expect(issues.map(\.sourceLocation?.line) == [line])
    }

    @Test("When an object has a comment then it is reported first")
    func whenObjectHasComment_thenItIsReportedFirst() async {
      let screen = Screen()
      let texts = await leaks { trackForMemoryLeaks(screen, "the screen") }

      #expect(texts.first?.hasPrefix("the screen\nScreen was not deallocated") == true)
    }

    @Test("When an object describes itself then the description is reported")
    func whenObjectDescribesItself_thenDescriptionIsReported() async {
      let (described, debugDescribed) = (DescribedScreen(), DebugDescribedScreen())
      let texts = await leaks { trackForMemoryLeaks(described, debugDescribed) }

      #expect(
        texts.map { $0.prefix { !$0.isNewline } } == [
          "DescribedScreen (home) was not deallocated", "DebugDescribedScreen(#7) was not deallocated",
        ]
      )
    }

    @Test("When an object is tracked twice then it is reported once")
    func whenObjectIsTrackedTwice_thenItIsReportedOnce() async {
      let screen = Screen()
      let texts = await leaks { trackForMemoryLeaks(screen, screen) }

      #expect(texts.count == 1)  // conventions:ignore count-only - how many there are is the subject
    }

    @Test("When many objects of one line stay then they are reported together")
    func whenManyObjectsOfOneLineStay_thenTheyAreReportedTogether() async {
      let screens = (0..<10_000).map { _ in Screen() }
      let texts = await leaks { for screen in screens { trackForMemoryLeaks(screen) } }

      #expect(
        texts.map { $0.split(separator: "\n").prefix(2) } == [
          ["Screen was not deallocated", "9999 more of this type, tracked at this line, also leaked."]
        ]
      )
    }

    @Test("When objects of many lines stay then some are reported and the rest is counted")
    func whenObjectsOfManyLinesStay_thenRestIsCounted() async {
      let screens = (0..<25).map { _ in Screen() }
      let texts = await leaks {
        for (line, screen) in screens.enumerated() {
          let location = SourceLocation(fileID: "A/B.swift", filePath: "B.swift", line: line + 1, column: 1)
          trackForMemoryLeaks(screen, sourceLocation: location)
        }
      }

      #expect(texts.last == "5 more objects were not deallocated: 5 × Screen")
      #expect(texts.count == 21)
    }

    @Test("When the body throws then leaks are reported and the error is passed on")
    func whenBodyThrows_thenLeaksAreReportedAndErrorIsPassedOn() async {
      let screen = Screen()
      let issues = await capturingIssues {
        await #expect(throws: CancellationError.self) {
          try await withLeakTracking {
            trackForMemoryLeaks(screen)
            throw CancellationError()
          }
        }
      }

      #expect(issues.count == 1)  // conventions:ignore count-only - how many there are is the subject
    }

    @Test("When a task never ends then the text tells that work in flight may hold the object", .deterministic)
    func whenTaskNeverEnds_thenTextTellsOfWorkInFlight() async {
      let ending = Locked<CheckedContinuation<Void, Never>?>(nil)
      let texts = await leaks {
        let screen = trackForMemoryLeaks(Screen())
        Task {
          await withCheckedContinuation { continuation in ending.withLock { $0 = continuation } }
          screen.touch()
        }
      }

      let text = texts.first ?? ""
      #expect(texts.count == 1)
      #expect(
        text.hasPrefix("Screen was not deallocated\nPossibly retained by an unfinished task that the test started"),
        "\(text)"
      )
      #expect(DeterministicSupport.current != .exact || text.contains(": unnamed task 1"), "\(text)")
      ending.withLock { $0 }?.resume()
    }

    @Test("When a task never ends outside of a deterministic test then it is reported at the limit")
    func whenTaskNeverEndsOutside_thenItIsReportedAtLimit() async {
      let ending = Locked<CheckedContinuation<Void, Never>?>(nil)
      let texts = await WaitLimit.withValue(.milliseconds(200)) {
        await leaks {
          let screen = trackForMemoryLeaks(Screen())
          Task {
            await withCheckedContinuation { continuation in ending.withLock { $0 = continuation } }
            screen.touch()
          }
        }
      }

      #expect(texts.first?.contains("Possibly retained by an unfinished task") == true)
      ending.withLock { $0 }?.resume()
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

/// What is told of the leaks of a closure.
private func leaks(
  isolation: isolated (any Actor)? = #isolation,
  _ body: () async -> Void
) async -> [String] {
  await capturingIssues { await withLeakTracking { await body() } }
    .map { $0.comments.map(\.rawValue).joined(separator: "\n") }
}

private func makeLeakingSUT(sourceLocation: SourceLocation = #_sourceLocation) -> Node {
  let sut = Node()
  sut.next = sut
  return trackForMemoryLeaks(sut, sourceLocation: sourceLocation)
}

private final class Screen: Sendable {
  func touch() {}
}

private final class Node {
  var next: Node?
}

private final class DescribedScreen: CustomTestStringConvertible {
  var testDescription: String { "home\nwith more below" }
}

private final class DebugDescribedScreen: CustomDebugStringConvertible {
  var debugDescription: String { "DebugDescribedScreen(#7)" }
}
