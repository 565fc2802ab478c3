import Testing
import TestingSupportCore

/// Expects that exactly one issue was recorded, with this text and at this line.
func expect(
  _ issues: [Issue],
  are text: String,
  at location: SourceLocation,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(issues.map { $0.comments.map(\.rawValue) } == [[text]], sourceLocation: sourceLocation)
  #expect(issues.map(\.sourceLocation) == [location], sourceLocation: sourceLocation)
}

extension SourceLocation {
  /// The place where this is read.
  static var here: SourceLocation { here() }

  private static func here(_ location: SourceLocation = #_sourceLocation) -> SourceLocation { location }
}
