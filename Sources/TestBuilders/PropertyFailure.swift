import Testing

/// How a property failed in one trial.
struct PropertyFailure {
  let first: Issue

  /// Whether the two failed in the same place, with errors of the same type if with errors: a smaller case is to show
  /// the same mistake, not another one.
  func isAlike(_ other: PropertyFailure) -> Bool {
    first.sourceLocation == other.first.sourceLocation && typeOfError == other.typeOfError
  }

  var text: String {
    "\(first)" + (first.sourceLocation.map { " (\($0.fileID):\($0.line))" } ?? "")
  }

  private var typeOfError: ObjectIdentifier? {
    first.error.map { ObjectIdentifier(type(of: $0)) }
  }
}
