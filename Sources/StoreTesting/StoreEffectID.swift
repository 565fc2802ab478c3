/// The identifier of a cancellable effect: any hashable value that may be shared between tasks.
struct StoreEffectID: Hashable, Sendable {
  private let value: any Hashable & Sendable

  init(_ value: any Hashable & Sendable) {
    self.value = value
  }

  static func == (lhs: Self, rhs: Self) -> Bool {
    AnyHashable(lhs.value) == AnyHashable(rhs.value)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(AnyHashable(value))
  }
}
