import TestBuilders
import Testing

@Suite("Checking properties")
struct CheckingPropertiesExamples {
  @Test("When a text is written as a field then it is read again")
  func whenTextIsWrittenAsField_thenItIsReadAgain() async {
    await expectAll { (text: String) in
      #expect(Field(reading: Field(text: text).written)?.text == text)
    }
  }

  @Test("When a part of a list is asked for then it is inside")
  func whenPartOfListIsAskedFor_thenItIsInside() async {
    await expectAll(trials: 500) { (numbers: [Int]) in
      let start = anyInt(in: 0...numbers.count)
      let end = anyInt(in: start...numbers.count)
      #expect(Array(numbers.dropFirst(start).dropLast(numbers.count - end)) == Array(numbers[start..<end]))
    }
  }

  @Test("When a total is divided then quotient and remainder make it up again")
  func whenTotalIsDivided_thenQuotientAndRemainderMakeItUp() async {
    await expectAll { (total: Int, count: Int) in
      try assume(count != 0 && count != -1)
      #expect(total / count * count + total % count == total)
    }
  }

  @Test("When a list is partitioned then no element is lost")
  func whenListIsPartitioned_thenNoElementIsLost() async {
    await expectAll { (numbers: [Int]) in
      let isIncluded = anyValue { $0.function("isIncluded") { (values, _: Int) in values.bool() } }
      let (included, others) = numbers.partitioned(by: isIncluded)
      #expect(included.count + others.count == numbers.count)
    }
  }

  @Test("When a list is reversed twice then it is as it was")
  func whenListIsReversedTwice_thenItIsAsItWas() async {
    await expectAll { (numbers: [Int]) in
      classify("empty", numbers.isEmpty)
      #expect(numbers.reversed().reversed() == numbers)
    }
  }

  @Test("When a text is written in other cases then it is empty if it was")
  func whenTextIsWrittenInOtherCases_thenItIsEmptyIfItWas() async {
    await expectAll { (text: String) in
      cover(5, "empty", text.isEmpty)
      #expect(text.uppercased().lowercased().isEmpty == text.isEmpty)
    }
  }

  @Test("When the case that failed is run again then it holds")
  func whenCaseThatFailedIsRunAgain_thenItHolds() async {
    await expectAll(replaying: "1.1y") { (text: String) in
      #expect(Field(reading: Field(text: text).written)?.text == text)
    }
  }
}

// MARK: - Production code

/// A field of a table in text form, in quotes, with the quotes inside doubled.
struct Field {
  let text: String

  var written: String {
    // By scalars: a character may hide a quote, with an accent on it.
    "\"" + String(String.UnicodeScalarView(text.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] })) + "\""
  }

  init(text: String) { self.text = text }

  init?(reading written: String) {
    var scalars = Array(written.unicodeScalars)
    guard scalars.count >= 2, scalars.removeFirst() == "\"", scalars.removeLast() == "\"" else { return nil }
    var text = String.UnicodeScalarView()
    var isQuoted = false
    for scalar in scalars {
      if scalar == "\"", !isQuoted {
        isQuoted = true
      } else {
        isQuoted = false
        text.append(scalar)
      }
    }
    self.text = String(text)
  }
}

extension Array {
  fileprivate func partitioned(by isIncluded: (Element) -> Bool) -> (included: [Element], others: [Element]) {
    (filter(isIncluded), filter { !isIncluded($0) })
  }
}
