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

    await world.simulateMove(to: .vienna, technology: "5G")
    await world.simulateMove(to: .nearVienna, technology: "4G")
    await world.simulateMove(to: .graz, technology: "LTE")

    #expect(sut.fenceItems.map(\.technology) == ["4G", "LTE"])
  }

  @Test("When the technology changes in a fence then its detail tells each change once")
  func whenTechnologyChangesInFence_thenDetailTellsEachChangeOnce() async {
    let (sut, world) = makeSUT()
    await sut.startTest(in: world)

    for technology in ["4G", "4G", "5G"] {
      await world.simulateMove(to: .vienna, technology: technology)
    }

    #expect(sut.details().map(\.technologies) == ["4G, 5G"])
  }

  @Test("When the person goes on then the detail tells how long each fence took")
  func whenPersonGoesOn_thenDetailTellsTimeOfEachFence() async {
    let (sut, world) = makeSUT()
    world.ping.result = .failure(makeError())
    await sut.startTest(in: world)

    await world.simulateMove(to: .vienna)
    await world.clock.advance(by: .seconds(3))
    await world.simulateMove(to: .graz)
    await world.clock.advance(by: .seconds(2))
    await world.simulateMove(to: .linz)

    #expect(sut.details().map(\.timeSpent) == ["3 s", "2 s", ""])
  }

  @Test("When a location is not accurate then it is left out")
  func whenLocationIsNotAccurate_thenItIsLeftOut() async {
    let (sut, world) = makeSUT()
    await sut.startTest(in: world)

    await world.simulateMove(to: .vienna, accuracy: 50)

    #expect(sut.fenceItems.isEmpty)
  }

  @Test("When pings are measured along the way then each fence tells the mean of its own")
  func whenPingsAreMeasuredAlongTheWay_thenEachFenceTellsMeanOfItsOwn() async {
    let (sut, world) = makeSUT(pings: [1670, 2000, 1340, 150, 3000, 1100, 300].map { .milliseconds($0) })
    await sut.startTest(in: world)

    await world.simulateMove(to: .vienna)
    await world.clock.advance(by: .seconds(3))
    await world.simulateMove(to: .graz)
    await world.simulateMove(to: .linz)
    await world.clock.advance(by: .seconds(1))
    await world.simulateMove(to: .salzburg)
    await world.clock.advance(by: .seconds(3))

    #expect(
      sut.details().map(\.averagePing) == [
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
    await world.simulateMove(to: .vienna)
    world.ping.result = world.ping.result.held(at: gate)

    await world.clock.advance(by: .seconds(1))
    await world.simulateMove(to: .graz)
    gate.open()
    await settle()

    #expect(sut.details().map(\.averagePing) == ["80 ms", ""])
  }

  @Test("When a ping fails then the fence goes without it")
  func whenPingFails_thenFenceGoesWithoutIt() async {
    let (sut, world) = makeSUT()
    world.ping.result = .failure(makeError())
    await sut.startTest(in: world)

    await world.simulateMove(to: .vienna)
    await world.clock.advance(by: .seconds(2))

    #expect(sut.details().map(\.averagePing) == [""])
  }

  @Test("When the measurement is stopped then nothing goes on")
  func whenMeasurementIsStopped_thenNothingGoesOn() async {
    let (sut, world) = makeSUT()
    await sut.startTest(in: world)

    sut.stopTest()
    await settle()

    #expect([world.locations.subscriberCount, world.clock.sleeperCount] == [0, 0])
  }

  @Test("When a move is on its way as the measurement is stopped then it is left out")
  func whenMoveIsOnItsWayAsMeasurementIsStopped_thenItIsLeftOut() async {
    let (sut, world) = makeSUT()
    await sut.startTest(in: world)

    world.locations.send(LocationUpdate(coordinate: .vienna))
    sut.stopTest()
    await settle()

    #expect(sut.fenceItems == [])
  }

  @Test("When an answer comes after the measurement was stopped then it is left out")
  func whenAnswerComesAfterStop_thenItIsLeftOut() async {
    let gate = Gate()
    let (sut, world) = makeSUT()
    world.ping.result = .success(.milliseconds(80)).held(at: gate)
    await sut.startTest(in: world)
    await world.simulateMove(to: .vienna)
    await world.clock.advance(by: .seconds(1))

    sut.stopTest()
    gate.open()
    await settle()

    #expect(sut.details().map(\.averagePing) == [""])
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
