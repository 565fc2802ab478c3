// conventions:ignore-file yielding - the order of tasks that yield is the subject

import Testing
import TestingSupportCore

@testable import DeterministicScheduling

// The code of the article "Reading a failing interleaving" and of the comment on `.interleavings`, in the same words.

#if compiler(>=6.2)

  @Suite("The article on failing interleavings", .exactOnly)
  struct ReadingAFailingInterleavingExamples {
    actor ImageServer {
      private(set) var downloads = 0

      func download(_ name: String) async -> String {
        downloads += 1
        await Task.yield()
        return "image of a \(name)"
      }
    }

    @Suite("before the fix")
    struct BeforeTheFix {
      actor ImageStore {
        private var cache: [String: String] = [:]
        private let server: ImageServer

        init(server: ImageServer) { self.server = server }

        func image(_ name: String) async -> String {
          if let image = cache[name] { return image }
          let image = await server.download(name)
          cache[name] = image
          return image
        }
      }

      // conventions:ignore source-location - a test, run by another one
      func whenListAndDetailShowAnImage_thenItIsDownloadedOnce() async {
        let server = ImageServer()
        let store = ImageStore(server: server)
        let list = Task(name: "list") { await store.image("cat") }
        let detail = Task(name: "detail") {
          for _ in 1...3 { await Task.yield() }  // the transition to the screen
          return await store.image("cat")
        }
        _ = await (list.value, detail.value)
        #expect(await server.downloads == 1)
      }

      @Test("passes in the plain order", .deterministic)
      func whenTheOrderIsPlain_thenTheTestPasses() async {
        await whenListAndDetailShowAnImage_thenItIsDownloadedOnce()
      }

      @Test("fails as the article tells")
      func whenOrdersAreExplored_thenTheReportIsAsInTheArticle() async throws {
        let test = try #require(Test.current)
        let catcher = IssueCatcher()
        await catcher.run(for: test, testCase: Test.Case.current) {
          try await InterleavingsTrait.interleavings(200, seed: 0x10)
            .provideScope(for: test, testCase: Test.Case.current) {
              await whenListAndDetailShowAnImage_thenItIsDownloadedOnce()
            }
        }
        // Here the test is another one's function, which the trace names, and the file has another name.
        let report = catcher.caught.last?.issue.comments.first?.rawValue
        #if DEBUG
          let withoutTest = report?
            .replacing("is resumed in `\(testName)` at", with: "is resumed at")
            .replacing("ReadingAFailingInterleavingExamples.swift", with: "ImageStoreTests.swift")
            .replacing("; continues on ImageServer", with: "")
          #expect(withoutTest == reportInTheArticle)
        #else
          #expect(report?.withoutFunctions == reportInTheArticle.withoutFunctions)
        #endif
      }

      @Test(.deterministic(seed: 0x10))
      func whenTheFailingOrderIsReplayed_thenItFails() async {
        await withKnownIssue { await whenListAndDetailShowAnImage_thenItIsDownloadedOnce() }
      }
    }

    @Suite("after the fix")
    struct AfterTheFix {
      actor ImageStore {
        private var downloads: [String: Task<String, Never>] = [:]
        private let server: ImageServer

        init(server: ImageServer) { self.server = server }

        func image(_ name: String) async -> String {
          if let download = downloads[name] { return await download.value }
          let download = Task { await server.download(name) }
          downloads[name] = download
          return await download.value
        }
      }

      @Test(.interleavings(200))
      func whenListAndDetailShowAnImage_thenItIsDownloadedOnce() async {
        let server = ImageServer()
        let store = ImageStore(server: server)
        let list = Task(name: "list") { await store.image("cat") }
        let detail = Task(name: "detail") {
          for _ in 1...3 { await Task.yield() }  // the transition to the screen
          return await store.image("cat")
        }
        _ = await (list.value, detail.value)
        #expect(await server.downloads == 1)
      }

      @Test(.interleavings(200))
      func whenTwoScreensAskForAnImage_thenItIsDownloadedOnce() async {
        let server = ImageServer()
        let store = ImageStore(server: server)
        async let list = store.image("cat")
        async let detail = store.image("cat")
        _ = await (list, detail)
        #expect(await server.downloads == 1)
      }
    }
  }

  @Suite("Reading a failing interleaving: when the machine is busy", .disabled("Its test fails, as the article says."))
  @MainActor
  struct BusyMachineExamples {
    @MainActor
    final class Search {
      private(set) var queries: [String] = []

      func type(_ text: String) {
        Task {
          let deadline = ContinuousClock.now.advanced(by: .milliseconds(300))
          try await Task.sleep(until: deadline, clock: .continuous)  // sleep-is-the-subject
          queries.append(text)
        }
      }
    }

    @Test(.interleavings(200, delays: true))
    func whenTypingPauses_thenTheTextIsSearched() async throws {
      let search = Search()
      search.type("swift")
      try await Task.sleep(for: .milliseconds(300))  // sleep-is-the-subject
      await settle()
      #expect(search.queries == ["swift"])
    }
  }

  private let reportInTheArticle = """
    Interleaving 1 of 200 failed
    Replay it with `.deterministic(seed: 0x10)`.
    "detail" continued in `ImageStore.image(_:)` before "list" had returned from `ImageServer.download(_:)`.
    Simplest interleaving with this failure: 3 of 10 steps differ from FIFO
    Marked ▸ below; in the original, 7 steps differ.
         1  test body  starts; creates "list", "detail"
         2  "list"     starts in `closure #1 in \(testName)` at ImageStoreTests.swift:44 (created in step 1)
    ▸  3–5  "detail"   starts in `closure #2 in \(testName)` at ImageStoreTests.swift:45 (created in step 1) before "list"; \
    yields twice
         6  "list"     hops to ImageStore in `ImageStore.image(_:)` at ImageStoreTests.swift:33 after step 2; continues in \
    `ImageServer.download(_:)` at line 18
         7  "detail"   resumes in its closure at ImageStoreTests.swift:46 from its yield in step 5; continues in \
    `ImageStore.image(_:)` at line 33, in `ImageServer.download(_:)` at line 18
         8  "list"     resumes in `ImageServer.download(_:)` at ImageStoreTests.swift:19 from its yield in step 6; \
    continues in `ImageStore.image(_:)` at line 35, in its closure at line 44; resumes the test body
         9  "detail"   resumes in `ImageServer.download(_:)` at ImageStoreTests.swift:19 from its yield in step 7; \
    continues in `ImageStore.image(_:)` at line 35, in its closure at line 47
        10  test body  is resumed at ImageStoreTests.swift:49 by step 8
            ✘ Expectation failed: await server.downloads == 1
    """

  private let testName = "BeforeTheFix.whenListAndDetailShowAnImage_thenItIsDownloadedOnce()"

#endif
