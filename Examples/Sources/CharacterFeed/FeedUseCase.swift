/// A character as the app shows it.
public struct Character: Identifiable, Hashable, Sendable {
  public let id: Int
  public let name: String
  public let status: CharacterStatus
  public let imageURL: String

  public init(id: Int, name: String, status: CharacterStatus, imageURL: String) {
    self.id = id
    self.name = name
    self.status = status
    self.imageURL = imageURL
  }
}

extension Character {
  /// The character in an answer of the server. The server writes the status with a capital letter.
  public init(_ response: CharacterResponse) {
    self.init(
      id: response.id,
      name: response.name,
      status: CharacterStatus(rawValue: response.status.lowercased()) ?? .unknown,
      imageURL: response.image
    )
  }
}

/// Why the feed cannot be shown.
public enum FeedError: Error, Hashable, Sendable {
  case network
  case server(status: Int)
  case unreadable
}

/// What the feed can do.
public protocol FeedUseCaseProtocol: Sendable {
  /// One page of characters, of one status if it is given; empty after the last page.
  func characters(page: Int, status: CharacterStatus?) async throws(FeedError) -> [Character]
}

/// The rules of the feed.
public struct FeedUseCase: FeedUseCaseProtocol {
  private let repository: any FeedRepositoryProtocol

  /// Takes characters from a repository.
  public init(repository: any FeedRepositoryProtocol) {
    self.repository = repository
  }

  public func characters(page: Int, status: CharacterStatus?) async throws(FeedError) -> [Character] {
    do {
      return try await repository.characters(page: page, status: status).map(Character.init)
    } catch {
      throw FeedError(error)
    }
  }
}

extension FeedError {
  init(_ error: NetworkError) {
    switch error {
    case .notConnected: self = .network
    case .status(let status): self = .server(status: status)
    case .decodingFailed: self = .unreadable
    }
  }
}
