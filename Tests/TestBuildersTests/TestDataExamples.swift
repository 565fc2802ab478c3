// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import TestBuilders
import Testing

@Suite("Test data")
struct TestDataExamples {
  @Test("When a network is secure then its password is asked for")
  func whenNetworkIsSecure_thenPasswordIsAskedFor() {
    let network = makeNetwork(isSecure: true)

    #expect(Prompt(for: network) == .password(ssid: network.ssid))
  }

  @Test("When a session is active then it counts")
  func whenSessionIsActive_thenItCounts() {
    let session = Builder(Session.fixture).status(.active).duration(1800).build()

    #expect(session.isCounted)
  }

  @Test("When a session is long then it is split")
  func whenSessionIsLong_thenItIsSplit() {
    let active = Builder(Session.fixture).status(.active)
    let short = active.duration(60).build()
    let long = active.duration(7200).build()

    #expect(short.parts == [60])
    #expect(long.parts == [3600, 3600])
  }

  @Test("When a session moves then its city is another")
  func whenSessionMoves_thenCityIsAnother() {
    let session = Session.fixture

    let moved = session.with(\.place.city, "Vienna")

    #expect(moved == session.builder.place.city("Vienna").build())
  }

  @Test("When items are listed then they are in their order")
  func whenItemsAreListed_thenTheyAreInOrder() {
    let items = Item.fixtures(3) { index, builder in
      builder.name("Item \(index)")
    }

    #expect(ItemList(items).names == ["Item 0", "Item 1", "Item 2"])
  }

  @Test("When items share what matters then they differ in all else")
  func whenItemsShareWhatMatters_thenTheyDifferInAllElse() {
    let items = Builder(Item.fixture).isEnabled(false).build(5) { index, builder in
      builder.id(anyUUID()).name("Item \(index)")
    }

    #expect(ItemList(items).enabled.isEmpty)
  }

  @Test("When a ticket has constant properties then a blueprint builds it")
  func whenTicketHasConstantProperties_thenBlueprintBuildsIt() {
    let ticket = TicketBlueprint().builder.seat(12).build()

    #expect(ticket.label == "A12")
  }

  @Test("When loading fails then the error is passed on")
  func whenLoadingFails_thenErrorIsPassedOn() {
    let error = makeError()
    let loader = Loader(result: .failure(error))

    #expect(throws: error) { try loader.load() }
  }

  @Test("When signing in fails then the reason is shown")
  func whenSigningInFails_thenReasonIsShown() {
    let result: Result<String, SignInError> = .failure(makeError())

    #expect(Message(for: result) == .failed)
  }

  @Test("When a signal is known then it has an icon")
  func whenSignalIsKnown_thenItHasIcon() {
    let signal = anyCase(of: Signal.self)
    let level = anyInt(in: 1...5)
    let name = anyString("ssid")

    #expect(!signal.icon(level: level, for: name).isEmpty)
  }
}

// MARK: - makeSUT and factories

private func makeNetwork(
  ssid: String = anyString("ssid"),
  isSecure: Bool = anyBool(),
  signal: Signal = anyCase()
) -> Network {
  Network(ssid: ssid, isSecure: isSecure, signal: signal)
}

// MARK: - Fixtures

extension Session: Fixture, Buildable {
  public static func fixture(_ values: inout FixtureValues) -> Session {
    Session(
      id: values.any(),
      status: values.any(),
      duration: values.double(in: 60...3600),
      place: values.any()
    )
  }
}

extension Session.Status: Fixture {}

extension Place: Fixture {
  public static func fixture(_ values: inout FixtureValues) -> Place {
    Place(city: values.string("city"), visitors: values.any())
  }

  /// A place that tests of distances are written about.
  static let vienna = Place(city: "Vienna", visitors: [])
}

extension Item: Fixture {
  public static func fixture(_ values: inout FixtureValues) -> Item {
    Item(id: values.any(), name: values.string("item"), isEnabled: values.any())
  }
}

struct TicketBlueprint: Blueprint {
  var row = "A"
  var seat = 1

  func make() -> Ticket { Ticket(row: row, seat: seat) }
}

// MARK: - Production code

enum Signal: CaseIterable {
  case weak, strong

  func icon(level: Int, for name: String) -> String { "\(self)-\(level)-\(name)" }
}

struct Network: Equatable {
  let ssid: String
  let isSecure: Bool
  let signal: Signal
}

enum Prompt: Equatable {
  case none
  case password(ssid: String)

  init(for network: Network) { self = network.isSecure ? .password(ssid: network.ssid) : .none }
}

struct Place: Codable, Equatable {
  var city: String
  var visitors: [String]
}

struct Session: Codable, Equatable, Identifiable {
  enum Status: String, CaseIterable, Codable { case idle, active }

  let id: UUID
  var status: Status
  var duration: TimeInterval
  var place: Place

  var isCounted: Bool { status == .active }
  var parts: [TimeInterval] { stride(from: 0, to: duration, by: 3600).map { min(3600, duration - $0) } }
}

struct Item: Equatable, Identifiable {
  var id: UUID
  var name: String
  var isEnabled: Bool
}

struct ItemList {
  let names: [String]
  let enabled: [Item]

  init(_ items: [Item]) {
    names = items.map(\.name)
    enabled = items.filter(\.isEnabled)
  }
}

struct Ticket: Equatable {
  let row: String
  let seat: Int
  var label: String { "\(row)\(seat)" }
}

struct Loader {
  let result: Result<String, NSError>

  func load() throws -> String { try result.get() }
}

enum SignInError: Error, CaseIterable {
  case password, locked
}

enum Message {
  case welcome, failed

  init(for result: Result<String, SignInError>) {
    if case .success = result { self = .welcome } else { self = .failed }
  }
}
