/// The tasks of a test: what they are called, and which of them have not ended.
struct KnownTasks: Sendable {
  private(set) var names: [Int: String] = [:]
  // By number. A task whose end cannot be told is not said to be unfinished.
  private var isUnfinished: [Bool] = []

  /// Remembers a task that is made ready for the first time.
  mutating func insert(_ job: UnownedJob, number: Int) {
    if let name = Runtime.name(ofNewTask: job) { names[number] = name }
    while isUnfinished.count < number { isUnfinished.append(false) }
    isUnfinished.append(Runtime.canTellEnd(ofTaskOf: job))
  }

  /// Remembers that a task has ended.
  mutating func finish(_ number: Int) {
    if isUnfinished.indices.contains(number) { isUnfinished[number] = false }
  }

  /// The numbers of the tasks that have not ended.
  var unfinished: Set<Int> {
    Set(isUnfinished.indices.filter { isUnfinished[$0] })
  }

  /// The tasks that have not ended, in the words of a failure.
  var waiting: [String] {
    isUnfinished.indices.filter { isUnfinished[$0] }.map { number in
      if let name = names[number] { return "“\(name)”" }
      return number == 0 ? "the test itself" : "task \(number), which has no name"
    }
  }
}
