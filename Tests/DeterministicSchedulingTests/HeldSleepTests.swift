// Only there does the library see such work.
#if os(Linux)
  import Dispatch
  import Foundation
  import TestDoubles
  import Testing
  import TestingSupportCore

  @testable import DeterministicScheduling

  @Suite("Sleeps beside work that a test has started outside", .enabled(if: Runtime.seesStartedWork))
  struct HeldSleepTests {
    @Test(
      "When work takes longer than a time-out then the time-out ends first",
      arguments: [Start.queue, .thread, .workItem]
    )
    func whenWorkTakesLongerThanTimeout_thenTimeoutEndsFirst(start: Start) async throws {
      let (log, end) = (EventLog(), DispatchSemaphore(value: 0))
      try await withDeterministicScheduling(outside: .seconds(60)) {
        await withCheckedContinuation { continuation in
          let first = FirstResumption(continuation)
          start {
            // Where the process is given no time, no task would natively end a sleep either.
            let time = GivenTime()
            while end.wait(timeout: .now() + .milliseconds(100)) == .timedOut, time.elapsed < .seconds(30) {}
            log.add("answer")
            first.resume()
          }
          Task {
            try await Task.sleep(for: .milliseconds(50))  // sleep-is-the-subject
            log.add("time-out")
            first.resume()
            end.signal()
          }
        }
      }
      #expect(log.events.first?.hasSuffix("time-out") == true, "\(log.events)")
    }

    @Test(
      "When sleeps took no time before then delayed work still comes before a sleep behind it",
      arguments: [true, false]
    )
    func whenSleepsTookNoTime_thenDelayedWorkComesFirst(isTimer: Bool) async throws {
      let hasCome = Locked(false)
      let timer = isTimer ? DispatchSource.makeTimerSource() : nil
      try await withDeterministicScheduling(outside: .seconds(60)) {
        if let timer {
          timer.setEventHandler { hasCome.withLock { $0 = true } }
          timer.schedule(deadline: .now() + 1.5)
          timer.resume()
        } else {
          DispatchQueue.global().asyncAfter(deadline: .now() + 1.5) { hasCome.withLock { $0 = true } }
        }
        for _ in 1...13 { try await Task.sleep(for: .milliseconds(100)) }  // sleep-is-the-subject
        // Too short for the work to come, without the sleeps before it.
        try await Task.sleep(for: .milliseconds(1000))  // sleep-is-the-subject
        #expect(hasCome.withLock { $0 })
        #expect(VirtualTime.elapsed == .milliseconds(2300))
      }
      timer?.cancel()
    }

    @Test("When a test polls after sleeps that took no time then delayed work comes before a sleep behind it")
    func whenTestPollsAfterSleeps_thenDelayedWorkComesFirst() async throws {
      let (hasCome, hasSlept) = (Locked(false), Locked(false))
      try await withDeterministicScheduling(outside: .seconds(60)) {
        DispatchQueue.global().asyncAfter(deadline: .now() + 1.5) { hasCome.withLock { $0 = true } }
        for _ in 1...13 { try await Task.sleep(for: .milliseconds(100)) }  // sleep-is-the-subject
        Task {
          try await Task.sleep(for: .milliseconds(1000))  // sleep-is-the-subject
          hasSlept.withLock { $0 = true }
        }
        while !hasCome.withLock({ $0 }), !hasSlept.withLock({ $0 }) {
          await Task.yield()  // conventions:ignore yielding - polls are the subject
        }
        #expect(hasCome.withLock { $0 })
        #expect(!hasSlept.withLock { $0 })
      }
    }

    @Test("When a task sleeps again and again for what a thread does then that comes in time")
    func whenTaskSleepsForThread_thenThatComesInTime() async throws {
      try await withDeterministicScheduling(outside: .seconds(60)) {
        let isDone = Locked(false)
        Thread.detachNewThread {
          usleep(200_000)  // sleep-is-the-subject
          isDone.withLock { $0 = true }
        }
        var sleeps = 0
        while !isDone.withLock({ $0 }), sleeps < 1000 {
          try await Task.sleep(for: .milliseconds(10))  // sleep-is-the-subject
          sleeps += 1
        }
        #expect(isDone.withLock { $0 })
      }
    }

    @Test("When a failing test has only slept for what a queue does then the advice is to await it")
    func whenTestSleptForQueue_thenAdviceIsToAwait() async throws {
      let issues = await capturingIssues {
        try await withDeterministicScheduling {
          DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(100)) {}
          try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
          throw CancellationError()
        }
      }
      let text = try #require(issues.first?.comments.first?.rawValue)
      #expect(
        text.contains("\nAwait the event, such as with a continuation or a stream, in place of a sleep, or use"),
        "\(text)"
      )
    }

    @Test("When work never ends then a sleep ends all the same, and the test passes")
    func whenWorkNeverEnds_thenSleepEnds() async throws {
      let end = DispatchSemaphore(value: 0)
      let issues = await capturingIssues {
        try await withDeterministicScheduling(outside: .seconds(2)) {
          Thread.detachNewThread { end.wait() }
          async let first: Void? = try? Task.sleep(for: .milliseconds(20))  // sleep-is-the-subject
          await Task { try? await Task.sleep(for: .milliseconds(30)) }.value  // sleep-is-the-subject
          await first
          #expect(VirtualTime.elapsed == .milliseconds(30))
        }
      }
      end.signal()
      #expect(issues.map(\.comments) == [])
    }

    @Test("When a source has no event until a task has slept then the sleep ends, and the test passes")
    func whenSourceHasNoEvent_thenSleepEnds() async throws {
      let pipe = Pipe()
      let issues = await capturingIssues {
        try await withDeterministicScheduling(outside: .seconds(2)) {
          let (reading, writing) = (pipe.fileHandleForReading, pipe.fileHandleForWriting)
          let source = DispatchSource.makeReadSource(fileDescriptor: reading.fileDescriptor, queue: .global())
          let writer = Task {
            try? await Task.sleep(for: .milliseconds(20))  // sleep-is-the-subject
            writing.write(Data([1]))
          }
          await withCheckedContinuation { continuation in
            source.setEventHandler {
              source.cancel()
              continuation.resume()
            }
            source.resume()
          }
          await writer.value
        }
      }
      #expect(issues.map(\.comments) == [])
    }

    @Test("When a sleep takes as long as the test waits then it ends, and the test passes")
    func whenSleepTakesAsLongAsLimit_thenItEnds() async throws {
      let end = DispatchSemaphore(value: 0)
      let issues = await capturingIssues {
        for _ in 0..<20 {
          try await withDeterministicScheduling(outside: .milliseconds(10)) {
            Thread.detachNewThread { end.wait() }
            await Task { try? await Task.sleep(for: .milliseconds(10)) }.value  // sleep-is-the-subject
          }
        }
      }
      for _ in 0..<20 { end.signal() }
      #expect(issues.map(\.comments) == [])
    }

    @Test("When a sleep takes longer than the test waits then it ends after that")
    func whenSleepIsLonger_thenItEndsAtLimit() async throws {
      let (end, time) = (DispatchSemaphore(value: 0), GivenTime())
      try await withDeterministicScheduling(outside: .milliseconds(50)) {
        Thread.detachNewThread { end.wait() }
        await Task { try? await Task.sleep(for: .seconds(3600)) }.value  // sleep-is-the-subject
      }
      end.signal()
      #expect(time.elapsed < .seconds(30))
    }
  }

  /// Resumes a continuation once.
  private final class FirstResumption: Sendable {
    private let continuation: Locked<CheckedContinuation<Void, Never>?>

    init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = Locked(continuation) }

    func resume() {
      continuation.withLock { continuation in
        defer { continuation = nil }
        return continuation
      }?.resume()
    }
  }
#endif
