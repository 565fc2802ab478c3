import Coverage
import Testing
import TestingSupport

@Suite("Network coverage", .deterministic, .tracksMemoryLeaks)
@MainActor
struct NetworkCoverageViewModelTests {
  @Suite("Initial state")
  @MainActor
  struct InitialStateTests {
    @Test("When initialized without fences then nothing is shown")
    func whenInitializedWithoutFences_thenNothingIsShown() {
      let (sut, _) = makeSUT()

      #expect(sut.selectedFenceItem == nil)
      #expect(sut.selectedFenceDetail == nil)
      #expect(sut.fenceItems.isEmpty)
    }

    @Test("When initialized with fences then all of them are shown")
    func whenInitializedWithFences_thenAllAreShown() {
      let fences = [makeFence(id: 0, at: vienna, technologies: ["4G", "5G"]), makeFence(id: 1, at: graz)]
      let (sut, _) = makeSUT(fences: fences)

      expectFenceItems(sut.fenceItems, match: fences)
    }
  }

  @Suite("Selection")
  @MainActor
  struct SelectionTests {
    @Test("When a fence is selected then it is marked and its detail is told")
    func whenFenceIsSelected_thenItIsMarkedAndDetailIsTold() {
      let fence = makeFence(
        id: 1,
        at: graz,
        technologies: ["4G", "5G"],
        pings: [.milliseconds(100), .milliseconds(200)]
      )
      let (sut, _) = makeSUT(fences: [makeFence(id: 0, at: vienna), fence])

      sut.simulateSelectFence(fence)

      #expect(sut.fenceItems.map(\.isSelected) == [false, true])
      #expect(sut.selectedFenceDetail.map { [$0.averagePing, $0.technologies] } == ["150 ms", "4G, 5G"])
    }

    @Test("When the selection changes then the previous fence is deselected")
    func whenSelectionIsChangedToDifferentFence_thenPreviousFenceIsDeselected() {
      let fences = [makeFence(id: 0, at: vienna), makeFence(id: 1, at: graz), makeFence(id: 2, at: linz)]
      let (sut, _) = makeSUT(fences: fences)

      sut.simulateSelectFence(fences[0])
      sut.simulateSelectFence(fences[2])

      #expect(sut.fenceItems.map(\.isSelected) == [false, false, true])
    }

    @Test("When the selection is taken back then no detail is told")
    func whenSelectionIsTakenBack_thenNoDetailIsTold() {
      let fence = makeFence(id: 0, at: vienna)
      let (sut, _) = makeSUT(fences: [fence])

      sut.simulateSelectFence(fence)
      sut.simulateDeselect()

      #expect(sut.selectedFenceDetail == nil)
    }
  }

  @Suite("Visible region")
  @MainActor
  struct VisibleRegionTests {
    @Test("When the map shows a region then only the fences in it are shown")
    func whenRegionIsShown_thenOnlyFencesInItAreShown() {
      let (near, far) = (makeFence(id: 0, at: vienna), makeFence(id: 1, at: graz))
      let (sut, _) = makeSUT(fences: [near, far])

      sut.simulateShowRegion(aroundVienna)

      expectFenceItems(sut.fenceItems, match: [near])
    }

    @Test("When the region lies across the date line then fences on both sides are shown")
    func whenRegionLiesAcrossDateLine_thenFencesOnBothSidesAreShown() {
      let fences = [makeFence(id: 0, at: westOfDateLine), makeFence(id: 1, at: eastOfDateLine)]
      let (sut, _) = makeSUT(fences: fences)

      sut.simulateShowRegion(acrossDateLine)

      expectFenceItems(sut.fenceItems, match: fences)
    }

    @Test("When the region spans nothing then only the fence in its middle is shown")
    func whenRegionSpansNothing_thenOnlyFenceInItsMiddleIsShown() {
      let fences = [makeFence(id: 0, at: vienna), makeFence(id: 1, at: nearVienna)]
      let (sut, _) = makeSUT(fences: fences)

      sut.simulateShowRegion(zeroSpanRegion)

      expectFenceItems(sut.fenceItems, match: [fences[0]])
    }
  }

  @Suite("Measuring")
  @MainActor
  struct MeasuringTests {
    @Test("When the person walks then a new fence begins where the last one ends")
    func whenPersonWalks_thenNewFenceBegins() async {
      let (sut, world) = makeSUT()
      await sut.startTest(in: world)

      await world.simulateMove(to: vienna, technology: "5G")
      await world.simulateMove(to: nearVienna, technology: "4G")
      await world.simulateMove(to: graz, technology: "LTE")

      #expect(sut.fenceItems.map(\.technology) == ["4G", "LTE"])
    }

    @Test("When a location is not accurate then it is left out")
    func whenLocationIsNotAccurate_thenItIsLeftOut() async {
      let (sut, world) = makeSUT()
      await sut.startTest(in: world)

      await world.simulateMove(to: vienna, accuracy: 50)

      #expect(sut.fenceItems.isEmpty)
    }

    @Test("When pings are measured along the way then each fence tells the mean of its own")
    func whenPingsAreMeasuredAlongTheWay_thenEachFenceTellsMeanOfItsOwn() async {
      let (sut, world) = makeSUT(pings: [1670, 2000, 1340, 150, 3000, 1100, 300].map { .milliseconds($0) })
      await sut.startTest(in: world)

      await world.simulateMove(to: vienna)
      await world.clock.advance(by: .seconds(3))
      await world.simulateMove(to: graz)
      await world.simulateMove(to: linz)
      await world.clock.advance(by: .seconds(1))
      await world.simulateMove(to: salzburg)
      await world.clock.advance(by: .seconds(3))

      #expect(
        sut.averagePings() == [
          "1670 ms",  // Vienna, seconds 1 to 3
          "",  // Graz, passed through between two pings
          "150 ms",  // Linz, second 4
          "1467 ms",  // Salzburg, seconds 5 to 7
        ]
      )
    }

    @Test("When an answer is late then it counts for the fence in which the question was asked")
    func whenAnswerIsLate_thenItCountsForFenceOfQuestion() async {
      let gate = Gate()
      let (sut, world) = makeSUT(pings: [.milliseconds(80)])
      await sut.startTest(in: world)
      await world.simulateMove(to: vienna)
      world.ping.result = world.ping.result.held(at: gate)

      await world.clock.advance(by: .seconds(1))
      await world.simulateMove(to: graz)
      gate.open()
      await settle()

      #expect(sut.averagePings() == ["80 ms", ""])
    }

    @Test("When a ping fails then the fence goes without it")
    func whenPingFails_thenFenceGoesWithoutIt() async {
      let (sut, world) = makeSUT()
      world.ping.result = .failure(makeError())
      await sut.startTest(in: world)

      await world.simulateMove(to: vienna)
      await world.clock.advance(by: .seconds(2))

      #expect(sut.averagePings() == [""])
    }

    @Test("When the measurement is stopped then nothing goes on")
    func whenMeasurementIsStopped_thenNothingGoesOn() async {
      let (sut, world) = makeSUT()
      await sut.startTest(in: world)

      sut.stopTest()
      await settle()

      #expect([world.locations.subscriberCount, world.clock.sleeperCount] == [0, 0])
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

@MainActor
private func makeSUT(
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

private func makeFence(
  id: Fence.ID,
  at coordinate: Coordinate,
  technologies: [String] = [],
  pings: [Duration] = []
) -> Fence {
  Fence(id: id, coordinate: coordinate, entered: .zero, technologies: technologies, pings: pings)
}

private func expectFenceItems(
  _ items: [FenceItem],
  match fences: [Fence],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  expectElements(
    items,
    match: fences,
    by: (\.id, \.id),
    (\.coordinate, \.coordinate),
    (\.technology, \.shownTechnology),
    sourceLocation: sourceLocation
  )
}

private let vienna = Coordinate(latitude: 48.2082, longitude: 16.3738)
private let nearVienna = Coordinate(latitude: 48.2083, longitude: 16.3738)
private let graz = Coordinate(latitude: 47.0707, longitude: 15.4395)
private let linz = Coordinate(latitude: 48.3069, longitude: 14.2858)
private let salzburg = Coordinate(latitude: 47.8095, longitude: 13.0550)
private let westOfDateLine = Coordinate(latitude: -16.8, longitude: 179.9)
private let eastOfDateLine = Coordinate(latitude: -16.8, longitude: -179.9)
private let aroundVienna = Region(center: vienna, latitudeSpan: 0.1, longitudeSpan: 0.1)
private let acrossDateLine = Region(center: westOfDateLine, latitudeSpan: 1, longitudeSpan: 1)
private let zeroSpanRegion = Region(center: vienna, latitudeSpan: 0, longitudeSpan: 0)

extension Fence {
  fileprivate var shownTechnology: String { technologies.last ?? "none" }
}

// MARK: - What a person does

extension NetworkCoverageViewModel {
  fileprivate func startTest(in world: WorldSpy) async {
    toggleMeasurement()
    await world.locations.waitForSubscribers()
    await world.clock.waitForSleepers()
  }

  fileprivate func stopTest() {
    toggleMeasurement()
  }

  fileprivate func simulateSelectFence(_ fence: Fence) {
    selectedFenceItem = fenceItems.first { $0.id == fence.id }
  }

  fileprivate func simulateDeselect() {
    selectedFenceItem = nil
  }

  fileprivate func simulateShowRegion(_ region: Region) {
    visibleRegion = region
  }

  fileprivate func averagePings() -> [String] {
    fenceItems.map { item in
      selectedFenceItem = item
      return selectedFenceDetail?.averagePing ?? "(no detail)"
    }
  }
}

// MARK: - Test Doubles

private final class WorldSpy: LocationTracking, PingMeasuring {
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
