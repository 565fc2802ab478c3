// conventions:ignore-file yielding - tasks that poll are the subject

// Only there does the library see such work.
#if os(Linux)
  import Dispatch
  import Foundation
  import Testing
  import TestingSupportCore

  @testable import DeterministicScheduling

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  @Suite("Work that a test starts outside its schedule, as it runs", .enabled(if: isSeen))
  struct StartedWorkRunTests {
    @Suite("While a test waits for the outside")
    struct WhileTestWaitsForOutside {
      @Test("When a time-out is raced against work that the test started then the work wins", arguments: Start.allCases)
      func whenTimeoutRacesWork_thenWorkWins(start: Start) async throws {
        try await withDeterministicScheduling(outside: .seconds(60)) {
          let winner = await race { resume in
            start {
              usleep(10_000)  // sleep-is-the-subject
              resume()
            }
          }
          #expect(winner == "outside")
          #expect(VirtualTime.elapsed == .zero)
        }
      }

      @Test(
        "When a work item is cancelled, waited for, or a barrier then it behaves as ever",
        .deterministic(outside: .seconds(60))
      )
      func whenWorkItemIsUsed_thenItBehavesAsEver() async {
        let (log, queue) = (Numbers(), DispatchQueue(label: "queue", attributes: .concurrent))
        let cancelled = DispatchWorkItem { log.add(-1) }
        queue.suspend()
        for number in 1...4 {
          queue.async {
            if number == 4 { usleep(300_000) }  // sleep-is-the-subject
            log.add(number)
          }
        }
        queue.async(execute: cancelled)
        queue.async(execute: DispatchWorkItem(flags: .barrier) { log.add(log.all.count == 4 ? 5 : -2) })
        for number in 6...9 { queue.async { log.add(number) } }
        cancelled.cancel()
        queue.resume()
        let last = DispatchWorkItem(flags: .barrier) { log.add(10) }
        queue.async(execute: last)
        await withCheckedContinuation { continuation in
          last.notify(queue: .global()) { continuation.resume() }
        }
        #expect(log.all.sorted() == Array(1...10))
        #expect(log.all[4] == 5 && log.all[9] == 10)
        #expect(cancelled.isCancelled)
      }

      @Test(
        "When a barrier is to begin later, or in a group, then it behaves as ever",
        .deterministic(outside: .seconds(60))
      )
      func whenBarrierIsLaterOrInGroup_thenItBehavesAsEver() async {
        let (log, queue, group) = (Numbers(), DispatchQueue(label: "queue", attributes: .concurrent), DispatchGroup())
        let cancelled = DispatchWorkItem(flags: .barrier) { log.add(-1) }
        queue.suspend()
        for number in 1...4 {
          queue.async {
            if number == 4 { usleep(100_000) }  // sleep-is-the-subject
            log.add(number)
          }
        }
        queue.async(group: group, execute: cancelled)
        queue.async(group: group, flags: .barrier) { log.add(log.all.count == 4 ? 5 : -2) }
        for number in 6...9 { queue.async(group: group) { log.add(number) } }
        let last = DispatchWorkItem(flags: .barrier) { log.add(10) }
        cancelled.cancel()
        queue.resume()
        await withCheckedContinuation { continuation in
          group.notify(queue: .global()) {
            last.notify(queue: .global()) { continuation.resume() }
            queue.asyncAfter(deadline: .now() + .milliseconds(1), execute: last)
          }
        }
        #expect(log.all.sorted() == Array(1...10))
        #expect(log.all[4] == 5 && log.all[9] == 10)
        #expect(cancelled.isCancelled)
      }

      @Test(
        "When a work item that is to begin later is cancelled then sleeps take no real time",
        .timeLimit(.minutes(15)),
        .deterministic(outside: .seconds(3600)),
        arguments: [false, true]
      )
      func whenDelayedItemIsCancelled_thenSleepsTakeNoTime(isBarrier: Bool) async throws {
        let start = DispatchTime.now()
        let item = DispatchWorkItem(flags: isBarrier ? .barrier : []) { Issue.record("The item was cancelled") }
        DispatchQueue.global().asyncAfter(deadline: .now() + 20, execute: item)
        DispatchQueue.global().asyncAfter(deadline: .now() + 20, execute: item)
        item.cancel()
        try await Task.sleep(for: .seconds(3600))  // sleep-is-the-subject
        DispatchQueue.global().asyncAfter(deadline: .now() + 20, execute: item)
        try await Task.sleep(for: .seconds(3600))  // sleep-is-the-subject
        #expect(VirtualTime.elapsed == .seconds(7200))
        #expect(DispatchTime.now() < start + 20)
      }

      @Test(
        "When such an item is cancelled outside while time stands still then time goes on",
        .timeLimit(.minutes(15)),
        .deterministic(outside: .seconds(3600))
      )
      func whenDelayedItemIsCancelledOutside_thenTimeGoesOn() async throws {
        let start = DispatchTime.now()
        // Safe: an item may be cancelled on any thread.
        nonisolated(unsafe) let item = DispatchWorkItem {}
        DispatchQueue.global().asyncAfter(deadline: .now() + 20, execute: item)
        let isAsleep = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          isAsleep.wait()
          usleep(50_000)  // sleep-is-the-subject
          item.cancel()
        }
        isAsleep.signal()
        try await Task.sleep(for: .seconds(3600))  // sleep-is-the-subject
        #expect(VirtualTime.elapsed == .seconds(3600))
        #expect(DispatchTime.now() < start + 20)
      }

      @Test(
        "When a channel stays open then sleeps take no real time",
        .timeLimit(.minutes(15)),
        .deterministic(outside: .seconds(3600))
      )
      func whenChannelStaysOpen_thenSleepsTakeNoTime() async throws {
        let channel = "/dev/null".withCString { path in
          DispatchIO(type: .stream, path: path, oflag: O_RDWR, mode: 0, queue: .global()) { _ in }
        }
        let (stream, consumer) = AsyncStream.makeStream(of: Int.self)
        Task {
          try await Task.sleep(for: .seconds(3600))  // sleep-is-the-subject
          consumer.yield(1)
        }
        for await _ in stream { break }
        #expect(VirtualTime.elapsed == .seconds(3600))
        channel?.close()
      }

      @Test("When an actor and the main actor start the work then it wins too", .deterministic(outside: .seconds(60)))
      func whenActorStartsWork_thenItWins() async {
        let main = await race { resume in Task { @MainActor in Start.queue { resume() } } }
        let other = await race { resume in Task { await Starter().start(resume) } }
        #expect([main, other] == ["outside", "outside"])
      }

      @Test(
        "When a task polls for what the work does then its sleeps take no time",
        .deterministic(outside: .seconds(60))
      )
      func whenTaskPolls_thenTimeStandsStill() async throws {
        let isDone = Locked(false)
        Start.queue {
          usleep(10_000)  // sleep-is-the-subject
          isDone.withLock { $0 = true }
        }
        try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
        #expect(isDone.withLock { $0 })
      }

      @Test("When nothing is under way then sleeps take no real time", .deterministic(outside: .seconds(3600)))
      func whenNothingIsUnderWay_thenSleepsTakeNoTime() async throws {
        await withCheckedContinuation { continuation in Start.queue { continuation.resume() } }
        let (stream, source) = AsyncStream.makeStream(of: Int.self)
        Task {
          try await Task.sleep(for: .seconds(3600))  // sleep-is-the-subject
          source.yield(1)
        }
        for await _ in stream { break }
        #expect(VirtualTime.elapsed == .seconds(3600))
      }

      @Test(
        "When a block is to begin later than a sleep ends then the sleep ends",
        .deterministic(outside: .seconds(3600))
      )
      func whenBlockIsLater_thenSleepEnds() async throws {
        DispatchQueue.global().asyncAfter(deadline: .now() + 86_400) {}
        DispatchQueue.global().asyncAfter(wallDeadline: .now() + 86_400) {}
        try await Task.sleep(for: .seconds(3600))  // sleep-is-the-subject
        #expect(VirtualTime.elapsed == .seconds(3600))
      }

      @Test(
        "When a timer is to go off later than a sleep ends then the sleep ends",
        .deterministic(outside: .seconds(3600))
      )
      func whenTimerIsLater_thenSleepEnds() async throws {
        let source = DispatchSource.makeTimerSource(queue: .global())
        source.schedule(deadline: .now() + 86_400)
        source.setEventHandler {}
        source.resume()
        let (stream, consumer) = AsyncStream.makeStream(of: Int.self)
        let suspended = Task { for await _ in stream {} }
        try await Task.sleep(for: .seconds(3600))  // sleep-is-the-subject
        #expect(VirtualTime.elapsed == .seconds(3600))
        consumer.finish()
        await suspended.value
        source.cancel()
      }

      @Test(
        "When a source has no more to do, or ticks while all tasks sleep, then sleeps take no real time",
        .deterministic(outside: .seconds(3600))
      )
      func whenSourceHasEnded_thenSleepsTakeNoTime() async throws {
        let ticks = DispatchSource.makeTimerSource(queue: .global())
        ticks.schedule(deadline: .now(), repeating: .milliseconds(10))
        ticks.setEventHandler {}
        ticks.resume()
        let once = DispatchSource.makeTimerSource(queue: .global())
        await withCheckedContinuation { continuation in
          once.schedule(deadline: .now())
          once.setEventHandler { continuation.resume() }
          once.resume()
        }
        try await Task.sleep(for: .seconds(3600))  // sleep-is-the-subject
        ticks.cancel()
        let (stream, consumer) = AsyncStream.makeStream(of: Int.self)
        Task {
          try await Task.sleep(for: .seconds(3600))  // sleep-is-the-subject
          consumer.yield(1)
        }
        for await _ in stream { break }
        #expect(VirtualTime.elapsed == .seconds(7200))
        withExtendedLifetime(once) {}
      }

      @Test("When a source lives on then time goes on after the limit, and no failure is recorded")
      func whenSourceLivesOn_thenTimeGoesOn() async throws {
        let issues = await capturingIssues {
          try await withDeterministicScheduling(outside: .milliseconds(30)) {
            let source = DispatchSource.makeUserDataAddSource(queue: .global())
            source.setEventHandler {}
            source.resume()
            let (stream, consumer) = AsyncStream.makeStream(of: Int.self)
            Task {
              try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
              consumer.yield(1)
            }
            for await _ in stream { break }
            #expect(VirtualTime.elapsed == .seconds(1))
            source.cancel()
          }
        }
        #expect(issues.isEmpty, "\(issues)")
      }

      @Test("When a connection is refused then that is earlier than a time-out", .deterministic(outside: .seconds(60)))
      func whenConnectionIsRefused_thenItWins() async throws {
        let url = try #require(URL(string: "http://127.0.0.1:9/"))
        let winner = await race { resume in
          URLSession(configuration: .ephemeral).dataTask(with: url) { _, _, _ in resume() }.resume()
        }
        #expect(winner == "outside")
      }

      @Test("When a thread goes on and all tasks sleep then they wake", .deterministic(outside: .seconds(3600)))
      func whenThreadGoesOn_thenSleepersWake() async throws {
        let end = DispatchSemaphore(value: 0)
        Thread.detachNewThread { end.wait() }
        try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
        end.signal()
      }

      @Test("When work takes longer than the limit then time goes on, and no failure is recorded")
      func whenWorkTakesTooLong_thenTimeGoesOn() async throws {
        let end = DispatchSemaphore(value: 0)
        let issues = await capturingIssues {
          try await withDeterministicScheduling(outside: .milliseconds(30)) {
            Start.queue { end.wait() }
            try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
            try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
            #expect(VirtualTime.elapsed == .seconds(2))
          }
        }
        end.signal()
        #expect(issues.isEmpty, "\(issues)")
      }

      @Test("When a loop polls the clock beside work without end then time goes on")
      func whenLoopPolls_thenTimeGoesOn() async throws {
        let end = DispatchSemaphore(value: 0)
        try await withDeterministicScheduling(outside: .milliseconds(30)) {
          Start.queue { end.wait() }
          let start = ContinuousClock.now
          while ContinuousClock.now < start + .seconds(1) { await Task.yield() }
        }
        end.signal()
      }
    }

    @Suite("The clocks there")
    struct Clocks {
      @Test("When work reads a clock then it shows the time of the test", .deterministic, arguments: Start.allCases)
      func whenWorkReadsClock_thenItShowsTimeOfTest(start: Start) async throws {
        let begin = ContinuousClock.now
        try await Task.sleep(for: .seconds(3600))  // sleep-is-the-subject
        let there = await withCheckedContinuation { continuation in
          start { continuation.resume(returning: ContinuousClock.now) }
        }
        #expect(there == begin + .seconds(3600))
        #expect(ContinuousClock.now == there)
      }

      @Test(
        "When iterations run on other threads then clocks and dates there show the time of the test",
        .deterministic(dates: .virtual)
      )
      func whenIterationsRunOnOtherThreads_thenClocksShowTimeOfTest() async throws {
        try await Task.sleep(for: .seconds(3600))  // sleep-is-the-subject
        let (now, date) = (ContinuousClock.now, Date())
        let others = Locked(0)
        DispatchQueue.concurrentPerform(iterations: 64) { _ in
          usleep(1000)  // sleep-is-the-subject
          if ContinuousClock.now != now || Date() != date { others.withLock { $0 += 1 } }
        }
        #expect(others.withLock { $0 } == 0)
      }

      @Test("When the test is over then a thread that it has left shows real time")
      func whenTestIsOver_thenThreadShowsRealTime() async throws {
        let (resumption, time) = (DispatchSemaphore(value: 0), Locked<Duration?>(nil))
        let isRead = Waiter()
        let real = ContinuousClock.now
        try await withDeterministicScheduling {
          Thread.detachNewThread {
            resumption.wait()
            time.withLock { $0 = ContinuousClock.now - real }
            isRead.signal()
          }
          try await Task.sleep(for: .seconds(86_400))  // sleep-is-the-subject
        }
        resumption.signal()
        #expect(await isRead.wait() == .signaled)
        #expect((time.withLock { $0 } ?? .seconds(86_400)) < .seconds(43_200))
      }

      @Test("When a thread polls a clock that stands still then its loop ends", .deterministic)
      func whenThreadPollsClock_thenLoopEnds() async {
        await withCheckedContinuation { continuation in
          Thread.detachNewThread {
            let start = ContinuousClock.now
            while ContinuousClock.now < start + .milliseconds(50) {}
            continuation.resume()
          }
        }
      }
    }

    @Suite("Time that passes there")
    struct PassingTime {
      @Test(
        "When work has polled a clock then no other code of the test reads an earlier time",
        .deterministic,
        arguments: [Start.queue, .thread, .timer]
      )
      func whenWorkHasPolled_thenNobodyReadsEarlierTime(start: Start) async {
        let polled = await withCheckedContinuation { continuation in
          start { continuation.resume(returning: poll(30_000)) }
        }
        #expect(ContinuousClock.now >= polled)
        let there = await withCheckedContinuation { continuation in
          Start.queue { continuation.resume(returning: ContinuousClock.now) }
        }
        #expect(there >= polled)
      }

      @Test("When a block has polled a clock then the next one of its queue reads no earlier time", .deterministic)
      func whenBlockHasPolled_thenNextReadsNoEarlierTime() async {
        let (queue, polled) = (DispatchQueue(label: "queue"), Locked(ContinuousClock.now))
        queue.async { polled.withLock { $0 = poll(30_000) } }
        let next = await withCheckedContinuation { continuation in
          queue.async { continuation.resume(returning: ContinuousClock.now) }
        }
        #expect(next >= polled.withLock { $0 })
      }

      @Test("When work has polled a clock then a task that was blocked meanwhile reads no earlier time", .deterministic)
      func whenWorkHasPolled_thenBlockedTaskReadsNoEarlierTime() async {
        let (end, polled) = (DispatchSemaphore(value: 0), Locked(ContinuousClock.now))
        let start = ContinuousClock.now
        Start.queue {
          polled.withLock { $0 = poll(30_000) }
          end.signal()
        }
        waitBlocking(end)
        let now = ContinuousClock.now
        #expect(now >= polled.withLock { $0 })
        #expect(now > start)
      }

      @Test("When a task has polled a clock then the work that it starts reads no earlier time", .deterministic)
      func whenTaskHasPolled_thenItsWorkReadsNoEarlierTime() async {
        let polled = poll(30_000)
        let (isEarlier, end) = (Locked(false), DispatchSemaphore(value: 0))
        Start.queue {
          if ContinuousClock.now < polled { isEarlier.withLock { $0 = true } }
          end.signal()
        }
        waitBlocking(end)
        #expect(!isEarlier.withLock { $0 })
        let polledAgain = poll(30_000)
        DispatchQueue.concurrentPerform(iterations: 64) { _ in
          usleep(500)  // sleep-is-the-subject
          if ContinuousClock.now < polledAgain { isEarlier.withLock { $0 = true } }
        }
        #expect(!isEarlier.withLock { $0 })
      }

      @Test(
        "When work polls for longer than a time-out allows then that takes as long as it really does",
        .deterministic(outside: .seconds(60))
      )
      func whenWorkPolls_thenTimeoutIsNotEarly() async {
        let winner = await race { resume in
          Start.queue {
            _ = poll(200_000)
            resume()
          }
        }
        #expect(winner == "outside")
      }

      @Test("When work polls and the test sleeps then the sleep ends on time", .deterministic(outside: .seconds(60)))
      func whenWorkPolls_thenSleepEnds() async throws {
        let isAwake = Locked(false)
        let (stream, end) = AsyncStream.makeStream(of: Void.self)
        Start.queue {
          while !isAwake.withLock({ $0 }) { _ = ContinuousClock.now }
          end.finish()
        }
        try await Task.sleep(for: .milliseconds(50))  // sleep-is-the-subject
        isAwake.withLock { $0 = true }
        for await _ in stream {}
      }

      private func poll(_ count: Int) -> ContinuousClock.Instant {
        for _ in 1..<count { _ = ContinuousClock.now }
        return .now
      }
    }

    @Suite("What time has overtaken")
    struct Overtaken {
      enum Wait: CaseIterable {
        case sleeps, loops

        var advice: String {
          switch self {
          case .sleeps: "Await the event, such as with a continuation or a stream, in place of a sleep"
          case .loops: "Wrap the wait in `withOutsideWork { }`"
          }
        }

        func callAsFunction(for duration: Duration) async throws {
          switch self {
          case .sleeps: try await Task.sleep(for: duration)  // sleep-is-the-subject
          case .loops: loop(for: duration)
          }
        }
      }

      @Test("When a test fails after time has jumped beside work then it says so", arguments: Wait.allCases)
      func whenTimeJumpsBesideWork_thenFailureSaysSo(wait: Wait) async throws {
        let end = DispatchSemaphore(value: 0)
        let issues = try await issuesAndWarnings {
          Start.queue { end.wait() }
          try await wait(for: .seconds(5))
          Issue.record("wrong")
        }
        end.signal()
        #expect(
          issues.map(\.comments) == [
            ["wrong"],
            [
              """
              Virtual time went from 0 seconds to 5 seconds while work on a dispatch queue or a thread was unfinished
              A sleep or a timeout in the test may have ended too early.
              \(wait.advice), or use `.deterministic(outside: .seconds(30))`.
              """
            ],
          ]
        )
        #expect(issues.last?.sourceLocation == Test.current?.sourceLocation)
        #expect(issues.last?.failsItsTest == false)
      }

      @Test("When time passes beside work for a loop on an executor of the user's then the failure says so")
      func whenTimePassesForLoopElsewhere_thenFailureSaysSo() async throws {
        let end = DispatchSemaphore(value: 0)
        let issues = try await issuesAndWarnings {
          Start.queue { end.wait() }
          await Task(executorPreference: QueueTaskExecutor()) {
            let deadline = ContinuousClock.now + .milliseconds(100)
            while ContinuousClock.now < deadline { await Task.yield() }
          }.value
          Issue.record("wrong")
        }
        end.signal()
        let text = try #require(issues.last?.comments.first?.rawValue)
        // More time passes for such a loop than it asks for.
        #expect(text.hasPrefix("Virtual time went from 0 seconds to 10"))
        #expect(text.contains(" milliseconds while work on a dispatch queue or a thread was unfinished\n"))
      }

      @Test("When the outside resumes a task after time has jumped then a test that throws says so")
      func whenOutsideResumesTaskLate_thenFailureSaysSo() async throws {
        let (resumption, source) = (DispatchSemaphore(value: 0), Locked<CheckedContinuation<Void, Never>?>(nil))
        // Started before the test: nobody can tell what it is for.
        Thread.detachNewThread {
          resumption.wait()
          source.withLock { $0 }?.resume()
        }
        let issues = try await issuesAndWarnings {
          let task = Task { await withCheckedContinuation { continuation in source.withLock { $0 = continuation } } }
          try await Task.sleep(for: .seconds(5))  // sleep-is-the-subject
          resumption.signal()
          await task.value
          throw CancellationError()
        }
        #expect(
          issues.last?.comments.first?.rawValue.hasPrefix(
            "Virtual time went from 0 seconds to 5 seconds while unnamed task 1 waited for an event outside the test\n"
          ) == true
        )
      }

      @Test("When a test passes, or time has overtaken nothing, then nothing is said")
      func whenNothingIsOvertaken_thenNothingIsSaid() async throws {
        let end = DispatchSemaphore(value: 0)
        let passing = try await issuesAndWarnings {
          Start.queue { end.wait() }
          try await Task.sleep(for: .seconds(5))  // sleep-is-the-subject
        }
        end.signal()
        let failing = try await issuesAndWarnings {
          await withCheckedContinuation { continuation in Start.queue { continuation.resume() } }
          await withOutsideWork {
            let task = Task { await withCheckedContinuation { continuation in Start.queue { continuation.resume() } } }
            await task.value
          }
          try await Task.sleep(for: .seconds(5))  // sleep-is-the-subject
          await Task { try? await Task.sleep(for: .seconds(5)) }.value  // sleep-is-the-subject
          await waitUntilWorkHasEnded()
          Issue.record("wrong")
        }
        #expect(passing.isEmpty, "\(passing)")
        #expect(failing.map(\.comments) == [["wrong"]])
      }

      @Test("When a block had resumed a task before time jumped, and returns, then nothing is said")
      func whenBlockHadResumedTask_thenNothingIsSaid() async throws {
        let (isSuspended, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let issues = try await issuesAndWarnings {
          // One that is resumed before it suspends shows no resumption.
          Task { isSuspended.signal() }
          await withCheckedContinuation { continuation in
            Start.nested {
              isSuspended.wait()
              continuation.resume()
              end.wait()
            }
          }
          try await Task.sleep(for: .seconds(5))  // sleep-is-the-subject
          end.signal()
          await waitUntilWorkHasEnded()
          Issue.record("wrong")
        }
        #expect(issues.map(\.comments) == [["wrong"]])
      }

      @Test(
        "When such a block resumes another task, or does not return, then the failure says so",
        arguments: [true, false]
      )
      func whenBlockGoesOn_thenFailureSaysSo(isLast: Bool) async throws {
        let (goOn, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let issues = try await issuesAndWarnings {
          let (stream, source) = AsyncStream.makeStream(of: Void.self)
          let consumer = Task { for await _ in stream { break } }
          await settle()
          await withCheckedContinuation { continuation in
            Start.queue {
              continuation.resume()
              goOn.wait()
              if !isLast { source.yield() }
              end.wait()
            }
          }
          try await Task.sleep(for: .seconds(5))  // sleep-is-the-subject
          goOn.signal()
          if !isLast {
            await consumer.value
            end.signal()
            await waitUntilWorkHasEnded()
          }
          Issue.record("wrong")
        }
        end.signal()
        #expect(
          issues.last?.comments.first?.rawValue.hasPrefix(
            "Virtual time went from 0 seconds to 5 seconds while work on a dispatch queue or a thread was unfinished\n"
          ) == true
        )
      }

      @Test("When a test fails after time has jumped beside a task that a queue has started then it says so")
      func whenTimeJumpsBesideTaskOfQueue_thenFailureSaysSo() async throws {
        let issues = try await issuesAndWarnings {
          await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
              Task.detached {}
              continuation.resume()
            }
          }
          await waitUntilWorkHasEnded()
          try await Task.sleep(for: .seconds(5))  // sleep-is-the-subject
          Issue.record("wrong")
        }
        #expect(
          issues.last?.comments == [
            """
            Virtual time went from 0 seconds to 5 seconds while a task ran outside the test that a dispatch queue or a thread \
            had started
            A sleep or a timeout in the test may have ended too early.
            Await what the task does, or start it in the test: one that is started elsewhere belongs to no test.
            """
          ]
        )
      }

      // A block that has resumed a task is unfinished until it has returned.
      private func waitUntilWorkHasEnded() async {
        while Schedule.current?.state.withLock(\.startedWork.isEmpty) == false {
          usleep(1000)  // sleep-is-the-subject
          // A job that kept its thread would be reported.
          await Task.yield()
        }
      }

      @Test("When the test waits for what it starts already then it is not advised to")
      func whenTheTestWaitsAlready_thenItIsNotAdvisedTo() {
        let text = Overtaking(start: .zero, end: .seconds(5), event: "it rained", missingSetting: nil).text
        #expect(
          text == """
            Virtual time went from 0 seconds to 5 seconds while it rained
            A sleep or a timeout in the test may have ended too early.
            Wrap the wait in `withOutsideWork { }`.
            """
        )
      }
    }
  }

  private let isSeen = Runtime.seesStartedWork

  private actor Starter {
    func start(_ work: @escaping @Sendable () -> Void) { Start.queue(work) }
  }

  /// Which is first: a sleep of a minute, or what calls the closure that `start` is given.
  private func race(_ start: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) async -> String {
    await withTaskGroup(of: String.self) { group in
      group.addTask {
        try? await Task.sleep(for: .seconds(60))  // sleep-is-the-subject
        return "time-out"
      }
      group.addTask {
        await withCheckedContinuation { continuation in start { continuation.resume() } }
        return "outside"
      }
      let first = await group.next() ?? ""
      group.cancelAll()
      return first
    }
  }
#endif
