/// Numbers the tasks of a test, in the order in which they first become ready, and knows which task started which.
struct TaskNumbers: Sendable {
  private var numbers: [TaskID: Int] = [:]
  // By number: the number of the task that started it, or its own if that is unknown.
  private var starters: [Int] = []
  private var latest: (id: UInt64, number: Int)?

  /// All numbered tasks, as the runtime identifies them.
  var tasks: some Collection<UInt64> { numbers.keys.lazy.map(\.number) }

  /// Returns the number of a task, and whether it was given just now.
  ///
  /// - Parameters:
  ///   - task: The task, as the runtime identifies it.
  ///   - starter: The task that started it, or 0. Evaluated only for a new task.
  mutating func number(of task: UInt64, startedBy starter: @autoclosure () -> UInt64) -> (number: Int, isNew: Bool) {
    if let latest, latest.id == task { return (latest.number, false) }
    let known = numbers[TaskID(task)]
    let number = known ?? numbers.count
    if known == nil {
      starters.append(numbers[TaskID(starter())] ?? number)
      numbers[TaskID(task)] = number
    }
    latest = (task, number)
    return (number, known == nil)
  }

  /// The number of a task that has one.
  func number(of task: UInt64) -> Int? {
    if let latest, latest.id == task { return latest.number }
    return numbers[TaskID(task)]
  }

  /// Whether a task was started by another, directly or through others. The first task, which runs the body of the test,
  /// counts as the starter of all.
  func isStarted(_ task: Int?, by other: Int?) -> Bool {
    guard let other, task != other else { return false }
    if other == 0 { return true }
    guard var task else { return false }
    // A task has a higher number than its starter.
    while task > other, starters.indices.contains(task), starters[task] != task { task = starters[task] }
    return task == other
  }
}
