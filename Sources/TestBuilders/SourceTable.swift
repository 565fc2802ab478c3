import TestingSupportCore

/// The sources of values in use, each made at the first value that is asked for.
final class SourceTable: Sendable {
  /// Who shares a source.
  enum Key: Hashable, Sendable {
    case test(TestIdentity, scope: ObjectIdentifier?)
    /// Code of a deterministic test that has lost the test's identity before it was ever seen.
    case schedule(scope: ObjectIdentifier?)
    /// A line of code outside of any test.
    case place(String, scope: ObjectIdentifier?)

    func seed(from base: UInt64) -> UInt64 {
      switch self {
      case .test(let identity, _): SeedDerivation.seed(from: base, for: identity)
      case .schedule: SeedDerivation.seed(from: base, for: nil)
      case .place(let place, _): SeedDerivation.seed(from: base, forPlace: place)
      }
    }
  }

  private let sources = Locked<[Key: ValueSource]>([:])

  func source(for key: Key, make: () -> ValueSource) -> ValueSource {
    if let source = sources.withLock({ $0[key] }) { return source }
    let made = make()
    return sources.withLock { sources in
      if let source = sources[key] { return source }
      sources[key] = made
      return made
    }
  }
}
