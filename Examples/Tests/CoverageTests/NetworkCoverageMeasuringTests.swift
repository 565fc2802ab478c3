import Coverage
import Testing
import TestingSupport

@Suite("Measuring the network's coverage", .deterministic, .tracksMemoryLeaks)
@MainActor
struct NetworkCoverageMeasuringTests {
  @Test("When the person walks then a new fence begins where the last one ends")
  func whenPersonWalks_thenNewFenceBegins() async {
    let (sut, world) = makeSUT()
    await sut.startTest(in: world)

    world.simulateMove(to: .vienna, technology: "5G")
    world.simulateMove(to: .nearVienna, technology: "4G")
    world.simulateMove(to: .graz, technology: "LTE")

    await expectEventually(equals: ["4G", "LTE"]) { sut.fenceItems.map(\.technology) }
  }

  @Test("When the technology changes in a fence then its detail tells each change once")
  func whenTechnologyChangesInFence_thenDetailTellsEachChangeOnce() async {
    let (sut, world) = makeSUT()
    await sut.startTest(in: world)

    for technology in ["4G", "4G", "5G"] {
      world.simulateMove(to: .vienna, technology: technology)
    }

    await expectEventually(equals: ["4G, 5G"]) { sut.details().map(\.technologies) }
  }

  @Test("When the person goes on then the detail tells how long each fence took")
  func whenPersonGoesOn_thenDetailTellsTimeOfEachFence() async {
    let (sut, world) = makeSUT()
    world.ping.result = .failure(makeError())
    await sut.startTest(in: world)

    await sut.walk(to: .vienna, in: world)
    await world.simulateSeconds(3)
    await sut.walk(to: .graz, in: world)
    await world.simulateSeconds(2)
    await sut.walk(to: .linz, in: world)

    #expect(sut.details().map(\.timeSpent) == ["3 s", "2 s", ""])
  }

  @Test("When a location is not accurate then it is left out")
  func whenLocationIsNotAccurate_thenItIsLeftOut() async {
    let (sut, world) = makeSUT()
    await sut.startTest(in: world)

    world.simulateMove(to: .vienna, accuracy: 50, technology: "4G")
    world.simulateMove(to: .graz, technology: "5G")

    await expectEventually(equals: ["5G"]) { sut.fenceItems.map(\.technology) }
  }

  @Test("When pings are measured along the way then each fence tells the mean of its own")
  func whenPingsAreMeasuredAlongTheWay_thenEachFenceTellsMeanOfItsOwn() async {
    let (sut, world) = makeSUT(pings: [1670, 2000, 1340, 150, 3000, 1100, 300].map { .milliseconds($0) })
    await sut.startTest(in: world)

    await sut.walk(to: .vienna, in: world)
    await world.simulateSeconds(3)
    await sut.walk(to: .graz, in: world)
    await sut.walk(to: .linz, in: world)
    await world.simulateSeconds(1)
    await sut.walk(to: .salzburg, in: world)
    await world.simulateSeconds(3)

    let averagePings = [
      "1670 ms",  // Vienna, seconds 1 to 3
      "",  // Graz, passed through between two pings
      "150 ms",  // Linz, second 4
      "1467 ms",  // Salzburg, seconds 5 to 7
    ]
    await expectEventually(equals: averagePings) { sut.details().map(\.averagePing) }
  }

  @Test("When an answer is late then it counts for the fence in which the question was asked")
  func whenAnswerIsLate_thenItCountsForFenceOfQuestion() async {
    let gate = Gate()
    let (sut, world) = makeSUT(pings: [.milliseconds(80)])
    await sut.startTest(in: world)
    await sut.walk(to: .vienna, in: world)
    world.ping.result = world.ping.result.held(at: gate)

    await world.simulateSeconds(1)
    await sut.walk(to: .graz, in: world)
    gate.open()

    await expectEventually(equals: ["80 ms", ""]) { sut.details().map(\.averagePing) }
  }

  @Test("When a ping fails then the fence goes without it")
  func whenPingFails_thenFenceGoesWithoutIt() async {
    let (sut, world) = makeSUT()
    world.ping.result = .failure(makeError())
    await sut.startTest(in: world)

    await sut.walk(to: .vienna, in: world)
    await world.simulateSeconds(2)

    await expectAlways { sut.details().map(\.averagePing) == [""] }
  }

  @Test("When the measurement is stopped then nothing goes on")
  func whenMeasurementIsStopped_thenNothingGoesOn() async {
    let (sut, world) = makeSUT()
    await sut.startTest(in: world)

    sut.stopTest()

    await world.locations.waitUntilUnsubscribed()
    await expectEventually { world.clock.sleeperCount == 0 }
  }

  @Test("When a move is on its way as the measurement is stopped then it is left out")
  func whenMoveIsOnItsWayAsMeasurementIsStopped_thenItIsLeftOut() async {
    let (sut, world) = makeSUT()
    await sut.startTest(in: world)

    world.simulateMove(to: .vienna)
    sut.stopTest()

    await expectAlways { sut.fenceItems == [] }
  }

  @Test("When an answer comes after the measurement was stopped then it is left out")
  func whenAnswerComesAfterStop_thenItIsLeftOut() async {
    let gate = Gate()
    let (sut, world) = makeSUT()
    world.ping.result = .success(.milliseconds(80)).held(at: gate)
    await sut.startTest(in: world)
    await sut.walk(to: .vienna, in: world)
    await world.simulateSeconds(1)

    sut.stopTest()
    gate.open()

    await expectAlways { sut.details().map(\.averagePing) == [""] }
  }
}

// MARK: - makeSUT and Helper Factory Methods

@MainActor
private func makeSUT(
  pings: [Duration] = [.milliseconds(100)],
  sourceLocation: SourceLocation = #_sourceLocation
) -> (NetworkCoverageViewModel, WorldSpy) {
  let world = WorldSpy(pings: pings)
  let sut = NetworkCoverageViewModel(locations: world, pings: world, clock: world.clock)
  trackForMemoryLeaks(sut, world, sourceLocation: sourceLocation)
  return (sut, world)
}

// MARK: - What a person does

extension NetworkCoverageViewModel {
  fileprivate func startTest(in world: WorldSpy) async {
    toggleMeasurement()
    await world.locations.waitForSubscribers()
    await world.clock.waitForSleepers()
  }

  /// Goes to a place that is far from the last one, until the map shows it.
  fileprivate func walk(
    to coordinate: Coordinate,
    in world: WorldSpy,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    world.simulateMove(to: coordinate)
    await expectEventually(equals: coordinate, sourceLocation: sourceLocation) { fenceItems.last?.coordinate }
  }

  fileprivate func stopTest() {
    toggleMeasurement()
  }

  fileprivate func details() -> [FenceDetail] {
    fenceItems.compactMap { item in
      selectedFenceItem = item
      return selectedFenceDetail
    }
  }
}
