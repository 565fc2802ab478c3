import Coverage
import Testing
import TestingSupport

// What both suites of the view model use: the view model in a world of doubles, fences, and places by their names.

@MainActor
func makeSUT(
  fences: [Fence] = [],
  pings: [Duration] = [.milliseconds(100)],
  sourceLocation: SourceLocation = #_sourceLocation
) -> (NetworkCoverageViewModel, WorldSpy) {
  let world = WorldSpy(pings: pings)
  let sut = NetworkCoverageViewModel(fences: fences, locations: world, pings: world, clock: world.clock)
  trackForMemoryLeaks(sut, sourceLocation: sourceLocation)
  trackForMemoryLeaks(world, sourceLocation: sourceLocation)
  return (sut, world)
}

func makeFence(
  id: Fence.ID,
  at coordinate: Coordinate,
  technologies: [String] = [],
  pings: [Duration] = []
) -> Fence {
  Fence(id: id, coordinate: coordinate, entered: .zero, technologies: technologies, pings: pings)
}

let vienna = Coordinate(latitude: 48.2082, longitude: 16.3738)
let nearVienna = Coordinate(latitude: 48.2083, longitude: 16.3738)
let graz = Coordinate(latitude: 47.0707, longitude: 15.4395)
let linz = Coordinate(latitude: 48.3069, longitude: 14.2858)
let salzburg = Coordinate(latitude: 47.8095, longitude: 13.0550)

extension NetworkCoverageViewModel {
  func simulateSelectFence(_ fence: Fence) {
    selectedFenceItem = fenceItems.first { $0.id == fence.id }
  }
}

// MARK: - Test Doubles

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

  func simulateMove(to coordinate: Coordinate, accuracy: Double = 5, technology: String? = nil) async {
    locations.send(LocationUpdate(coordinate: coordinate, accuracy: accuracy, technology: technology))
    await settle()
  }
}
