import Foundation
import Testing
import TestingSupportCore

/// Whether the files of a failing test are kept.
enum KeptFiles {
  static let variable = "TESTING_SUPPORT_KEEP_FILES"

  @TaskLocal static var override: Bool?

  static var areWanted: Bool {
    override ?? (ProcessInfo.processInfo.environment[variable].map { !["", "0"].contains($0) } ?? false)
  }

  /// Runs code, and reports whether it threw or recorded an issue; the latter only if files are to be kept.
  static func watching<R>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> R,
    atEnd: (Bool) -> Void
  ) async rethrows -> R {
    let hasFailed = Locked(false)
    do {
      let result: R
      if areWanted {
        var value: R?
        // No issue is known here: each is inspected when the test receives it.
        try await withKnownIssue(isIntermittent: true) {
          value = try await body()
        } matching: { issue in
          if !issue.isWarning { hasFailed.withLock { $0 = true } }
          return false
        }
        guard let value else { preconditionFailure("The code neither returned nor threw") }
        result = value
      } else {
        result = try await body()
      }
      atEnd(hasFailed.withLock(\.self))
      return result
    } catch {
      atEnd(true)
      throw error
    }
  }
}

extension Issue {
  fileprivate var isWarning: Bool {
    #if compiler(>=6.3)
      severity < .error
    #else
      false
    #endif
  }
}
