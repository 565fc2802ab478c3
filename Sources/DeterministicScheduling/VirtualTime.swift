/// The time of a deterministic test, which passes only when nothing in the test can run.
public enum VirtualTime {
  /// How much time has passed for the running test since it began, or `nil` outside of a deterministic test.
  ///
  /// ```swift
  /// @Test(.deterministic)
  /// func whenRequestFailsTwice_thenRetriesBackOff() async throws {
  ///   _ = try await client.load()
  ///   #expect(VirtualTime.elapsed == .seconds(1 + 2))
  /// }
  /// ```
  public static var elapsed: Duration? { Schedule.current?.elapsed }
}
