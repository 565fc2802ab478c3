/// The tasks of a test: what they are called, and which of them have not ended.
struct TaskTable: Sendable {
  private static let untold: UInt = 1

  private(set) var names: [Int: String] = [:]
  // By number. A task is retained until it finishes; one whose end is unknown is marked so.
  private var addresses: [UInt] = []
  // Tasks of `async let`, by number. They lie in the memory of their parents, so that none is looked at when its scope ends.
  private var children: [Int: UInt] = [:]
  /// Whether a task may have ended unseen, in the queue of an actor.
  var mayHaveUnseenEnds = false
  // The numbers of those that had not ended when that was last looked for, and where the newer ones begin.
  private var living: [Int] = []
  private var firstNew = 0
  /// What tasks have thrown, if the test asks for it.
  var errors: ThrownErrors?

  /// Remembers a task that was created.
  mutating func insert(_ task: UInt, number: Int) {
    if let name = Runtime.name(ofNewTask: task) { names[number] = name }
    errors?.taskBegins(number)
    while addresses.count < number { addresses.append(Self.untold) }
    let canTellEnd = Runtime.canTellEnd(ofTask: task)
    addresses.append(canTellEnd ? task : Self.untold)
    if canTellEnd { Runtime.retain(task) } else if Runtime.isAsyncLet(task) { children[number] = task }
  }

  /// The scope of an `async let` ends.
  mutating func endScope(of number: Int) { children[number] = nil }

  /// Remembers that a task has ended, if it has.
  ///
  /// - Returns: The task, to be released outside every lock, or zero.
  mutating func finish(_ number: Int) -> UInt {
    guard addresses.indices.contains(number), Self.isAddress(addresses[number]),
      !Runtime.isUnfinished(addresses[number])
    else { return 0 }
    errors?.taskDidEnd(number, at: addresses[number])
    defer { addresses[number] = 0 }
    return addresses[number]
  }

  /// Remembers which tasks have ended unseen: what retains them would keep their results alive.
  ///
  /// - Returns: Them, to be released outside every lock.
  mutating func takeUnseenEnds() -> [UInt] {
    guard mayHaveUnseenEnds else { return [] }
    mayHaveUnseenEnds = false
    let candidates = living + Array(firstNew..<addresses.count)
    (living, firstNew) = ([], addresses.count)
    var ended: [UInt] = []
    for number in candidates where Self.isAddress(addresses[number]) {
      let task = finish(number)
      if task == 0 { living.append(number) } else { ended.append(task) }
    }
    return ended
  }

  /// Forgets all tasks.
  ///
  /// - Returns: Them, to be released outside every lock.
  mutating func removeAll() -> [UInt] {
    defer { (addresses, living, firstNew, children) = ([], [], 0, [:]) }
    // Not all ends are seen.
    for (number, task) in addresses.enumerated() where Self.isAddress(task) { errors?.taskDidEnd(number, at: task) }
    return addresses.filter(Self.isAddress)
  }

  private static func isAddress(_ address: UInt) -> Bool { address > untold }

  private func address(of number: Int) -> UInt? {
    guard addresses.indices.contains(number), Self.isAddress(addresses[number]) else { return children[number] }
    return addresses[number]
  }

  private func numbers(where isIncluded: (UInt) -> Bool) -> [Int] {
    addresses.indices.filter { address(of: $0).map(isIncluded) ?? false }
  }

  /// The numbers of the tasks that are known not to have ended.
  var unfinished: [Int] { numbers(where: Runtime.isUnfinished) }

  /// The numbers of the tasks that may be unfinished: if there are any, also those whose end is unknown.
  var left: Set<Int> {
    let unfinished = Set(unfinished)
    return unfinished.isEmpty ? [] : unfinished.union(addresses.indices.filter { addresses[$0] == Self.untold })
  }

  /// How many tasks there were.
  var count: Int { addresses.count }

  /// The numbers of the tasks that were cancelled, as far as they are known not to have ended.
  var cancelled: [Int] { numbers(where: Runtime.isCancelled) }

  func isCancelled(_ number: Int) -> Bool { address(of: number).map(Runtime.isCancelled) ?? false }

  func takeBackCancellation(of number: Int) {
    if let address = address(of: number) { Runtime.takeBackCancellation(of: address) }
  }

  func isChild(_ number: Int) -> Bool { Runtime.isChild(addresses[number]) }

  /// The unfinished tasks that no other task waits for and cancels.
  var unfinishedRoots: [(number: Int, address: UInt)] {
    unfinished.compactMap { number in address(of: number).map { (number, $0) } }.filter { !Runtime.isChild($0.1) }
  }

  /// Whether any task runs, or is about to. Ask where none is ready in the schedule: one that has yielded is about to run
  /// elsewhere then.
  var isAnyActive: Bool {
    addresses.contains { Self.isAddress($0) && Self.isActive($0) } || children.values.contains(where: Self.isActive)
  }

  /// Whether any task runs.
  var isAnyRunning: Bool {
    addresses.contains { Self.isAddress($0) && Runtime.isRunning($0) }
      || children.values.contains(where: Runtime.isRunning)
  }

  func isRunning(_ number: Int) -> Bool { address(of: number).map(Runtime.isRunning) ?? false }

  /// The numbers of the tasks that run.
  var running: [Int] { numbers(where: Runtime.isRunning) }

  /// Whether a task is about to run.
  func isQueued(_ number: Int) -> Bool {
    address(of: number).map(Self.isQueued) ?? false
  }

  /// The numbers of the tasks that are about to run.
  var queued: [Int] { numbers(where: Self.isQueued) }

  private static func isQueued(_ task: UInt) -> Bool { !Runtime.isRunning(task) && isActive(task) }

  func isActive(_ number: Int) -> Bool { address(of: number).map(Self.isActive) ?? false }

  /// The default actor in whose queue a task is, or zero.
  func actor(inWhoseQueueIs number: Int) -> UInt { address(of: number).map(Runtime.actor(inWhoseQueueIs:)) ?? 0 }

  /// Whether a task runs, or is about to, which one that has yielded is too.
  static func isActive(_ task: UInt) -> Bool { Runtime.isActive(task) || Runtime.hasYielded(task) }

  /// What a task is called in a failure.
  func title(of number: Int) -> String {
    if let name = names[number] { return "\"\(name)\"" }
    return number == 0 ? "test body" : "unnamed task \(number)"
  }

  /// The same within a sentence.
  func titleInSentence(of number: Int) -> String {
    if names[number] != nil { return "task \(title(of: number))" }
    return number == 0 ? "the test body" : title(of: number)
  }

  /// A task as a failure lists it.
  func suspended(_ number: Int) -> SuspendedTask {
    let address = address(of: number)
    return SuspendedTask(
      title: title(of: number),
      frames: address.map(Runtime.frames) ?? [],
      isCancelled: address.map(Runtime.isCancelled) ?? true
    )
  }

  /// A task as the subject of a sentence.
  func subject(_ number: Int?) -> String {
    guard let number else { return "A task" }
    if let name = names[number] { return "Task \"\(name)\"" }
    return number == 0 ? "The test body" : "Unnamed task \(number)"
  }
}
