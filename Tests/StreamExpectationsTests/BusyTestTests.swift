import DeterministicScheduling
import StreamExpectations
import TestDoubles
import Testing
import TestingSupportCore

@Suite("Helpers in a test that never becomes idle", .scheduledOnly, .deterministic)
struct BusyTestTests {
  @Test("When a probe ends then it says that events may be missing, at its line")
  func whenProbeEnds_thenFailureSaysSo() async {
    let source = StreamSource<Int>()
    var line = 0
    let issues = await issuesBesideBusyTask { start in
      line = #line + 1
      await withProbe(of: source.makeStream()) { _ in start() }
    }
    expect(issues, areNeverIdleAt: [line])
  }

  @Test("When a probe for a double ends then it says so too")
  func whenProbeForDoubleEnds_thenFailureSaysSo() async {
    var line = 0
    let issues = await issuesBesideBusyTask { start in
      line = #line + 1
      await withProbe(for: Int.self) { _ in start() }
    }
    expect(issues, areNeverIdleAt: [line])
  }

  @Test("When several probes end then it is said once")
  func whenSeveralProbesEnd_thenItIsSaidOnce() async {
    let source = StreamSource<Int>()
    var line = 0
    let issues = await issuesBesideBusyTask { start in
      line = #line + 1
      await withProbes(of: source.makeStream(), source.makeStream()) { _, _ in start() }
    }
    expect(issues, areNeverIdleAt: [line])
  }

  @Test("When a probe ends with events unread then they are listed all the same")
  func whenEventsAreUnread_thenTheyAreListed() async {
    let issues = await issuesBesideBusyTask { start in
      await withProbe(for: Int.self) { probe in
        probe.send(1)
        start()
      }
    }
    #expect(
      issues.textsWithoutTasks == [
        neverIdle, "Unread events in the probe\n  1. element(1)\nRead them, or call `ignoreRemaining()`.",
      ]
    )
  }

  @Test("When no event can be missed then a probe ends without a failure")
  func whenNoEventCanBeMissed_thenProbeEnds() async {
    let source = StreamSource<Int>()
    let ignored = await issuesBesideBusyTask { start in
      await withProbe(of: source.makeStream()) { probe in
        probe.ignoreRemaining()
        start()
      }
    }
    let finished = await issuesBesideBusyTask { start in
      await withProbe(of: stream(1)) { probe in
        await probe.expectNext(1)
        await probe.expectFinish()
        start()
      }
    }
    #expect(ignored.texts == [])
    #expect(finished.texts == [])
  }

  @Test("When silence is expected then the failure is at the line that expects it")
  func whenSilenceIsExpected_thenFailureIsAtItsLine() async {
    let source = StreamSource<Int>()
    var line = 0
    let issues = await issuesBesideBusyTask { start in
      line = #line + 1
      await expectNothing(from: source.makeStream()) { start() }
      await expectNothing(from: source.makeStream())
      await expect(source.makeStream(), delivers: [1], then: .silence) { source.send(1) }
      await StreamProbe<Int>().expectSilence()
    }
    // The second and the third subscribe beside the busy task, which fails too.
    expect(issues, areNeverIdleAt: [line, line + 1, line + 1, line + 2, line + 2, line + 3])
  }
}

/// The issues of `body`, which starts a busy task with the closure that it is given.
private func issuesBesideBusyTask(_ body: (_ start: @Sendable () -> Void) async -> Void) async -> [Issue] {
  await WaitLimit.withValue(.milliseconds(10)) {
    await capturingIssues {
      let busy = Locked<Task<Void, Never>?>(nil)
      await body { busy.withLock { $0 = makeBusyTask() } }
      busy.withLock { $0?.cancel() }
    }
  }
}

private func expect(
  _ issues: [Issue],
  areNeverIdleAt lines: [Int],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(issues.textsWithoutTasks == lines.map { _ in neverIdle }, sourceLocation: sourceLocation)
  #expect(issues.lines == lines, sourceLocation: sourceLocation)
  #expect(issues.allSatisfy { $0.sourceLocation?.fileID == #fileID }, sourceLocation: sourceLocation)
}

extension [Issue] {
  /// Which task is busy is known to exact support alone.
  fileprivate var textsWithoutTasks: [String] {
    let names = /Still running or yielding: unnamed task [^\n]+/
    return texts.map { $0.replacing(names, with: "Some of its tasks keep running or yielding.") }
  }
}

private let neverIdle = """
  The test did not become idle within 10 milliseconds
  Some of its tasks keep running or yielding.
  Cancel them, or wait for a specific event.
  """
