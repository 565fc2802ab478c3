/// What a reducer wants done outside of the state.
public indirect enum Effect<Action: Sendable>: Sendable {
  /// Sends an action back to the store, and returns when the store has handled it.
  public typealias Send = @MainActor @Sendable (Action) async -> Void

  case none
  /// Work that may send actions back. Work with an identity takes the place of the work that had it before.
  case run(id: EffectID?, work: @Sendable (Send) async -> Void)
  /// Gives up the work that has the identity.
  case cancel(EffectID)
  case merge([Effect])

  /// Work without an identity: it runs to its end.
  public static func run(_ work: @escaping @Sendable (Send) async -> Void) -> Self {
    .run(id: nil, work: work)
  }
}

/// Names work that can be given up.
public struct EffectID: Hashable, Sendable, ExpressibleByStringLiteral {
  private let name: String

  public init(stringLiteral name: String) {
    self.name = name
  }
}
