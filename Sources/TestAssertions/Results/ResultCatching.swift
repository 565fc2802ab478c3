extension Result {
  /// Creates a result from what an asynchronous closure returns or throws.
  ///
  /// The standard library has the same for synchronous closures. Use it to compare the outcome of several calls, or to
  /// check it with ``expectSuccess(_:equals:_:sourceLocation:)`` and
  /// ``expectFailure(_:equals:_:sourceLocation:)-6rrve``.
  ///
  /// ```swift
  /// let result = await Result { try await loader.load() }
  /// ```
  ///
  /// - Parameters:
  ///   - isolation: The isolation that `body` runs in: the caller's.
  ///   - body: What to run.
  @_disfavoredOverload
  public init(
    isolation: isolated (any Actor)? = #isolation,
    catching body: () async throws(Failure) -> Success
  ) async {
    do throws(Failure) {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
