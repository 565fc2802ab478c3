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
      let sut = makeSUT()

      #expect(sut.selectedFenceItem == nil)
      #expect(sut.selectedFenceDetail == nil)
      #expect(sut.fenceItems.isEmpty)
    }

    @Test("When initialized with fences then all of them are shown")
    func whenInitializedWithFences_thenAllAreShown() {
      let fences = [makeFence(id: 0, at: .vienna, technologies: ["4G", "5G"]), makeFence(id: 1, at: .graz)]
      let sut = makeSUT(fences: fences)

      expectFenceItems(sut.fenceItems, match: fences)
    }
  }

  @Suite("Selection")
  @MainActor
  struct SelectionTests {
    @Test("When a fence is selected then it is marked and its detail is reported")
    func whenFenceIsSelected_thenItIsMarkedAndDetailIsReported() {
      let fence = makeFence(
        id: 1,
        at: .graz,
        technologies: ["4G", "5G"],
        pings: [.milliseconds(100), .milliseconds(200)]
      )
      let sut = makeSUT(fences: [makeFence(id: 0, at: .vienna), fence])

      sut.simulateSelectFence(fence)

      #expect(sut.fenceItems.map(\.isSelected) == [false, true])
      #expect(sut.selectedFenceDetail.map { [$0.averagePing, $0.technologies] } == ["150 ms", "4G, 5G"])
    }

    @Test("When the selection changes then the previous fence is deselected")
    func whenSelectionIsChangedToDifferentFence_thenPreviousFenceIsDeselected() {
      let fences = [makeFence(id: 0, at: .vienna), makeFence(id: 1, at: .graz), makeFence(id: 2, at: .linz)]
      let sut = makeSUT(fences: fences)

      sut.simulateSelectFence(fences[0])
      sut.simulateSelectFence(fences[2])

      #expect(sut.fenceItems.map(\.isSelected) == [false, false, true])
    }

    @Test("When the selection is taken back then no detail is reported")
    func whenSelectionIsTakenBack_thenNoDetailIsReported() {
      let fence = makeFence(id: 0, at: .vienna)
      let sut = makeSUT(fences: [fence])

      sut.simulateSelectFence(fence)
      sut.simulateDeselect()

      #expect(sut.selectedFenceDetail == nil)
    }
  }

  @Suite("Failing")
  @MainActor
  struct FailingTests {
    @Test("When other fences are shown than expected then the failure is at the test's line")
    func whenOtherFencesAreShown_thenFailureIsAtTestsLine() async {
      let sut = makeSUT(fences: [makeFence(id: 0, at: .vienna)])

      let line = #_sourceLocation.line + 2
      let issues = await recordedIssues {
        expectFenceItems(sut.fenceItems, match: [makeFence(id: 0, at: .graz)])
      }

      #expect(issues.map(\.sourceLocation?.line) == [line])
    }
  }

  @Suite("Visible region")
  @MainActor
  struct VisibleRegionTests {
    @Test("When the map shows a region then only the fences in it are shown")
    func whenRegionIsShown_thenOnlyFencesInItAreShown() {
      let (near, far) = (makeFence(id: 0, at: .vienna), makeFence(id: 1, at: .graz))
      let sut = makeSUT(fences: [near, far])

      sut.simulateShowRegion(aroundVienna)

      expectFenceItems(sut.fenceItems, match: [near])
    }

    @Test("When the region lies across the date line then fences on both sides are shown")
    func whenRegionLiesAcrossDateLine_thenFencesOnBothSidesAreShown() {
      let fences = [makeFence(id: 0, at: westOfDateLine), makeFence(id: 1, at: eastOfDateLine)]
      let sut = makeSUT(fences: fences)

      sut.simulateShowRegion(acrossDateLine)

      expectFenceItems(sut.fenceItems, match: fences)
    }

    @Test("When the region spans nothing then only the fence in its middle is shown")
    func whenRegionSpansNothing_thenOnlyFenceInItsMiddleIsShown() {
      let fences = [makeFence(id: 0, at: .vienna), makeFence(id: 1, at: .nearVienna)]
      let sut = makeSUT(fences: fences)

      sut.simulateShowRegion(zeroSpanRegion)

      expectFenceItems(sut.fenceItems, match: [fences[0]])
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

@MainActor
private func makeSUT(
  fences: [Fence] = [],
  sourceLocation: SourceLocation = #_sourceLocation
) -> NetworkCoverageViewModel {
  let world = WorldSpy(pings: [])
  let sut = NetworkCoverageViewModel(fences: fences, locations: world, pings: world, clock: world.clock)
  trackForMemoryLeaks(sut, world, sourceLocation: sourceLocation)
  return sut
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

extension Fence {
  fileprivate var shownTechnology: String { technologies.last ?? "none" }
}

private let westOfDateLine = Coordinate(latitude: -16.8, longitude: 179.9)
private let eastOfDateLine = Coordinate(latitude: -16.8, longitude: -179.9)
private let aroundVienna = Region(center: .vienna, latitudeSpan: 0.1, longitudeSpan: 0.1)
private let acrossDateLine = Region(center: westOfDateLine, latitudeSpan: 1, longitudeSpan: 1)
private let zeroSpanRegion = Region(center: .vienna, latitudeSpan: 0, longitudeSpan: 0)

// MARK: - What a person does

extension NetworkCoverageViewModel {
  fileprivate func simulateSelectFence(_ fence: Fence) {
    selectedFenceItem = fenceItems.first { $0.id == fence.id }
  }

  fileprivate func simulateDeselect() {
    selectedFenceItem = nil
  }

  fileprivate func simulateShowRegion(_ region: Region) {
    visibleRegion = region
  }
}
