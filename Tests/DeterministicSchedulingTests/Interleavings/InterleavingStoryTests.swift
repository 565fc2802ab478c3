// conventions:ignore-file yielding - the order of tasks that yield is the subject

import Testing
import TestingSupportCore

@testable import DeterministicScheduling

// An optimized build has other functions.
#if compiler(>=6.2) && DEBUG

  @Suite("The story of a failing interleaving", .exactOnly)
  struct InterleavingStoryTests {
    @Test("opens with the call that another task came into")
    func whenATaskComesIntoACall_thenTheStoryOpensWithThat() async throws {
      let outcome = try await explore(.interleavings(200, seed: 1)) {
        let cart = Cart()
        let sync = Task(name: "sync") { await cart.add("shoes") }
        let user = Task(name: "user") {
          for _ in 1...4 { await Task.yield() }
          await cart.add("socks")
        }
        _ = await (sync.value, user.value)
        #expect(await cart.items == ["shoes", "socks"])
      }
      let report = try #require(outcome.report).withoutLines
      #expect(
        report.contains(
          "\n\"user\" continued in `Cart.add(_:)` before \"sync\" had returned from `CartServer.load(_:)`.\nSimplest "
        ),
        "\(report)"
      )
      #expect(report.contains("  \"sync\"     resumes in `CartServer.load(_:)` from its yield in step "), "\(report)")
      #expect(report.contains("; yields twice\n"), "\(report)")
    }

    @Test("names the function that a late result came from, and what was cancelled")
    func whenAResultComesLate_thenTheStoryNamesWhereItCameFrom() async throws {
      let outcome = try await explore(.interleavings(200, seed: 1)) {
        let model = await MainActor.run { StoryModel() }
        await model.type("sw")
        await Task.yield()
        await model.type("swift")
        await settle()
        #expect(await model.suggestions == "about swift")
      }
      let report = try #require(outcome.report).withoutLines
      #expect(
        report.contains(
          """

          "search for swift" continued in `closure #1 in StoryModel.type(_:)` before "search for sw" had returned from \
          `StoryServer.suggest(_:)`.

          """
        ),
        "\(report)"
      )
      #expect(report.contains("; cancels \"search for sw\"; creates \"search for swift\"\n"), "\(report)")
    }

    #if os(Linux)
      @Test("names the function of a new task of a discarding group, which has no result")
      func whenTaskHasNoResult_thenTheStoryNamesItsFunction() async throws {
        let outcome = try await explore(.interleavings(1, seed: 1)) {
          let cart = Cart()
          await withDiscardingTaskGroup { group in
            group.addTask { await cart.add("shoes") }
          }
          #expect(Bool(false))
        }
        let report = try #require(outcome.report).withoutLines
        let task = "starts in `closure #1 in closure #1 in closure #1 in InterleavingStoryTests.whenTaskHasNoResult"
        #expect(report.contains(task), "\(report)")
      }
    #endif

    @Test("tells the line at which a task starts, and the one at which it goes on")
    func whenATaskGoesOn_thenTheStoryTellsItsLine() async throws {
      let start = #line
      let outcome = try await explore(.interleavings(1, seed: 1)) {
        let cart = Cart()
        let sync = Task(name: "sync") {
          try? await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
          await cart.add("shoes")
        }
        await sync.value
        #expect(Bool(false))
      }
      let report = try #require(outcome.report)
      let file = "at InterleavingStoryTests.swift"
      #expect(report.contains("whenATaskGoesOn_thenTheStoryTellsItsLine()` \(file):\(start + 3) (created"), "\(report)")
      #expect(report.contains(" wakes up in its closure \(file):\(start + 4) after sleeping 1 second"), "\(report)")
      #expect(report.contains("; continues in `CartServer.load(_:)` at line "), "\(report)")
      #expect(report.contains("  test body  is resumed \(file):\(start + 7) by step "), "\(report)")
    }

    @Test("tells no line where the task goes on in what a macro has generated, rather than a wrong one")
    func whenATaskGoesOnInAMacro_thenTheStoryTellsNoWrongLine() async throws {
      let start = #line
      let outcome = try await explore(.interleavings(1, seed: 1)) {
        let model = await MainActor.run { StoryModel() }
        await model.type("swift")
        await settle()
        #expect(await model.suggestions == "about sw")
      }
      let report = try #require(outcome.report)
      let lines = report.matches(of: /test body[^\n]* at InterleavingStoryTests\.swift:(\d+)/).compactMap { Int($0.1) }
      #expect(Set(lines).isSubset(of: Set(start + 2...start + 4)), "\(report)")
      #expect(lines.contains(start + 4), "\(report)")
    }

    @Test("tells which `async let` is cancelled, since its scope ends, and where")
    func whenAScopeEndsWithoutAwaitingAChild_thenTheStoryTellsItsCancellation() async throws {
      let outcome = try await explore(.interleavings(20, seed: 1)) {
        async let awaited: Void = Task.yield()
        async let _: Void = sleepForAMinute()
        await awaited
        await settle()
        #expect(Bool(false))
      }
      let report = try #require(outcome.report).withoutLines
      let cancellation = /\n +(\d+)  test body  is resumed by step \d+; cancels task 2\n/
      let match = try #require(report.firstMatch(of: cancellation), "\(report)")
      let end = " wakes up early in `sleepForAMinute()` from its sleep of 60 seconds, cancelled in step \(match.1);"
      #expect(report.contains(end), "\(report)")
      #expect(report.components(separatedBy: "cancels").count == 2, "\(report)")
    }

    @Test("names the functions of tasks that wait for each other")
    func whenTasksWaitForEachOther_thenTheStoryNamesTheirFunctions() async throws {
      let outcome = try await explore(.interleavings(200, seed: 1, outside: .milliseconds(20))) {
        let (one, other) = (AccountLock(), AccountLock())
        let transfer = Task(name: "transfer") { await move(from: one, to: other) }
        let refund = Task(name: "refund") { await move(from: other, to: one) }
        _ = await (transfer.value, refund.value)
      }
      let report = try #require(outcome.report).withoutLines
      let sentence =
        /\n"(transfer|refund)" continued in `AccountLock\.lock\(\)` before "(transfer|refund)" had returned from `AccountLock\.lock\(\)`\.\n/
      let match = try #require(report.firstMatch(of: sentence), "\(report)")
      #expect(match.1 != match.2)
      #expect(report.contains(" hops to AccountLock in `AccountLock.lock()` after step "), "\(report)")
    }

    @Test("tells a sleep that ends early, its length, and who cancelled it; not what comes after the test body")
    func whenASleepIsCancelled_thenTheStoryTellsItsEnd() async throws {
      let outcome = try await explore(.interleavings(20, seed: 1)) {
        let search = await MainActor.run { DebouncedSearch() }
        await search.type("sw")
        try await Task.sleep(for: .milliseconds(100))  // sleep-is-the-subject
        await search.type("swift")
        await settle()
        #expect(await search.queries == ["swift"])
      }
      let report = try #require(outcome.report).withoutLines
      let end = /wakes up early in its closure from its sleep of 300 milliseconds, cancelled in step (\d+)\n/
      let match = try #require(report.firstMatch(of: end), "\(report)")
      #expect(report.contains("     \(match.1)  test body on main            resumes after step "), "\(report)")
      #expect(report.contains("; cancels \"pause after sw\"; creates \"pause after swift\"\n"), "\(report)")
      #expect(report.contains(" wakes up after sleeping 100 milliseconds; 100 milliseconds elapsed\n"), "\(report)")
      #expect(report.contains(/\n        … \d more after the test body …$/), "\(report)")
    }

    @Test("does not take the end of a cancelled sleep for that of the next one")
    func whenATaskSleepsAgain_thenTheStoryTellsWhichSleepHasEnded() async throws {
      let outcome = try await explore(.interleavings(1, seed: 2)) {
        let task = Task(name: "sleeper") {
          try? await Task.sleep(for: .seconds(3))  // sleep-is-the-subject
          // Not cancelled, as a task of its own.
          await Task { try? await Task.sleep(for: .seconds(5)) }.value  // sleep-is-the-subject
        }
        try await Task.sleep(for: .seconds(1))  // sleep-is-the-subject
        task.cancel()
        await task.value
        Issue.record("wrong")
      }
      let report = try #require(outcome.report).withoutLines
      #expect(report.contains("its sleep of 3 seconds, cancelled in step "), "\(report)")
      #expect(report.contains("cleans up its cancelled sleep"), "\(report)")
      #expect(report.contains("after sleeping 5 seconds; 6 seconds elapsed"), "\(report)")
      #expect(!report.contains("has slept"), "\(report)")
    }

    @Test("tells a task that its cancellation resumes from one that was resumed before")
    func whenATaskIsCancelled_thenTheStoryTellsWhatResumedIt() async throws {
      let outcome = try await explore(.interleavings(20, seed: 1)) {
        let (stream, _) = AsyncStream.makeStream(of: Int.self)
        let waiting = Locked<CheckedContinuation<Void, Never>?>(nil)
        let listener = Task(name: "listener") { for await _ in stream {} }
        let guest = Task(name: "guest") {
          await withCheckedContinuation { continuation in waiting.withLock { $0 = continuation } }
        }
        await settle()
        let host = Task(name: "host") {
          listener.cancel()
          waiting.withLock { $0 }?.resume()
          guest.cancel()
        }
        _ = await (listener.value, guest.value, host.value)
        #expect(Bool(false))
      }
      let report = try #require(outcome.report).withoutLines
      #expect(report.contains("; cancels \"listener\", \"guest\"; resumes \"guest\""), "\(report)")
      #expect(report.contains("\"listener\"  is resumed in its closure by its cancellation in step "), "\(report)")
      #expect(report.contains("\"guest\"     is resumed in its closure by step "), "\(report)")
    }
  }

  private func sleepForAMinute() async {
    try? await Task.sleep(for: .seconds(60))  // sleep-is-the-subject
  }

  private actor Cart {
    private(set) var items: Set<String> = []
    private let server = CartServer()

    func add(_ item: String) async {
      var items = await server.load(items)
      items.insert(item)
      self.items = items
    }
  }

  private actor CartServer {
    private var loads = 0

    func load(_ items: Set<String>) async -> Set<String> {
      loads += 1  // without that, the call would not run on the actor in each build
      await Task.yield()
      return items
    }
  }

  private actor StoryServer {
    func suggest(_ text: String) async -> String {
      await Task.yield()
      return "about \(text)"
    }
  }

  @MainActor
  private final class StoryModel {
    private(set) var suggestions = ""
    private let server = StoryServer()
    private var task: Task<Void, Never>?

    func type(_ text: String) {
      task?.cancel()
      task = Task(name: "search for \(text)") {
        suggestions = await server.suggest(text)
      }
    }
  }

  private actor AccountLock {
    private var isLocked = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func lock() async {
      if isLocked { await withCheckedContinuation { waiting.append($0) } }
      isLocked = true
    }

    func unlock() {
      isLocked = false
      if !waiting.isEmpty { waiting.removeFirst().resume() }
    }
  }

  private func move(from source: AccountLock, to target: AccountLock) async {
    await source.lock()
    await target.lock()
    await target.unlock()
    await source.unlock()
  }

  @MainActor
  private final class DebouncedSearch {
    private(set) var queries: [String] = []
    private var task: Task<Void, Never>?

    func type(_ text: String) {
      task?.cancel()
      task = Task(name: "pause after \(text)") {
        try? await Task.sleep(for: .milliseconds(300))  // sleep-is-the-subject
        queries.append(text)
      }
    }
  }

#endif
