import Coverage
import Testing
import TestingSupport

// What both suites of the view model use: places by their names, and the world that a person walks in.

extension Coordinate {
  static let vienna = Coordinate(latitude: 48.2082, longitude: 16.3738)
  static let nearVienna = Coordinate(latitude: 48.2083, longitude: 16.3738)
  static let graz = Coordinate(latitude: 47.0707, longitude: 15.4395)
  static let linz = Coordinate(latitude: 48.3069, longitude: 14.2858)
  static let salzburg = Coordinate(latitude: 47.8095, longitude: 13.0550)
}

/// Where the person walks, and how the network answers there.
final class WorldSpy: LocationTracking, PingMeasuring {
  let clock = TestClock()
  let locations = StreamSource<LocationUpdate>()
  let ping: FunctionSpy<Void, Duration, any Error>

  init(pings: [Duration]) {
    ping = FunctionSpy(sequence: pings.map { .success($0) })
  }

  func updates() -> AsyncStream<LocationUpdate> {
    locations.makeStream()
  }

  func ping() async throws -> Duration {
    try await ping.callAsync()
  }

  func simulateMove(to coordinate: Coordinate, accuracy: Double = 5, technology: String? = nil) {
    locations.send(LocationUpdate(coordinate: coordinate, accuracy: accuracy, technology: technology))
  }

  /// Lets time pass second by second, each until the server was asked and the next question is planned.
  func simulateSeconds(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) async {
    for _ in 0..<count {
      let questions = ping.callCount
      await clock.advance(by: .seconds(1), sourceLocation: sourceLocation)
      await clock.waitForSleepers(sourceLocation: sourceLocation)
      await ping.waitForCalls(questions + 1, sourceLocation: sourceLocation)
    }
  }
}
