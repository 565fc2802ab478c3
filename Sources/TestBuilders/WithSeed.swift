/// Runs `body` with random values that come from the given seed.
///
/// Use it where there is no test to put the `.seed` trait on: in XCTest, in a tool, for a part of a
/// test. What `body` does twice with the same seed gets the same values twice.
///
/// - Parameters:
///   - seed: The seed.
///   - body: What is done with the values. Its child tasks get them too, its detached tasks do not.
public func withSeed<R, E: Error>(_ seed: UInt64, _ body: () throws(E) -> R) throws(E) -> R {
  let result = SeedScope.$current.withValue(SeedScope(seed: seed)) {
    Result { () throws(E) in try body() }
  }
  return try result.get()
}

/// Runs `body` with random values that come from the given seed.
///
/// - Parameters:
///   - seed: The seed.
///   - isolation: The actor that `body` runs on.
///   - body: What is done with the values. Its child tasks get them too, its detached tasks do not.
public func withSeed<R>(
  _ seed: UInt64,
  isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws -> R
) async rethrows -> R {
  try await SeedScope.$current.withValue(SeedScope(seed: seed)) { try await body() }
}
