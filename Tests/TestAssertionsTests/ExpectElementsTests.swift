import Testing
import TestingSupportCore

@testable import TestAssertions

@Suite("Expecting elements to correspond")
struct ExpectElementsTests {
  @Test("Elements that correspond pass in silence")
  func whenElementsCorrespond_thenNothingIsRecorded() async {
    let issues = await capturingIssues {
      expectElements([Row("a", 1)], match: [Network("a", 1)], by: (\.title, \.ssid), (\.bars, \.signal))
      expectElements([Row](), match: [Network](), by: (\.title, \.ssid))
    }

    #expect(issues.isEmpty)
  }

  @Test("A changed property is reported with the names of its key paths, at the caller's line")
  func whenAPropertyDiffers_thenItsKeyPathsAreReported() async throws {
    let line = #_sourceLocation.line + 2
    let issues = await capturingIssues {
      expectElements(
        [Row("a", 1), Row("b", 2)],
        match: [Network("a", 1), Network("b", 3)],
        by: (\.title, \.ssid),
        (\.bars, \.signal)
      )
    }

    let issue = try #require(issues.first)
    #expect(issues.count == 1)
    #expect(
      issue.text
        == "1 difference (- expected, + actual):\n[1].bars ↔ signal, in (title: \"b\", bars: 2):\n  - 3\n  + 2"
    )
    #expect(issue.sourceLocation?.line == line)
  }

  @Test("A property of the same name on both sides is named once")
  func whenNamesAreTheSame_thenThereIsOne() async {
    let text = await makeFailure { location in
      expectElements(
        [Row("a", 1)],
        match: [Row("a", 2)],
        by: (\.title, \.title),
        (\.bars, \.bars),
        sourceLocation: location
      )
    }

    #expect(text == "1 difference (- expected, + actual):\n[0].bars, in (title: \"a\", bars: 1):\n  - 2\n  + 1")
  }

  @Test("Missing and unexpected elements are reported as either side would")
  func whenElementsAreMissingOrUnexpected_thenTheyAreReported() async {
    let missing = await makeFailure { location in
      expectElements(
        [Row("a", 1)],
        match: [Network("a", 1), Network("b", 2)],
        by: (\.title, \.ssid),
        sourceLocation: location
      )
    }
    let unexpected = await makeFailure { location in
      expectElements(
        [Row("x", 3), Row("a", 1)],
        match: [Network("a", 1)],
        by: (\.title, \.ssid),
        comment: "list",
        sourceLocation: location
      )
    }

    #expect(
      missing
        == "1 element where 2 were expected, 1 difference (- expected, + actual):\n[1] is missing:\n  - (ssid: \"b\")"
    )
    #expect(
      unexpected
        == "list\n2 elements where 1 was expected, 1 difference (- expected, + actual):\n[0] is unexpected:\n  + (title: \"x\")"
    )
  }

  @Test("Moved elements are reported as moved, by the first key path")
  func whenElementsMove_thenTheyAreReported() async {
    let text = await makeFailure { location in
      expectElements(
        [Row("c", 9), Row("a", 1), Row("b", 2)],
        match: [Network("a", 1), Network("b", 2), Network("c", 3)],
        by: (\.title, \.ssid),
        (\.bars, \.signal),
        sourceLocation: location
      )
    }

    #expect(
      text == """
        2 differences (- expected, + actual):
        [2] moved to [0] and changed:
            (title: "c", bars: 9)
        [2→0].bars ↔ signal, in (title: "c", bars: 9):
          - 3
          + 9
        """
    )
  }

  @Test("With one key path, elements are compared in order")
  func whenThereIsOneKeyPath_thenChangesAreToldInOrder() async {
    let text = await makeFailure { location in
      expectElements(
        [Row("a", 1), Row("x", 1)],
        match: [Network("a", 1), Network("b", 1)],
        by: (\.title, \.ssid),
        sourceLocation: location
      )
    }

    #expect(text == "1 difference (- expected, + actual):\n[1].title ↔ ssid, in (title: \"x\"):\n  - \"b\"\n  + \"x\"")
  }

  @Test("Properties that cannot be hashed are compared too")
  func whenThePropertyIsOnlyEquatable_thenItIsCompared() async {
    let text = await makeFailure { location in
      expectElements(
        [Row("a", 1)],
        match: [Network("a", 2)],
        by: (\.level, \.level),
        (\.title, \.ssid),
        sourceLocation: location
      )
    }

    #expect(text.contains("[0].level.value, in (level: Level(value: 1), title: \"a\"):\n  - 2\n  + 1"))
  }

  @Test("A computed property is named by the other side, or by its place")
  func whenAPropertyIsComputed_thenItHasAName() async {
    let text = await makeFailure { location in
      expectElements(
        [Row("a", 1)],
        match: [Network("a", 2)],
        by: (\.twice, \.signal),
        (\.twice, \.twice),
        sourceLocation: location
      )
    }

    #expect(text.contains("signal: 2"))
    #expect(!text.contains("computed"))
  }

  @Test("Elements of one type are compared by single key paths")
  func whenTypesAreTheSame_thenSingleKeyPathsDo() async {
    expectElements([Row("a", 1)], match: [Row("a", 2)], by: \.title)
    let text = await makeFailure { location in
      expectElements(
        [Row("a", 1)],
        match: [Row("a", 2)],
        by: \.title,
        \.bars,
        comment: "rows",
        sourceLocation: location
      )
    }

    #expect(text == "rows\n1 difference (- expected, + actual):\n[0].bars, in (title: \"a\", bars: 1):\n  - 2\n  + 1")
  }

  @Test("Long lists are compared quickly, and the text is bounded")
  func whenListsAreLong_thenTheTextIsBounded() async {
    let text = await makeFailure { location in
      expectElements(
        (0..<2000).map { Row("\($0)", 1) },
        match: (0..<2000).map { Network("\($0)", 2) },
        by: (\.title, \.ssid),
        (\.bars, \.signal),
        sourceLocation: location
      )
    }

    #expect(text.hasSuffix("… and 1,980 more differences"))
    #expect(text.hasPrefix("2,000 differences"))
  }
}

// MARK: - Helpers

/// The text of the one failure that `body` records, at the location it is given.
private func makeFailure(
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (SourceLocation) -> Void
) async -> String {
  let issues = await capturingIssues { body(sourceLocation) }
  #expect(issues.map(\.sourceLocation) == [sourceLocation], sourceLocation: sourceLocation)
  return issues.first?.text ?? ""
}

// MARK: - Values

private struct Level: Equatable {
  var value: Int
}

private struct Row {
  var title: String
  var bars: Int
  var level: Level { Level(value: bars) }
  var twice: Int { bars * 2 }

  init(_ title: String, _ bars: Int) {
    self.title = title
    self.bars = bars
  }
}

private struct Network {
  var ssid: String
  var signal: Int
  var level: Level
  var twice: Int { signal * 2 }

  init(_ ssid: String, _ signal: Int) {
    self.ssid = ssid
    self.signal = signal
    level = Level(value: signal)
  }
}
