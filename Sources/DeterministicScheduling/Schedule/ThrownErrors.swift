internal import DeterministicSchedulingLoader

/// The errors with which the tasks of a test have ended, as far as no task has awaited them.
struct ThrownErrors: Sendable {
  private var functions: [Int: CodeReference] = [:]
  private var errors: [Int: any Error] = [:]
  private var awaited: Set<Int> = []

  /// Remembers what a task that is being created begins with.
  mutating func taskBegins(_ number: Int) {
    functions[number] = CodeReference(testing_support_code_of_new_task())
  }

  /// Remembers the error of a task that has ended, if it has one.
  mutating func taskDidEnd(_ number: Int, at address: UInt) {
    guard !awaited.contains(number), let error = Runtime.error(ofTask: address), !(error is CancellationError) else {
      return
    }
    errors[number] = error
  }

  /// Forgets the error of an awaited task. It is not deallocated here: the code that awaits the task receives it.
  mutating func taskIsAwaited(_ number: Int) {
    awaited.insert(number)
    errors[number] = nil
  }

  /// The errors that are left, in the order in which their tasks were created.
  func left(title: (Int) -> String) -> [UnhandledError] {
    errors.sorted { $0.key < $1.key }.map { number, error in
      let frames = functions[number]?.addresses ?? []
      return UnhandledError(task: SuspendedTask(title: title(number), frames: frames), error: error)
    }
  }
}

/// An error that no task has awaited.
struct UnhandledError: Sendable {
  /// What the task is called, and the function that it began with.
  let task: SuspendedTask
  let error: any Error
}

extension UnhandledError {
  /// The failure of a test with `unhandledErrors: .fail`.
  static func message(_ errors: [UnhandledError]) -> String {
    let longest = 8
    let lines = errors.prefix(longest).map { "\($0.task.text): \(String(describingForMessage: $0.error))" }
    let more = errors.count > longest ? ["And \(errors.count - longest) more."] : []
    let headline = errors.count == 1 ? "1 task threw an error that was" : "\(errors.count) tasks threw errors that were"
    return """
      \(headline) not handled
      \((lines + more).joined(separator: "\n"))
      Await the value of \(errors.count == 1 ? "the" : "each") task, or catch the error inside the task.
      """
  }
}
