// conventions:ignore-file yielding - the order of tasks that yield is the subject

import Dispatch
import TestingSupportCore

/// A program of everything that Swift concurrency has; what it does is written down in the order in which it happens.
enum ProgramUnderTest {
  /// - Parameter usesGlobalActor: Whether it uses an actor that all programs share.
  static func run(usesGlobalActor: Bool = true) async -> [String] {
    let log = EventLog()
    let counter = CounterActor(log: log)
    let screen = await Screen(log: log)
    await withTaskGroup(of: Int.self) { group in
      for child in 0..<5 {
        group.addTask(priority: child.isMultiple(of: 2) ? .low : .high) {
          log.add("child \(child) begins")
          await counter.increment("child \(child)")
          await Task.yield()
          await screen.show("child \(child)")
          try? await Task.sleep(for: .milliseconds(10 * (5 - child)))  // sleep-is-the-subject
          log.add("child \(child) ends")
          return child
        }
      }
      for await child in group { log.add("joined \(child)") }
    }
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let consumer = Task {
      for await element in stream { await counter.increment("element \(element)") }
      log.add("stream ended")
    }
    let producer = Task.detached {
      for element in 0..<4 {
        continuation.yield(element)
        if element.isMultiple(of: 2) { await Task.yield() }
      }
      continuation.finish()
      log.add("producer ends")
    }
    await useOtherActors(log, includingGlobal: usesGlobalActor)
    async let first = counter.slowly("first", by: .seconds(3))
    async let second = counter.slowly("second", by: .seconds(1))
    let sleeper = Task { @MainActor in
      do {
        try await ContinuousClock().sleep(for: .seconds(3600))  // sleep-is-the-subject
      } catch {
        log.add("sleeper cancelled on main")
      }
    }
    await producer.value
    await consumer.value
    log.add("slow: \(await first) \(await second)")
    sleeper.cancel()
    await sleeper.value
    await handleCancellation(log)
    let answer = await withCheckedContinuation { continuation in
      Task { @MainActor in continuation.resume(returning: 42) }
    }
    log.add("answer \(answer)")
    return log.events
  }

  private static func useOtherActors(_ log: EventLog, includingGlobal: Bool) async {
    let queueActor = QueueActor()
    await withTaskGroup(of: Void.self) { group in
      for child in 0..<3 {
        group.addTask {
          await queueActor.add("queue \(child)", to: log)
          if includingGlobal { await Archive.note("global \(child)", in: log) }
          await queueActor.run {
            await Task.yield()
            log.add("queue \(child) again")
          }
        }
        if includingGlobal {
          group.addTask { @Archive @Sendable in
            log.add("archive \(child)")
            await Task.yield()
            log.add("archive \(child) again")
          }
        }
        group.addTask {
          for step in 0..<5 {
            log.add("other \(child) \(step)")
            await Task.yield()
          }
        }
      }
    }
  }

  private static func handleCancellation(_ log: EventLog) async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      await withTaskCancellationHandler {
        for await _ in stream { log.add("tick") }
        log.add("cancelled")
      } onCancel: {
        continuation.finish()
      }
    }
    continuation.yield()
    await Task.yield()
    task.cancel()
    await task.value
  }
}

/// Events in the order in which they happened, from any thread.
final class EventLog: Sendable {
  private let stored = Locked<[String]>([])

  func add(_ event: String) { stored.withLock { $0.append(event) } }
  var events: [String] { stored.withLock { $0 } }
}

actor CounterActor {
  private let log: EventLog
  private var count = 0

  init(log: EventLog) { self.log = log }

  func increment(_ name: String) async {
    let old = count
    await Task.yield()
    count = old + 1
    log.add("\(name): count \(count)")
  }

  func slowly(_ name: String, by duration: Duration) async -> Int {
    try? await SuspendingClock().sleep(for: duration)  // sleep-is-the-subject
    count += 1
    log.add("\(name) slow")
    return count
  }
}

@MainActor
final class Screen {
  private let log: EventLog
  private var shown: [String] = []

  init(log: EventLog) { self.log = log }

  func show(_ text: String) async {
    note(text)
    await Task.yield()
    log.add("shown \(text), \(shown.count)")
  }

  nonisolated private func note(_ text: String) {
    dispatchPrecondition(condition: .onQueue(.main))
    MainActor.assumeIsolated { shown.append(text) }
  }
}

/// A global actor that all tests share.
@globalActor
actor Archive {
  static let shared = Archive()

  func count() {}

  @Archive
  static func note(_ text: String, in log: EventLog) async {
    log.add(text)
    await Task.yield()
    log.add("\(text) again")
  }
}
