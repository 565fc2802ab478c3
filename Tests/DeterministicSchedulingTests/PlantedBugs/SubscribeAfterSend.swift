import DeterministicScheduling
import Testing
import TestingSupportCore

extension PlantedBug {
  /// A screen observes the connection while the connection is being made; if it is up first, the screen never hears of it.
  static let subscribeAfterSend = PlantedBug(name: "subscribe after send") { version in
    let connection = Connection(replaysLatest: version == .corrected)
    let shown = Locked("offline")
    let screen = start("screen") {
      await roundTrip()  // the view appears
      for await status in connection.statuses() { shown.withLock { $0 = status } }
    }
    let socket = start("socket") {
      await roundTrip(turns: 3)  // the handshake
      connection.send("online")
    }
    await socket.value
    await settle()  // conventions:ignore settling - explored where it is exact
    screen.cancel()
    return shown.withLock { $0 } == "online"
  }
}

private final class Connection: Sendable {
  private struct State {
    var subscribers: [AsyncStream<String>.Continuation] = []
    var latest: String?
  }

  private let state = Locked(State())
  private let replaysLatest: Bool

  init(replaysLatest: Bool) { self.replaysLatest = replaysLatest }

  func statuses() -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    let latest = state.withLock { state in
      state.subscribers.append(continuation)
      return state.latest
    }
    if replaysLatest, let latest { continuation.yield(latest) }
    return stream
  }

  func send(_ status: String) {
    let subscribers = state.withLock { state in
      state.latest = status
      return state.subscribers
    }
    for subscriber in subscribers { subscriber.yield(status) }
  }
}
