import Coverage
import Testing
import TestingSupport

@Suite("Coordinates")
struct CoordinateTests {
  @Test("When two places are a degree of latitude apart then 111 kilometres lie between them")
  func whenPlacesAreADegreeApart_thenDistanceIsKnown() {
    let distance = equator.distance(to: oneDegreeNorth)

    #expect((distance / 1000).rounded() == 111)
  }

  @Test("When two places are the same then nothing lies between them")
  func whenPlacesAreTheSame_thenDistanceIsZero() {
    #expect(equator.distance(to: equator) == 0)
  }
}

// MARK: - makeSUT and Helper Factory Methods

private let equator = Coordinate(latitude: 0, longitude: 0)
private let oneDegreeNorth = Coordinate(latitude: 1, longitude: 0)
