public import Foundation

/// Runs code with its own, empty user defaults, and removes them afterward.
///
/// Use it for code that stores settings. Each call has a suite of another name, so tests that run in parallel never
/// share one, and nothing reaches the standard defaults:
///
/// ```swift
/// await withUserDefaults { defaults in
///   Settings(defaults: defaults).isDark = true
///   #expect(Settings(defaults: defaults).isDark)
/// }
/// ```
/// - Parameters:
///   - isolation: The isolation of the caller.
///   - body: The code. Its argument is the user defaults.
/// - Returns: What the code returns.
/// - Throws: What the code throws.
@discardableResult
public func withUserDefaults<R>(
  isolation: isolated (any Actor)? = #isolation,
  _ body: (UserDefaults) async throws -> R
) async rethrows -> R {
  let name = "testing-support-\(UUID().uuidString)"
  // The initializer fails for the name of the global domain and of the main bundle alone.
  guard let defaults = UserDefaults(suiteName: name) else { preconditionFailure("No suite named \(name)") }
  defer { defaults.removePersistentDomain(forName: name) }
  return try await body(defaults)
}
