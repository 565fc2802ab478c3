import Testing

/// Where a sleeper went to sleep, as far as that is known.
///
/// The requirement of `Clock` passes no source location. A timer passes its own through a task-local value, the test
/// clock's `sleep(for:)` directly. The name of a task is known if the runtime supports names.
final class SleepOrigin: Sendable {
  /// The line of the timer whose tick is being awaited.
  @TaskLocal static var timer: SourceLocation?

  let sourceLocation: SourceLocation?
  let taskName: String?

  private init(sourceLocation: SourceLocation?, taskName: String?) {
    self.sourceLocation = sourceLocation
    self.taskName = taskName
  }

  /// What is known of the current task's sleep; nothing in most cases, which then costs nothing.
  static func current(sourceLocation: SourceLocation? = timer) -> SleepOrigin? {
    let taskName = currentTaskName
    if sourceLocation == nil, taskName == nil { return nil }
    return SleepOrigin(sourceLocation: sourceLocation, taskName: taskName)
  }

  private static var currentTaskName: String? {
    #if compiler(>=6.2)
      if #available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *) { return Task.name }
    #endif
    return nil
  }
}
