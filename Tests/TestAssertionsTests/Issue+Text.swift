import Testing

extension Issue {
  /// What was recorded, as one text.
  var text: String { comments.map(\.rawValue).joined(separator: "\n") }
}
