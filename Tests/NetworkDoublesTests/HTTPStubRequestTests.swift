import Foundation
import NetworkDoubles
import TestAssertions
import TestClocks
import TestDoubles
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("What an HTTP stub records")
struct HTTPStubRequestTests {
  @Test("When a request has a body, headers and a query then all are recorded")
  func whenRequestHasParts_thenAllAreRecorded() async throws {
    let stub = HTTPStub()
    stub.on("*", "/**", reply: .status(200))
    var request = URLRequest(url: try #require(URL(string: "https://a.example/items?page=2&tag=a&tag=b")))
    request.httpMethod = "PUT"
    request.httpBody = Data(#"{"name": "Milk"}"#.utf8)
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")

    _ = try await stub.session.data(for: request)

    let recorded = try #require(stub.requests.first)
    #expect(recorded.description == "PUT https://a.example/items?page=2&tag=a&tag=b (16 bytes)")
    #expect(recorded.query == ["page": "2", "tag": "b"])
    #expect(recorded.queryItems.map(\.value) == ["2", "a", "b"])
    #expect(recorded.header("content-type") == "application/json")
    #expect(recorded.header("Accept-Nothing") == nil)
    #expect(try recorded.json(as: [String: String].self) == ["name": "Milk"])
    #expect(throws: DecodingError.self) { try recorded.json(as: Int.self) }
  }

  @Test("When a body comes from a stream, an upload or a file then it is recorded")
  func whenBodyComesFromElsewhere_thenItIsRecorded() async throws {
    let stub = HTTPStub()
    stub.on("POST", "/**", reply: .status(200))
    var request = URLRequest(url: server)
    request.httpMethod = "POST"
    var streaming = request
    streaming.httpBodyStream = InputStream(data: Data(repeating: 7, count: 100_000))
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data("file".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }

    _ = try await stub.session.data(for: streaming)
    _ = try await stub.session.upload(for: request, from: Data("data".utf8))
    _ = try await stub.session.upload(for: request, fromFile: file)

    #expect(stub.requests.map(\.body.count) == [100_000, 4, 4])
    #expect(stub.requests.dropFirst().map(\.text) == ["data", "file"])
  }

  @Test("When the configuration has headers then they are recorded, under those of the request")
  func whenConfigurationHasHeaders_thenTheyAreRecorded() async throws {
    let stub = HTTPStub()
    stub.on("GET", "/**", reply: .status(200))
    let configuration = stub.configuration()
    configuration.httpAdditionalHeaders = ["Authorization": "token", "Accept": "text/plain"]
    let session = URLSession(configuration: configuration)
    defer { session.invalidateAndCancel() }
    var request = URLRequest(url: server)
    request.setValue("application/json", forHTTPHeaderField: "accept")

    _ = try await session.data(for: request)

    #expect(stub.requests.first?.header("authorization") == "token")
    #expect(stub.requests.first?.header("Accept") == "application/json")
  }

  @Test("When many stubs are used at once then each gets its own requests")
  func whenManyStubsAreUsed_thenEachGetsItsOwn() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask {
          let stub = HTTPStub()
          stub.on("GET", "/**", reply: .text("\(number)"))
          for page in 0..<3 {
            let (data, _) = try await stub.session.data(from: server.appending(path: "\(page)"))
            #expect(String(decoding: data, as: UTF8.self) == "\(number)")
          }
          #expect(stub.requests.map(\.path) == ["/0", "/1", "/2"])
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("When only a session of a stub is kept then the stub still replies")
  func whenOnlySessionIsKept_thenStubStillReplies() async throws {
    func makeSessions() -> [URLSession] {
      let stub = HTTPStub()
      stub.on("GET", "/**", reply: .text("Milk"))
      return [stub.session, URLSession(configuration: stub.configuration())]
    }

    for session in makeSessions() {
      let (data, _) = try await session.data(from: server)
      #expect(String(decoding: data, as: UTF8.self) == "Milk")
    }
  }

  @Test("When neither the stub nor its cache is kept then a session's requests fail, and go nowhere")
  func whenNothingIsKept_thenRequestsFail() async {
    let configuration = { HTTPStub().configuration() }()
    configuration.urlCache = nil
    let session = URLSession(configuration: configuration)

    let error = await #expect(throws: URLError.self) { try await session.data(from: server) }

    #expect(error?.code == .cancelled)
  }

  @Test("When a stub and its sessions are gone then so are its routes")
  func whenStubAndSessionsAreGone_thenSoAreRoutes() async throws {
    final class Witness: Sendable {}
    weak var witness: Witness?
    do {
      let stub = HTTPStub()
      let kept = Witness()
      witness = kept
      stub.on("GET", "/**") { _ in withExtendedLifetime(kept) { .status(200) } }
      _ = try await stub.session.data(from: server)
    }
    await expectEventually { witness == nil }
  }

  // MARK: Waiting

  @Test("When a reply is held then the request can be awaited before it")
  func whenReplyIsHeld_thenRequestCanBeAwaited() async throws {
    let stub = HTTPStub()
    let gate = Gate()
    stub.on("GET", "/**", reply: .text("Milk").held(at: gate))

    async let loading = stub.session.data(from: server)
    await stub.waitForRequests()
    await gate.waitUntilReached()
    gate.open()

    #expect(try await String(decoding: loading.0, as: UTF8.self) == "Milk")
  }

  @Test("When a held request is cancelled then it throws, and a later opening changes nothing")
  func whenHeldRequestIsCancelled_thenItThrows() async throws {
    let stub = HTTPStub()
    let gate = Gate()
    stub.on("GET", "/**", reply: .text("Milk").held(at: gate))

    let loading = Task { try await stub.session.data(from: server) }
    await gate.waitUntilReached()
    loading.cancel()
    let result = await loading.result
    gate.open()

    let error = #expect(throws: URLError.self) { try result.get() }
    #expect(error?.code == .cancelled)
  }

  @Test("When requests do not come then the wait names those that did")
  func whenRequestsDoNotCome_thenWaitNamesThoseThatDid() async throws {
    let stub = HTTPStub()
    stub.on("GET", "/**", reply: .status(200))
    _ = try await stub.session.data(from: server.appending(path: "items"))

    var line = 0
    let issues = await recordedIssues {
      line = #line + 1
      await stub.waitForRequests(2, within: .milliseconds(1))
    }

    #expect(issues.map(\.sourceLocation?.line) == [line])
    let text = issues.first?.comments.first?.rawValue ?? ""
    #expect(text.hasPrefix("Expected 2 requests, but 1 arrived\n- GET https://a.example/items\n"))
  }

  @Test("When fewer than no requests are awaited then that is an issue")
  func whenCountIsNegative_thenThatIsIssue() async {
    let issues = await recordedIssues { await HTTPStub().waitForRequests(-1) }
    #expect(issues.map(\.comments) == [["`waitForRequests(_:)` requires a count of 0 or more, not -1"]])
  }

  // MARK: Time

  @Test("When a reply is delayed on a test clock then advancing the clock sends it")
  func whenReplyIsDelayed_thenAdvancingSendsIt() async throws {
    let stub = HTTPStub()
    let clock = TestClock()
    stub.on("GET", "/**", reply: .text("Milk").delayed(by: .seconds(30), on: clock))

    async let loading = stub.session.data(from: server)
    await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(30))

    #expect(try await String(decoding: loading.0, as: UTF8.self) == "Milk")
  }

  @Test("When chunks are slow then each waits for its interval")
  func whenChunksAreSlow_thenEachWaits() async throws {
    let stub = HTTPStub()
    let clock = ImmediateClock()
    let chunks = ["a", "b", "c"].map { Data($0.utf8) }
    stub.on("GET", "/**", reply: .chunks(chunks).chunks(every: .seconds(1), on: clock))
    let session = URLSession(configuration: stub.configuration(), delegate: NoDelegate(), delegateQueue: nil)
    defer { session.invalidateAndCancel() }

    let task = session.dataTask(with: server)
    task.resume()
    await expectEventually { task.state == .completed }

    #expect(clock.sleeps == [.seconds(1), .seconds(1)])
  }
}

// MARK: - Factories

private let server = URL(string: "https://a.example")!

// MARK: - Test Doubles

private final class NoDelegate: NSObject, URLSessionDataDelegate {}
