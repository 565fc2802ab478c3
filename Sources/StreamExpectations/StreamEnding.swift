/// What a stream has to do after the last expected element.
public enum StreamEnding: Sendable {
  /// Whatever it likes. It is not asked for more than the expected elements, and can be read on afterward.
  case anything
  /// Finish, without an error and without another element.
  case finish
  /// End with this error. It is compared by `==` if it has one, else by type and description.
  case failure(any Error)
  /// End with an error for which this holds: `.anyFailure { $0 is URLError }`.
  case anyFailure(where: @Sendable (any Error) -> Bool)
  /// Neither deliver nor end, once everything has settled.
  ///
  /// In a deterministic test that is the point where nothing can run any more without time going on. Anywhere else
  /// there is no such point, and other tasks are only given the chance to run; say `within:` to listen that long.
  case silence

  /// End with an error, whichever it is.
  public static var anyFailure: Self { .anyFailure { _ in true } }
}
