import DeterministicScheduling
import Foundation
import NetworkDoubles
import TestDoubles
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The examples of the documentation.

@Suite("Stubbing the network")
struct StubbingTheNetworkExamples {
  @Test("When items are loaded then they are decoded")
  func whenItemsAreLoaded_thenTheyAreDecoded() async throws {
    let stub = HTTPStub()
    stub.on("GET", "/items", reply: .json(#"[{"name": "Milk"}]"#))
    let sut = ItemLoader(session: stub.session, server: server)

    let items = try await sut.load()

    #expect(items == [Item(name: "Milk")])
  }

  @Test("When an item is saved then it is sent as JSON")
  func whenItemIsSaved_thenItIsSentAsJSON() async throws {
    let stub = HTTPStub()
    stub.on("POST", "/items", reply: .status(201))
    let sut = ItemLoader(session: stub.session, server: server)

    try await sut.save(Item(name: "Milk"))

    #expect(try stub.requests.map { try $0.json(as: Item.self) } == [Item(name: "Milk")])
  }

  @Test("When there is no connection then loading fails with a typed error")
  func whenThereIsNoConnection_thenLoadingFails() async {
    let stub = HTTPStub()
    stub.on("GET", "/items", reply: .failure(.notConnectedToInternet))
    let sut = ItemLoader(session: stub.session, server: server)

    await #expect(throws: ItemLoader.Failure.offline) { try await sut.load() }
  }

  @Test("When loading is cancelled while the server takes its time then it throws")
  func whenLoadingIsCancelled_thenItThrows() async {
    let stub = HTTPStub()
    let gate = Gate()
    stub.on("GET", "/items", reply: .json("[]").held(at: gate))
    let sut = ItemLoader(session: stub.session, server: server)

    let loading = Task { try await sut.load() }
    await gate.waitUntilReached()
    loading.cancel()

    await #expect(throws: URLError.self) { try await loading.value }
  }

  @Test("When the server is slow then loading takes as long, in virtual time", .deterministic)
  func whenServerIsSlow_thenLoadingTakesAsLong() async throws {
    let stub = HTTPStub()
    stub.on("GET", "/items", reply: .json("[]").delayed(by: .seconds(3)))
    let sut = ItemLoader(session: stub.session, server: server)

    #expect(try await sut.load() == [])
  }

  @Test("When pages are loaded then each has its reply")
  func whenPagesAreLoaded_thenEachHasItsReply() async throws {
    let stub = HTTPStub()
    stub.on("GET", "/items") { request in
      request.query["page"] == "1" ? .json(#"[{"name": "Milk"}]"#) : .json("[]")
    }
    let sut = ItemLoader(session: stub.session, server: server)

    #expect(try await sut.loadAll() == [Item(name: "Milk")])
  }

  @Test("Replies of each kind")
  func whenRepliesOfEachKindAreGiven_thenTheyAreAccepted() throws {
    let (stub, gate) = (HTTPStub(), Gate())
    let (items, png) = ([Item(name: "Milk")], Data())
    stub.on("GET", "/items", reply: try .json(encoding: items))
    stub.on("GET", "/items/*", reply: .status(404))
    stub.on("POST", "/items", reply: .failure(.notConnectedToInternet))
    stub.on("GET", "/image", reply: .data(png).held(at: gate))
    stub.on("GET", "/token", replies: [.status(401), .json(#"{"token": "new"}"#)])
    stub.on("GET", "/old/**", reply: .redirect(to: "/items"))
    stub.on("GET", "/video", reply: .data(png).dropped(afterBytes: 1000))
  }
}

// MARK: - What is tested

private let server = URL(string: "https://api.example")!

private struct Item: Codable, Equatable, Sendable {
  var name: String
}

private struct ItemLoader: Sendable {
  enum Failure: Error {
    case offline
  }

  let session: URLSession
  let server: URL

  func load(page: Int? = nil) async throws -> [Item] {
    var url = server.appending(path: "items")
    if let page { url.append(queryItems: [URLQueryItem(name: "page", value: "\(page)")]) }
    do {
      let (data, _) = try await session.data(from: url)
      return try JSONDecoder().decode([Item].self, from: data)
    } catch let error as URLError where error.code == .notConnectedToInternet {
      throw Failure.offline
    }
  }

  func loadAll() async throws -> [Item] {
    var items: [Item] = []
    for page in 1... {
      let more = try await load(page: page)
      if more.isEmpty { break }
      items += more
    }
    return items
  }

  func save(_ item: Item) async throws {
    var request = URLRequest(url: server.appending(path: "items"))
    request.httpMethod = "POST"
    request.httpBody = try JSONEncoder().encode(item)
    _ = try await session.data(for: request)
  }
}
