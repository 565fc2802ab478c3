import Testing

/// Where a sleeper went to sleep, as far as that is known.
///
/// The requirement of `Clock` passes no source location. A timer says its own through a task-local value, the test
/// clock's own `sleep(for:)` directly; a task's name is known where the runtime has names.
struct SleepOrigin: Sendable {
  /// The line of the timer whose tick is being awaited.
  @TaskLocal static var timer: SourceLocation?

  let sourceLocation: SourceLocation?
  let taskName: String?

  init(sourceLocation: SourceLocation? = timer) {
    self.sourceLocation = sourceLocation
    taskName = Self.currentTaskName
  }

  private static var currentTaskName: String? {
    #if compiler(>=6.2)
      if #available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *) { return Task.name }
    #endif
    return nil
  }
}
