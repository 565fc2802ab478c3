import DeterministicScheduling
import Dispatch
import Foundation
import TestingSupportCore

// What the tests of membership run: tasks that look whose time they see, and actors and relays that several tests share.

func look(_ name: String, _ log: EventLog) async {
  try? await Task.sleep(for: .seconds(100))  // sleep-is-the-subject
  log.add("\(name): \(VirtualTime.elapsed.map { $0 >= .seconds(100) } ?? false)")
}

@MainActor func lookOnMainActor(_ name: String, _ log: EventLog) async {
  await look(name, log)
}

/// Whose time a task sees, from before a short sleep until after it.
enum Sighting {
  case ordinary, virtual, mixed

  init() async {
    let start = ContinuousClock.now
    let before = VirtualTime.elapsed != nil
    let began = DispatchTime.now()
    try? await Task.sleep(for: .milliseconds(20))  // sleep-is-the-subject
    let isReal = DispatchTime.now().uptimeNanoseconds - began.uptimeNanoseconds >= 20_000_000
    let after = VirtualTime.elapsed != nil
    let isForward = start.duration(to: .now) >= .milliseconds(20)
    self =
      switch (before, after, isReal) {
      case (false, false, true): isForward ? .ordinary : .mixed
      case (true, true, false): isForward ? .virtual : .mixed
      default: .mixed
      }
  }
}

/// A task that lives as long as its owner, and answers requests on the main actor.
final class Relay: Sendable {
  static let shared = {
    let relay = Relay()
    relay.start()
    return relay
  }()

  private typealias Reply = CheckedContinuation<Int, Never>
  private let requests = AsyncStream.makeStream(of: Void.self)
  private let waiting = Locked<[Reply]>([])

  func start() {
    Task {
      for await _ in requests.stream {
        await MainActor.run {
          MainActor.assertIsolated()
          let reply = waiting.withLock { $0.removeFirst() }
          reply.resume(returning: 42)
        }
      }
    }
  }

  func request() async -> Int {
    await withCheckedContinuation { reply in
      waiting.withLock { $0.append(reply) }
      requests.continuation.yield()
    }
  }

  /// Resumes those that nobody serves.
  func abandonRequests() {
    let left = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for reply in left { reply.resume(returning: 0) }
  }
}

enum Singleton {
  static let sighting = Task { await Sighting() }
}

@globalActor actor Shared {
  static let shared = Shared()

  @Shared static func isInTest() -> Bool { VirtualTime.elapsed != nil }
  @Shared static func startTask() -> Task<Bool, Never> { Task { VirtualTime.elapsed != nil } }
  @Shared static func add(_ event: String, to log: EventLog) { log.add(event) }
  @Shared static func block(until waiter: Waiter) {
    waiter.signal()
    Thread.sleep(forTimeInterval: 0.01)  // sleep-is-the-subject
  }
}

/// An actor whose executor returns from `enqueue` only when another thread has run the job.
actor WaitingActor {
  private final class Executor: SerialExecutor {
    private let queue = DispatchQueue(label: "waiting actor")
    private let jobs = Locked<[DispatchSemaphore]>([])

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
      UnownedSerialExecutor(ordinary: self)
    }

    func enqueue(_ job: UnownedJob) {
      let isDone = DispatchSemaphore(value: 0)
      // From the actor's own queue nobody may wait: it is what would run the job.
      let isInside = DispatchQueue.getSpecific(key: key) != nil
      let target = isInside ? DispatchQueue.global() : queue
      target.async {
        job.runSynchronously(on: self.asUnownedSerialExecutor())
        isDone.signal()
      }
      isDone.wait()
    }

    private let key = DispatchSpecificKey<Bool>()

    init() {
      queue.setSpecific(key: key, value: true)
    }
  }

  private let executor = Executor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func start(_ body: @escaping @Sendable () -> Void) -> Task<Void, Never> {
    Task {
      _ = self
      body()
    }
  }
}
