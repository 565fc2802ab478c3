extension ActionResult {
  /// The same call with another value in the end.
  ///
  /// - Parameter transform: Returns the new value for the old one; not called for a failure.
  public func map<NewSuccess>(_ transform: (Success) -> NewSuccess) -> ActionResult<NewSuccess, Failure> {
    converted { $0.map(transform) }
  }

  /// The same call with another error in the end.
  ///
  /// - Parameter transform: Returns the new error for the old one; not called for a success.
  public func mapError<NewFailure>(_ transform: (Failure) -> NewFailure) -> ActionResult<Success, NewFailure> {
    converted { $0.mapError(transform) }
  }

  /// The same call, followed by the one that `transform` returns for its value.
  ///
  /// - Parameter transform: Returns the call to continue with; not called for a failure. Its progress runs after the
  ///   progress of this call, and its gates come after the gates of this one. Called once, and once more for each value
  ///   that this call returns when it is cancelled.
  public func flatMap<NewSuccess>(
    _ transform: (Success) -> ActionResult<NewSuccess, Failure>
  ) -> ActionResult<NewSuccess, Failure> {
    let next = result.map(transform)
    var combined = converted(to: next.flatMap(\.result)) { $0.flatMap { transform($0).result } }
    guard case .success(let next) = next else { return combined }
    combined.progress += next.progress
    combined.holds += next.holds
    return combined
  }

  private func converted<NewSuccess, NewFailure>(
    _ convert: (Result<Success, Failure>) -> Result<NewSuccess, NewFailure>
  ) -> ActionResult<NewSuccess, NewFailure> {
    converted(to: convert(result), convert)
  }

  /// - Parameters:
  ///   - newResult: What the call ends with.
  ///   - convert: What makes of the endings of a cancelled call those of the new one.
  private func converted<NewSuccess, NewFailure>(
    to newResult: Result<NewSuccess, NewFailure>,
    _ convert: (Result<Success, Failure>) -> Result<NewSuccess, NewFailure>
  ) -> ActionResult<NewSuccess, NewFailure> {
    var copy = ActionResult<NewSuccess, NewFailure>(newResult)
    copy.progress = progress
    copy.holds = holds.map { .init(place: $0.place, whenCancelled: $0.whenCancelled.map(convert)) }
    return copy
  }
}
