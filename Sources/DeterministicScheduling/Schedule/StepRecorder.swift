internal import TestingSupportCore

/// Records what each step does in the code of the test.
///
/// That takes longer than the step itself, so only the simplest failing order runs once more with it.
struct StepRecorder: Sendable {
  // Steps after these are reported without details.
  private static let mostSteps = 1000

  private var details: [Int: StepDetails] = [:]
  // By step: where its task continues, and where the functions do that await it there.
  private var codes: [Int: [CodeReference]] = [:]
  // By task: how long it sleeps.
  private var sleeps: [Int: Duration] = [:]
  private var resumedByCancellation: Set<Int> = []
  private var cancelled: Set<Int> = []
  private var knownTasks = 0

  /// A step runs the job of a task.
  mutating func note(_ job: UnownedJob, of task: Int, in step: Int) {
    guard step < Self.mostSteps else { return }
    let isCancelled = resumedByCancellation.remove(task) != nil
    let sleep = sleeps.removeValue(forKey: task)
    update(step) { details in
      details.isResumedByCancellation = isCancelled
      details.interruptedSleep = isCancelled ? sleep : nil
    }
    guard let place = Runtime.place(of: job) else { return }
    codes[step] = place.code
    if let actor = place.actor { update(step) { $0.actor = actor } }
  }

  /// A step ends the sleep of a task.
  ///
  /// - Parameter wasInterrupted: Whether the task had been awake before, since it was cancelled.
  mutating func noteWake(of task: Int, wasInterrupted: Bool, in step: Int) {
    if wasInterrupted { return update(step) { $0.endsInterruptedSleep = true } }
    let sleep = sleeps.removeValue(forKey: task)
    update(step) { $0.slept = sleep }
  }

  /// A task goes to sleep.
  mutating func noteSleep(_ duration: Duration, of task: Int, in step: Int?) {
    sleeps[task] = duration
    if let step { update(step) { $0.sleep = duration } }
  }

  /// A cancellation handler makes a task ready.
  mutating func noteResumptionByCancellation(of task: Int) {
    resumedByCancellation.insert(task)
  }

  /// Looks for tasks that were cancelled since the last look.
  ///
  /// - Parameter step: The step that has cancelled them; `nil` if something else has.
  mutating func noteCancelled(in tasks: TaskTable, by step: Int?) {
    for number in tasks.cancelled where cancelled.insert(number).inserted {
      // A child of a cancelled task begins as a cancelled one.
      guard let step, number < knownTasks || !tasks.isChild(number) else { continue }
      update(step) { $0.cancelled.append(number) }
    }
    knownTasks = tasks.count
  }

  /// The child of an `async let` is cancelled, since its scope ends.
  mutating func noteCancelledChild(_ number: Int, by step: Int) {
    if cancelled.insert(number).inserted { update(step) { $0.cancelled.append(number) } }
  }

  /// A task goes to sleep on a test clock.
  mutating func noteClockSleep(_ duration: String, in step: Int) {
    update(step) { $0.clockSleep = duration }
  }

  /// A test clock was advanced.
  mutating func noteClock(_ time: String, in step: Int) {
    update(step) { $0.clockTimes.append(time) }
  }

  private mutating func update(_ step: Int, _ change: (inout StepDetails) -> Void) {
    if step < Self.mostSteps { change(&details[step, default: StepDetails()]) }
  }

  /// The details by step, with the names of functions, and lines. Takes a while: the symbols of the program are searched.
  var named: [Int: StepDetails] {
    var named = details
    for (step, code) in codes {
      let places = code.compactMap { CodePlace(firstWrittenByUserAt: $0.addresses) }
      let functions = places.map(\.function.shortText).reduce(into: [String]()) { names, name in
        if name != names.last { names.append(name) }
      }
      named[step, default: StepDetails()].functions = functions
      named[step, default: StepDetails()].line = places.first?.line
    }
    return named
  }
}

extension Runtime {
  /// Where the task of a job continues, and at which actor; `nil` if that is not sure.
  static func place(of job: UnownedJob) -> (code: [CodeReference], actor: ActorReference?)? {
    let (isSure, address) = actor(of: job)
    guard isSure else { return nil }
    let start = code(of: job)
    let frames = frames(ofTask: Self.address(ofTaskBehind: job))
    // A new task continues in a function of the runtime, which calls its closure.
    let code = frames.first == start.function ? frames.map { CodeReference(function: $0) } : [start]
    return (code, address.flatMap(actorReference))
  }

  private static func actorReference(at address: UInt) -> ActorReference? {
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
    let type: any AnyObject.Type = type(of: Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue())
    let module = String(reflecting: type).prefix { $0 != "." }
    guard !FunctionName.supportingModules.contains(String(module)) else { return nil }
    return ActorReference(type: String(describing: type), address: address)
  }
}
