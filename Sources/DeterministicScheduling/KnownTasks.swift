/// The tasks of a test: what they are called, and which of them have not ended.
struct KnownTasks: Sendable {
  private(set) var names: [Int: String] = [:]
  private var unfinished: Set<Int> = []

  /// Remembers a task that is made ready for the first time.
  mutating func insert(_ job: UnownedJob, number: Int) {
    if let name = Runtime.name(ofNewTask: job) { names[number] = name }
    if Runtime.canTellEnd(ofTaskOf: job) { unfinished.insert(number) }
  }

  /// Remembers that a task has ended.
  mutating func finish(_ number: Int) {
    unfinished.remove(number)
  }

  /// The tasks that have not ended, in the words of a failure.
  var waiting: [String] {
    unfinished.sorted().map { number in
      if let name = names[number] { return "“\(name)”" }
      return number == 0 ? "the test itself" : "task \(number), which has no name"
    }
  }
}
