import Testing
import TestingSupportCore

@testable import DeterministicScheduling

// The code of the article "Reading a failing interleaving", in the same words.

#if compiler(>=6.2)

  @Suite("The article on failing interleavings", .enabled(if: DeterministicSupport.current == .exact))
  struct ReadingAFailingInterleavingExamples {
    @Suite("before the fix")
    struct BeforeTheFix {
      private actor ImageStore {
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

      @Test("fails in some order", .disabled("It is there to fail"), .interleavings(200))
      func whenListAndDetailShowAnImage_thenItIsDownloadedOnce() async {
        let server = ImageServer()
        let store = ImageStore(server: server)
        let list = Task(name: "list") { await store.image("cat") }
        let detail = Task(name: "detail") {
          await Task.yield()  // the transition to the screen
          await Task.yield()
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
          try await InterleavingsTrait.interleavings(200, seed: 0x2A)
            .provideScope(for: test, testCase: Test.Case.current) {
              await whenListAndDetailShowAnImage_thenItIsDownloadedOnce()
            }
        }
        #expect(catcher.caught.last?.issue.comments.first?.rawValue == reportInTheArticle)
      }

      @Test("fails every time when it is replayed")
      func whenTheOrderIsReplayed_thenItFails() async throws {
        let test = try #require(Test.current)
        for _ in 0..<10 {
          let catcher = IssueCatcher()
          await catcher.run(for: test, testCase: Test.Case.current) {
            try await withDeterministicScheduling(seed: 0x2B) {
              await whenListAndDetailShowAnImage_thenItIsDownloadedOnce()
            }
          }
          #expect(catcher.caught.count == 1)
        }
      }
    }

    @Suite("after the fix")
    struct AfterTheFix {
      private actor ImageStore {
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

      @Test("passes in every order", .interleavings(200))
      func whenListAndDetailShowAnImage_thenItIsDownloadedOnce() async {
        let server = ImageServer()
        let store = ImageStore(server: server)
        let list = Task(name: "list") { await store.image("cat") }
        let detail = Task(name: "detail") {
          await Task.yield()  // the transition to the screen
          await Task.yield()
          return await store.image("cat")
        }
        _ = await (list.value, detail.value)
        #expect(await server.downloads == 1)
      }
    }
  }

  private actor ImageServer {
    private(set) var downloads = 0

    func download(_ name: String) async -> String {
      downloads += 1
      await Task.yield()
      return "image of a \(name)"
    }
  }

  private let reportInTheArticle = """
    x
    """

#endif
