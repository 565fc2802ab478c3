import Foundation
import TestAssertions
import Testing
import TestingSupportCore

@Suite("Differences with an accuracy")
struct AccuracyTests {
  @Test("When numbers are close then nothing differs, wherever they are")
  func whenNumbersAreClose_thenNothingDiffers() {
    expectNoDifference(0.1 + 0.2, 0.3, accuracy: 1e-9)
    expectNoDifference(Float(1), 1.01, accuracy: 0.1)
    expectNoDifference([1.0, 2.0], [1.001, 1.999], accuracy: 0.01)
    expectNoDifference([1.0, nil], [1.001, nil] as [Double?], accuracy: 0.01)
    expectNoDifference(["a": [1.0]], ["a": [1.001]], accuracy: 0.01)
    expectNoDifference((1.0, "a").0, 1.001, accuracy: 0.01)
    expectNoDifference(Track.sample(1), Track.sample(1.001), accuracy: 0.01)
    expectNoDifference(Shape.circle(radius: 1), .circle(radius: 1.001), accuracy: 0.01)
    expectNoDifference(Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 1.001), accuracy: 0.01)
    expectNoDifference(CGPoint(x: 1, y: 2), CGPoint(x: 1.001, y: 2.001), accuracy: 0.01)
    expectNoDifference(Plain(value: 1), Plain(value: 1.001), accuracy: 0.01)
    expectNoDifference(Double.infinity, .infinity, accuracy: 0)
    expectNoDifference(AnyHashable(1.0), AnyHashable(1.001), accuracy: 0.01)
    expectNoDifference(Node(1), Node(1.001), accuracy: 0.01)
  }

  @Test("When something else differs then only that is reported")
  func whenSomethingElseDiffers_thenOnlyThatIsReported() async {
    var other = Track.sample(1.001)
    other.points[1].name = "B"
    let line = #line + 1
    let issues = await capturingIssues { expectNoDifference(other, Track.sample(1), accuracy: 0.01) }
    #expect(
      issues.map(\.text) == [
        """
        1 difference (- expected, + actual):
        points[1].name, in Point(name: "B", x: 1.001, y: 2.0):
          - "b"
          + "B"
        Numbers may be 0.01 apart.
        """
      ]
    )
    #expect(issues.map(\.sourceLocation?.line) == [line])
  }

  @Test(
    "When numbers are too far apart then they are reported",
    arguments: [(1.0, 1.2), (1, .infinity), (1, .nan), (.nan, .nan), (-.infinity, .infinity)]
  )
  func whenNumbersAreFarApart_thenTheyAreReported(expected: Double, actual: Double) {
    #expect(difference(between: [expected], and: [actual], accuracy: 0.1) != nil)
    #expect(difference(between: Plain(value: expected), and: Plain(value: actual), accuracy: 0.1) != nil)
  }

  @Test("When elements are inserted between close ones then only these are reported")
  func whenElementsAreInserted_thenOnlyTheyAreReported() {
    let text = difference(between: [1.0, 2, 3], and: [1.001, 9, 2.001, 3.001], accuracy: 0.01)
    #expect(text == "[1] is unexpected:\n  + 9.0")
  }

  @Test("When a value is unequal for a reason that no number shows then that is reported")
  func whenValueIsUnequalForAnotherReason_thenItIsReported() {
    #expect(difference(between: Stubborn(value: 1), and: Stubborn(value: 1), accuracy: 0.1) != nil)
    #expect(difference(between: Set([1.0]), and: Set([1.001]), accuracy: 0.01) != nil)
    #expect(difference(between: [1.0: "a"], and: [1.001: "a"], accuracy: 0.01) != nil)
    #expect(difference(between: ["a": 1.0], and: ["b": 1.0], accuracy: 0.01) != nil)
    #expect(difference(between: 1, and: 2, accuracy: 10) != nil)
    #expect(difference(between: Shape.circle(radius: 1), and: .square(side: 1), accuracy: 10) != nil)
  }

  @Test("When the accuracy is negative or no number then nothing is compared", arguments: [-0.1, .nan])
  func whenAccuracyIsNegative_thenNothingIsCompared(accuracy: Double) async {
    let issues = await capturingIssues { expectNoDifference(1.0, 1.0, accuracy: accuracy) }
    #expect(issues.map(\.text) == ["`accuracy` must be 0 or more, not \(accuracy)\nNothing was compared."])
  }
}

private struct Point: Equatable {
  var name: String
  var x: Double
  var y: Double
}

private struct Track: Equatable {
  var title: String
  var points: [Point]
  var length: Float?

  static func sample(_ x: Double) -> Track {
    Track(title: "t", points: [Point(name: "a", x: x, y: 1), Point(name: "b", x: x, y: 2)], length: Float(x))
  }
}

private enum Shape: Equatable {
  case circle(radius: Double)
  case square(side: Double)
}

private struct Plain {
  let value: Double
}

private final class Node: Equatable {
  let value: Double
  var next: Node?

  init(_ value: Double) {
    self.value = value
    next = nil
  }

  static func == (left: Node, right: Node) -> Bool { left.value == right.value }
}

private struct Stubborn: Equatable {
  let value: Double
  static func == (left: Self, right: Self) -> Bool { false }
}
