import TestingSupportCore

/// The sources of values in use, each created at the first request for a value.
final class ValueSourceCache: Sendable {
  /// Who shares a source.
  enum Key: Hashable, Sendable {
    case test(TestIdentity, scope: ObjectIdentifier?)
    /// Values created before a test runs: its arguments.
    case preparation(TestIdentity, scope: ObjectIdentifier?)
    /// Code of a deterministic test that has lost the test's identity before it was ever seen.
    case schedule(scope: ObjectIdentifier?)
    /// A line of code outside any test.
    case place(String, scope: ObjectIdentifier?)

    /// Outside a test's body values are longer, so that none is the same as one of the test's own.
    var firstSerial: UInt64 {
      if case .test = self { 0 } else { 1_200_000 }
    }

    func seed(from base: UInt64) -> UInt64 {
      switch self {
      case .test(let identity, _), .preparation(let identity, _): SeedDerivation.seed(from: base, for: identity)
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
