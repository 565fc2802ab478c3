/// The identifier of a cancellable effect: any hashable value that may be shared between tasks, and the scopes it is in.
struct StoreEffectID: Hashable, Sendable {
  private let value: any Hashable & Sendable
  private var scopes: [any Hashable & Sendable] = []

  init(_ value: any Hashable & Sendable) {
    self.value = value
  }

  /// The same identifier inside a scope, which distinguishes it from the same identifier in other scopes.
  func scoped(to scope: any Hashable & Sendable) -> Self {
    var id = self
    id.scopes.append(scope)
    return id
  }

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.path == rhs.path
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(path)
  }

  private var path: [AnyHashable] {
    [AnyHashable(value)] + scopes.map { AnyHashable($0) }
  }
}
