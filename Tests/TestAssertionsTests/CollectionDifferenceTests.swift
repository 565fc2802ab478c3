import Testing

@testable import TestAssertions

@Suite("The difference of collections")
struct CollectionDifferenceTests {
  @Suite("Arrays")
  struct Arrays {
    @Test("Elements that are missing or unexpected are reported with their places")
    func whenElementsAreMissingOrUnexpected_thenTheyAreReported() {
      #expect(difference(between: [1, 2, 3], and: [1, 3]) == "[1] is missing:\n  - 2")
      #expect(difference(between: [1, 3], and: [1, 2, 3]) == "[1] is unexpected:\n  + 2")
      #expect(difference(between: [1, 2, 3], and: [1]) == "[1…2] are missing:\n  - 2\n  - 3")
      #expect(difference(between: [], and: [1, 2]) == "[0…1] are unexpected:\n  + 1\n  + 2")
    }

    @Test("A changed element is reported by the field that changed, and the element that holds it")
    func whenAnElementChanged_thenItsFieldIsReported() {
      let text = difference(
        between: [Tea(id: 1, price: 4), Tea(id: 2, price: 5)],
        and: [Tea(id: 1, price: 4), Tea(id: 2, price: 6)]
      )

      #expect(text == "[1].price, in Tea(id: 2, price: 6):\n  - 5\n  + 6")
    }

    @Test("Behind an insertion, a changed element is reported with both of its places")
    func whenAnElementMovedUp_thenBothPlacesAreReported() {
      let text = difference(
        between: [Tea(id: 1, price: 4), Tea(id: 2, price: 5)],
        and: [Tea(id: 9, price: 1), Tea(id: 1, price: 4), Tea(id: 2, price: 6)]
      )

      #expect(
        text == "[0] is unexpected:\n  + Tea(id: 9, price: 1)\n[1→2].price, in Tea(id: 2, price: 6):\n  - 5\n  + 6"
      )
    }

    @Test("An element in another place is reported as moved")
    func whenElementsChangePlaces_thenTheyMoved() {
      let (green, black, white) = (Tea(id: 1, price: 4), Tea(id: 2, price: 5), Tea(id: 3, price: 6))

      #expect(
        difference(between: [green, black, white], and: [white, black, green]) == """
          [0] moved to [2]:
              Tea(id: 1, price: 4)
          [2] moved to [0]:
              Tea(id: 3, price: 6)
          """
      )
    }

    @Test("With an identity, an element may be reported as moved and changed")
    func whenAnIdentifiableElementMovesAndChanges_thenBothAreReported() {
      let expected = [Cup(id: "a", size: 1), Cup(id: "b", size: 2), Cup(id: "c", size: 3)]
      let actual = [Cup(id: "c", size: 4), Cup(id: "a", size: 1), Cup(id: "b", size: 2)]

      #expect(
        difference(between: expected, and: actual) == """
          [2] moved to [0] and changed:
              Cup(id: "c", size: 4)
          [2→0].size, in Cup(id: "c", size: 4):
            - 3
            + 4
          """
      )
    }

    @Test("Elements without == are aligned by their fields")
    func whenElementsHaveNoEquality_thenTheyAreAligned() {
      let expected = [LooseTea(id: 1, price: 4), LooseTea(id: 2, price: 5), LooseTea(id: 3, price: 6)]
      let actual = [LooseTea(id: 2, price: 5), LooseTea(id: 3, price: 7)]

      #expect(
        difference(between: expected, and: actual)
          == "[0] is missing:\n  - LooseTea(id: 1, price: 4)\n[2→1].price, in LooseTea(id: 3, price: 7):\n  - 6\n  + 7"
      )
      #expect(difference(between: expected, and: expected) == nil)
    }

    @Test("Other kinds of lists are aligned too")
    func whenTheListIsNoArray_thenItIsAligned() {
      #expect(difference(between: ContiguousArray([1, 2]), and: [1]) == "[1] is missing:\n  - 2")
      #expect(difference(between: [0, 1, 2][1...], and: [0, 1, 3][1...]) == "[1]:\n  - 2\n  + 3")
      #expect(difference(between: Bag(.collection, [1, 2]), and: Bag(.collection, [1])) == "[1] is missing:\n  - 2")
      #expect(difference(between: Bag(.set, [1, 2]), and: Bag(.set, [1])) == "- 2")
      #expect(difference(between: Bag(.dictionary, [1, 2]), and: Bag(.dictionary, [1])) == "[1] is missing:\n  - 2")
    }

    @Test("A long run is cut, and counted")
    func whenManyAreMissing_thenAFewAreShown() {
      let text = difference(between: Array(0..<1250), and: [])

      #expect(text == "[0…1249] are missing:\n  - 0\n  - 1\n  - 2\n  - 3\n  - 4\n  … and 1,245 more")
    }
  }

  @Suite("Dictionaries")
  struct Dictionaries {
    @Test("Values are compared by their keys")
    func whenDictionariesDiffer_thenKeysAreTold() {
      let text = difference(between: ["a": 1, "b": 2, "c": 3], and: ["a": 1, "c": 4, "d": 5])

      #expect(text == "[\"c\"]:\n  - 3\n  + 4\n[\"b\"] is missing:\n  - 2\n[\"d\"] is unexpected:\n  + 5")
    }

    @Test("Keys are reported in their order, also those without an order")
    func whenKeysHaveNoOrder_thenTheirTextsHave() {
      let text = difference(between: Dictionary(uniqueKeysWithValues: (0..<9).map { (Key($0), $0) }), and: [:])
      let keys = text?.split(separator: "\n").filter { $0.hasPrefix("[") }.map { String($0) }

      #expect(keys == (0..<9).map { "[Key(number: \($0))] is missing:" })
    }

    @Test("Values without == are compared by their fields")
    func whenValuesHaveNoEquality_thenFieldsAreCompared() {
      #expect(
        difference(between: ["k": LooseTea(id: 1, price: 4)], and: ["k": LooseTea(id: 1, price: 5)])
          == "[\"k\"].price, in LooseTea(id: 1, price: 5):\n  - 4\n  + 5"
      )
      #expect(difference(between: ["k": LooseTea(id: 1, price: 4)], and: ["k": LooseTea(id: 1, price: 4)]) == nil)
    }

    @Test("A key that is not equal to itself is reported with what can be told of it")
    func whenAKeyIsNotEqualToItself_thenNothingTraps() {
      let text = difference(between: [Double.nan: 1], and: [Double.nan: 1])

      #expect(text?.contains("[nan] is missing") == true)
    }

    @Test("Many changed values are counted")
    func whenManyValuesChanged_thenTheRestIsCounted() {
      let expected = Dictionary(uniqueKeysWithValues: (0..<100).map { ($0, $0) })

      #expect(
        difference(between: expected, and: expected.mapValues { $0 + 1 })?.hasSuffix("\n… and 80 more differences")
          == true
      )
      #expect(difference(between: expected, and: [:])?.hasSuffix("\n… and 80 more differences") == true)
      #expect(difference(between: [:], and: expected)?.hasSuffix("\n… and 80 more differences") == true)
    }
  }

  @Suite("Sets")
  struct Sets {
    @Test("Elements are told that one side lacks")
    func whenSetsDiffer_thenTheElementsAreTold() {
      #expect(difference(between: [1, 2, 3] as Set, and: [2, 3, 4, 5]) == "- 1\n+ 4\n+ 5")
    }

    @Test("Elements with an identity are reported as changed")
    func whenAnIdentifiableElementChanged_thenItsFieldIsReported() {
      let text = difference(
        between: [Cup(id: "a", size: 1), Cup(id: "b", size: 1)] as Set,
        and: [Cup(id: "a", size: 2), Cup(id: "b", size: 1)]
      )

      #expect(text == "[id: \"a\"].size, in Cup(id: \"a\", size: 2):\n  - 1\n  + 2")
    }

    @Test("Of many elements a few are shown")
    func whenManyElementsDiffer_thenAFewAreShown() {
      let text = difference(between: Set(0..<100), and: Set(100..<106))

      #expect(text == "- 0\n- 1\n- 2\n- 3\n- 4\n… and 95 more\n+ 100\n+ 101\n+ 102\n+ 103\n+ 104\n+ 105")
    }
  }

  @Suite("Limits")
  struct Limits {
    @Test("Twenty places are described, and the others counted")
    func whenEverythingChanged_thenTheOutputIsBounded() {
      let expected = (0..<4000).map { Tea(id: $0, price: 1) }
      let text = difference(between: expected, and: expected.map { Tea(id: $0.id, price: 2) })

      #expect(text?.split(separator: "\n").count == 61)
      #expect(text?.hasSuffix("… and 3,980 more differences") == true)
    }

    @Test("The count is reported for values without == as well")
    func whenLooseElementsChanged_thenTheRestIsCounted() {
      let expected = (0..<60).map { LooseTea(id: $0, price: 1) }
      let text = difference(between: expected, and: expected.map { LooseTea(id: $0.id, price: 2) })

      #expect(text?.hasSuffix("… and 40 more differences") == true)
    }

    @Test("Every element of a set is counted, beyond the limit too")
    func whenASetHasManyDifferences_thenAllAreCounted() {
      let expected = Set((0..<25).map { Cup(id: "\($0)", size: 1) } + [Cup(id: "x", size: 1)])
      let actual = Set((0..<25).map { Cup(id: "\($0)", size: 2) } + [Cup(id: "y", size: 1)])

      #expect(difference(between: expected, and: actual)?.hasSuffix("… and 7 more differences") == true)
    }

    @Test("One more difference is reported in the singular")
    func whenOneIsLeft_thenItIsReported() {
      let text = difference(between: Array(0..<21), and: Array(100..<121))

      #expect(text?.hasSuffix("… and 1 more difference") == true)
    }

    @Test("After the last place that is described, everything is counted", arguments: [0, 1])
    func whenTheLimitIsReachedInside_thenTheRestIsCounted(index: Int) {
      let wide = Wide(
        numbers: Array(0..<20),
        text: "a",
        loose: LooseTea(id: 1, price: 1),
        maybe: 1,
        table: [1: 1],
        tags: [1]
      )
      let other = Wide(
        numbers: Array(100..<120),
        text: "b",
        loose: LooseTea(id: 2, price: 1),
        maybe: nil,
        table: [1: 2],
        tags: [2]
      )

      #expect(difference(between: wide, and: other)?.hasSuffix("… and 5 more differences") == true)
    }
  }
}

// MARK: - Values

private struct Tea: Hashable {
  var id: Int
  var price: Int
}

private struct LooseTea {
  var id: Int
  var price: Int
}

private struct Cup: Hashable, Identifiable {
  var id: String
  var size: Int
}

private struct Key: Hashable {
  var number: Int

  init(_ number: Int) {
    self.number = number
  }
}

private struct Wide {
  var numbers: [Int]
  var text: String
  var loose: LooseTea
  var maybe: Int?
  var table: [Int: Int]
  var tags: Set<Int>
}

/// A collection that is none of the standard library's.
private struct Bag: CustomReflectable {
  var style: Mirror.DisplayStyle
  var numbers: [Int]
  var customMirror: Mirror { Mirror(self, unlabeledChildren: numbers, displayStyle: style) }

  init(_ style: Mirror.DisplayStyle, _ numbers: [Int]) {
    self.style = style
    self.numbers = numbers
  }
}
