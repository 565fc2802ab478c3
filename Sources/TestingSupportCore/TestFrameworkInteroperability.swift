internal import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Whether Swift Testing itself makes an XCTest fail for issues, as it can from Swift 6.4 on.
package enum TestFrameworkInteroperability {
  /// The environment variable that chooses the mode: `none`, `limited`, `complete`, or `strict`.
  package static let variable = "SWIFT_TESTING_XCTEST_INTEROP_MODE"

  /// In these modes this package leaves it to the testing library, or each failure would count twice.
  static let isComplete = isComplete(ProcessInfo.processInfo.environment[variable])

  package static func isComplete(_ mode: String?) -> Bool {
    #if compiler(>=6.4)
      mode == "complete" || mode == "strict"
    #else
      false
    #endif
  }
}

extension Issue {
  /// Whether a `withKnownIssue` around the code has matched the issue, which is then no failure.
  ///
  /// The testing library keeps this to itself; the returned issue shows it to reflection alone.
  var isMatchedByKnownIssue: Bool {
    for child in Mirror(reflecting: self).children where child.label == "knownIssueContext" {
      return Mirror(reflecting: child.value).children.count > 0
    }
    return false
  }
}
