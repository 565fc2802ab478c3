/// Something on the list.
public struct Item: Identifiable, Hashable, Sendable {
  public let id: Int
  public var name: String
  public var isEnabled: Bool

  public init(id: Int, name: String, isEnabled: Bool = true) {
    self.id = id
    self.name = name
    self.isEnabled = isEnabled
  }
}

/// Why the list cannot be had or changed.
public enum ItemsError: Error, Hashable, Sendable {
  case timeout
  case unavailable
}

/// What happened, for those who count.
public enum AnalyticsEvent: Hashable, Sendable {
  case screenViewed
  case itemDeleted(Item.ID)
}

/// What the list needs from the outside.
public struct ItemsDependencies: Sendable {
  public var load: @Sendable () async throws(ItemsError) -> [Item]
  public var search: @Sendable (String) async throws(ItemsError) -> [Item]
  public var delete: @Sendable (Item.ID) async throws(ItemsError) -> Void
  public var track: @Sendable (AnalyticsEvent) -> Void
  public var clock: any Clock<Duration>

  public init(
    load: @escaping @Sendable () async throws(ItemsError) -> [Item],
    search: @escaping @Sendable (String) async throws(ItemsError) -> [Item],
    delete: @escaping @Sendable (Item.ID) async throws(ItemsError) -> Void,
    track: @escaping @Sendable (AnalyticsEvent) -> Void,
    clock: any Clock<Duration>
  ) {
    self.load = load
    self.search = search
    self.delete = delete
    self.track = track
    self.clock = clock
  }
}
