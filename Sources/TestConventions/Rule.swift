/// A convention that can be checked.
public enum Rule: String, CaseIterable, Sendable {
  /// A test waits for a time instead of for the event.
  case sleeping
  /// A test yields and hopes that others have run.
  case yielding
  /// A check rests on `settle()` alone outside a deterministic test, where it promises nothing.
  case settling
  /// A helper that can fail does so at its own line, not at the test's.
  case sourceLocation = "source-location"
  /// A test's name does not have the form `whenCondition_thenOutcome`.
  case testName = "test-name"
  /// A double or a factory can be seen outside its file.
  case privateHelpers = "private-helpers"
  /// Suites, then factories, then doubles.
  case sectionOrder = "section-order"
  /// An error is caught by hand instead of by `#expect(throws:)`.
  case doCatch = "do-catch"
  /// The number of elements is the only thing that a test checks of a collection.
  case countOnly = "count-only"
  /// A trial of a property ends before it has checked anything.
  case earlyReturn = "early-return"
  /// A comment that switches off what is no rule.
  case unknownRule = "unknown-rule"

  /// The page of the conventions guide that gives the reason.
  public var page: String {
    switch self {
    case .sleeping, .yielding, .settling: "Clocks and time"
    case .sourceLocation: "Source locations"
    case .testName: "Naming tests"
    case .privateHelpers, .sectionOrder: "File layout"
    case .doCatch, .countOnly: "One focused expectation"
    case .earlyReturn: "Test data"
    case .unknownRule: "TestingSupport"
    }
  }

  /// One sentence with what the rule requires.
  public var summary: String {
    switch self {
    case .sleeping: "A test waits for the event, never for a time."
    case .yielding: "A test does not yield and hope; it waits for the event."
    case .settling: "A check outside a deterministic test does not rest on settle() alone."
    case .sourceLocation: "A helper with expectations takes a source location and fails there."
    case .testName: "A test is named whenCondition_thenOutcome."
    case .privateHelpers: "Doubles and factories of a test file are private."
    case .sectionOrder: "A test file has suites first, then factories, then doubles."
    case .doCatch: "Thrown errors are checked with #expect(throws:)."
    case .countOnly: "A collection is checked by its elements, not by its count alone."
    case .earlyReturn: "A trial that can't be checked is discarded with assume(_:)."
    case .unknownRule: "A comment that switches off a rule names one that there is."
    }
  }
}
