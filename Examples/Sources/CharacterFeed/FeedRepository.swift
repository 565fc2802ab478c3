/// A character as the server tells of it.
public struct CharacterResponse: Codable, Hashable, Sendable {
  public var id: Int
  public var name: String
  public var status: String
  public var species: String?
  public var image: String

  public init(id: Int, name: String, status: String, species: String? = nil, image: String) {
    self.id = id
    self.name = name
    self.status = status
    self.species = species
    self.image = image
  }
}

/// A page of characters as the server sends it.
public struct CharactersPageResponse: Codable, Hashable, Sendable {
  /// Where in the whole the page stands.
  public struct Info: Codable, Hashable, Sendable {
    public var count: Int
    public var pages: Int

    public init(count: Int, pages: Int) {
      self.count = count
      self.pages = pages
    }
  }

  public var info: Info
  public var results: [CharacterResponse]

  public init(info: Info, results: [CharacterResponse]) {
    self.info = info
    self.results = results
  }
}

/// Where characters come from.
public protocol FeedRepositoryProtocol: Sendable {
  /// One page of characters, of one status if it is given.
  func characters(page: Int, status: CharacterStatus?) async throws(NetworkError) -> [CharacterResponse]
}

/// Characters from the server.
public struct FeedRepository: FeedRepositoryProtocol {
  private let networkService: any NetworkService

  /// Asks through a service.
  public init(networkService: any NetworkService) {
    self.networkService = networkService
  }

  public func characters(page: Int, status: CharacterStatus?) async throws(NetworkError) -> [CharacterResponse] {
    do {
      let answer: CharactersPageResponse = try await networkService.request(
        CharacterEndpoint.characters(page: page, status: status)
      )
      return answer.results
    } catch .status(404) {
      // The server says "not found" for the page after the last one.
      return []
    }
  }
}
