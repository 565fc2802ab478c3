/// A question to the server.
public protocol Endpoint: Sendable {
  /// The path below the server's address, with a leading slash.
  var path: String { get }
  /// What is asked for in detail, in this order.
  var query: [(name: String, value: String)] { get }
}

/// The questions of the character feed.
public enum CharacterEndpoint: Endpoint, Hashable {
  /// One page of the characters, of one status if it is given.
  case characters(page: Int, status: CharacterStatus?)

  public var path: String {
    switch self {
    case .characters: "/character"
    }
  }

  public var query: [(name: String, value: String)] {
    switch self {
    case .characters(let page, let status):
      [("page", String(page))] + (status.map { [("status", $0.rawValue)] } ?? [])
    }
  }
}

/// Whether a character lives.
public enum CharacterStatus: String, CaseIterable, Codable, Hashable, Sendable {
  case alive, dead, unknown
}
