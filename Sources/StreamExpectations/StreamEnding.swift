/// What a stream has to do after the last expected element.
public enum StreamEnding: Sendable {
  /// Anything. Only the expected elements are read, and the sequence can be read further afterward.
  case anything
  /// Finish, without an error and without another element.
  case finish
  /// End with this error. It is compared by `==` if it has one, else by type and description.
  case failure(any Error)
  /// End with an error for which this holds: `.anyFailure { $0 is URLError }`.
  case anyFailure(where: @Sendable (any Error) -> Bool)
  /// Neither deliver nor end, once everything has settled.
  ///
  /// In a deterministic test, this is exact: it ends when the test is idle. In any other test, other tasks only have a
  /// chance to run; pass `within:` to wait longer.
  case silence

  /// End with an error, whichever it is.
  public static var anyFailure: Self { .anyFailure { _ in true } }
}
